import Furrow

/// What is wrong with a pipeline file, and where.
struct PipelineFault: Error, Equatable {
  let place: YAMLPlace
  /// What was expected and found; lower case, no full stop.
  let message: String

  init(_ message: String, at place: YAMLPlace) {
    self.message = message
    self.place = place
  }

  init(_ fault: YAMLFault) {
    self.init(fault.message, at: fault.place)
  }

  /// One line: `file:line:column: message`.
  func line(in path: String) -> String {
    "\(path):\(place.line):\(place.column): \(message)"
  }
}

extension CommandFailure {
  /// The faults of the pipeline file at `path`, all of them.
  init(_ faults: [PipelineFault], in path: String) {
    let lines = faults.sorted { $0.place < $1.place }.map { $0.line(in: path) }
    self.init(.failed, lines.first ?? path, details: lines.dropFirst().map(DisplayText.escaped))
  }
}

internal import FurrowCore
internal import FurrowFormats
internal import Synchronization

/// Writes down the duplicates that differ from the record that is kept: an object a line.
final class ConflictLog: Sendable {
  private struct State {
    var sink: (any ByteSink)?
    var count = 0
  }

  private let headers: [SourceHeader]
  private let state: Mutex<State>

  /// Makes a log at `path` for the sources with these headers.
  init(_ path: String, _ headers: [SourceHeader]) throws(PipelineError) {
    self.headers = headers
    let sink = try writing { () throws(WriteFailure) in try FileSink(path: path) }
    let parcel = Mutex<(any ByteSink)?>(sink)
    state = Mutex(State())
    state.withLock { $0.sink = parcel.withLock { $0.take() } }
  }

  /// How many there are.
  var count: Int { state.withLock { $0.count } }

  func keep(
    _ loss: KeyRun.Loss,
    of batch: borrowing RecordBatch,
    source: Int
  ) throws(PipelineError) {
    let header = headers[source]
    let place = batch.position(of: batch.extents[loss.record])
    let values = header.columns.enumerated().map { column, name in
      let field = batch[loss.record, column]
      return JSONValue.Member(name, field.isNull ? .null : .string(batch.text(field)))
    }
    let object: JSONValue = [
      "file": .string(header.path), "line": .integer(place.line), "record": .integer(place.record),
      "keptFile": .string(loss.file ?? header.path), "keptLine": .integer(loss.holder.line),
      "keptRecord": .integer(loss.holder.record), "values": .object(values),
    ]
    try write(Array("\(object)\n".utf8))
  }

  /// Gives the file its name.
  func finish() throws(PipelineError) {
    try withSink { sink throws(WriteFailure) in try sink?.finish() }
  }

  private func write(_ line: [UInt8]) throws(PipelineError) {
    try withSink { sink throws(WriteFailure) in try sink?.write(line.span) }
    state.withLock { $0.count += 1 }
  }

  private func withSink(
    _ body: (inout (any ByteSink)?) throws(WriteFailure) -> Void
  ) throws(PipelineError) {
    var failure: WriteFailure?
    state.withLock { state in
      do throws(WriteFailure) { try body(&state.sink) } catch { failure = error }
    }
    if let failure { throw .writing(failure) }
  }
}

internal import FurrowCore
internal import FurrowFormats
internal import Synchronization

/// Counts the duplicates that differ from the record that is kept, and writes both sides down where
/// that is asked for: an object a line, in the order of the duplicates.
///
/// What is kept passed before, so it is read once more at the end.
final class ConflictLog: Sendable {
  private struct State {
    var count = 0
    var target: Target?
  }

  /// The file, and what waits for the other side.
  private struct Target {
    var sink: any ByteSink
    /// The record that is kept instead of each duplicate, counted over all sources.
    let ordinals: TemporaryFile
    /// The text of each duplicate, behind its length.
    let texts: TemporaryFile
  }

  private let headers: [SourceHeader]
  /// What is not written down with the names of files.
  private let secrets: Secrets
  /// How many duplicates are looked up together.
  private let pageSize: Int
  private let state: Mutex<State>

  /// Makes a log for the sources with these headers, which is written to `path` if that is given.
  init(
    _ path: String?,
    _ headers: [SourceHeader],
    hiding secrets: Secrets,
    memoryBytes: Int
  ) throws(PipelineError) {
    (self.headers, self.secrets) = (headers, secrets)
    pageSize = max(1 << 12, memoryBytes / 8 / 32)
    let target = try path.map { path throws(PipelineError) in
      Target(
        sink: try writing { () throws(WriteFailure) in try FileSink(path: path) },
        ordinals: try TemporaryFile.forKeys(16 << 10),
        texts: try TemporaryFile.forKeys(64 << 10)
      )
    }
    let parcel = Mutex<Target?>(target)
    state = Mutex(State())
    state.withLock { $0.target = parcel.withLock { $0.take() } }
  }

  /// How many there are.
  var count: Int { state.withLock { $0.count } }

  /// Takes a duplicate of the source at `source` that differs from what is kept.
  func keep(
    _ loss: KeyRun.Loss,
    of batch: borrowing RecordBatch,
    source: Int
  ) throws(PipelineError) {
    let files = state.withLock { state in
      state.count += 1
      return state.target.map { ($0.ordinals, $0.texts) }
    }
    guard let (ordinals, texts) = files else { return }
    let header = headers[source]
    let place = batch.position(of: batch.extents[loss.record])
    let object: JSONValue = [
      "file": .string(secrets.masked(header.path)), "line": .integer(place.line),
      "record": .integer(place.record),
      "values": .object(batch.members(of: loss.record, header.columns)),
    ]
    let text = Array("\(object)".utf8)
    var word: [UInt8] = []
    word.append(words: [UInt64(loss.ordinal)])
    try ordinals.add(word)
    word.removeAll()
    word.append(words: [UInt64(text.count)])
    try texts.add(word + text)
  }

  /// Writes down what was taken, each with what `run` kept instead, and gives the file its name.
  func finish(_ run: KeyRun) throws(PipelineError) {
    guard var target = state.withLock({ $0.target.take() }) else { return }
    try target.ordinals.readFromStart()
    try target.texts.readFromStart()
    while true {
      // Each page costs a reading of all sources, and memory for its numbers: four words each.
      var page: [Int] = []
      while page.count < pageSize, let words = try target.ordinals.words(1) {
        page.append(Int(words[0]))
      }
      guard !page.isEmpty else { break }
      let kept = try KeptRecords(of: page, in: run, hiding: secrets)
      for ordinal in page {
        guard let count = try target.texts.words(1) else {
          throw .plan("\(target.sink.path): a temporary file has lost what was written to it")
        }
        var line = try target.texts.bytes(Int(count[0]))
        // The two objects become one.
        line[line.count - 1] = ASCII.comma
        line += try kept.text(of: ordinal).dropFirst() + [ASCII.lineFeed]
        try writing { () throws(WriteFailure) in try target.sink.write(line.span) }
      }
    }
    try writing { () throws(WriteFailure) in try target.sink.finish() }
  }
}

extension RecordBatch {
  /// The fields of a record as members of a JSON object, by the names of the columns.
  func members(of record: Int, _ columns: [String]) -> [JSONValue.Member] {
    columns.enumerated().map { column, name in
      let field = self[record, column]
      return JSONValue.Member(name, field.isNull ? .null : .string(text(field)))
    }
  }
}

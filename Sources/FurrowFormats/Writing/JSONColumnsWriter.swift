internal import FurrowCore

/// Writes one JSON object with an array of values for each column.
///
/// The values of a column stand together, so they wait for the last record; what does not fit the
/// memory waits in a temporary file.
final class JSONColumnsWriter: RecordWriter {
  private(set) var counts = WriteCounts()

  /// Bytes that wait in memory, all columns together.
  private static let memoryBytes = 16 << 20

  private let columns: [String]
  private let encoder: JSONEncoder
  private let lineEnding: [UInt8]
  private var sink: any ByteSink
  private var scratch = OutputBuffer(capacity: 64 << 10)
  private var waiting: [[UInt8]]
  private var waitingBytes = 0
  private var spill: TemporaryFile?
  /// Where the parts of each column are in the spill.
  private var parts: [[Range<Int>]]

  init(_ sink: any ByteSink, columns: [String], encoding: JSONEncoding) throws(WriteFailure) {
    self.sink = sink
    self.columns = columns
    lineEnding =
      encoding.lineEnding == .crlf ? [ASCII.carriageReturn, ASCII.lineFeed] : [ASCII.lineFeed]
    encoder = try JSONEncoder.make(encoding, columns: columns, path: sink.path)
    waiting = columns.map { _ in [] }
    parts = columns.map { _ in [] }
  }

  func write(
    _ batch: borrowing RecordBatch,
    _ positions: Range<Int>,
    upTo limit: Int?
  ) throws(WriteFailure) -> Int {
    for column in columns.indices {
      scratch.truncate(to: 0)
      for index in positions {
        if counts.records > 0 || index > positions.lowerBound { scratch.append(ASCII.comma) }
        let place = Int(batch.live[index]) * columns.count + column
        do throws(FieldFault) {
          try encoder.appendValue(place, column, of: batch, batch.bytes.span, to: &scratch)
        } catch {
          let record = counts.records + index - positions.lowerBound + 1
          throw WriteFailure(error, path: sink.path, columns: columns, record: record)
        }
      }
      let text = scratch.span
      waiting[column].reserveCapacity(waiting[column].count + text.count)
      for index in text.indices { waiting[column].append(text[index]) }
      waitingBytes += text.count
    }
    counts.records += positions.count
    if waitingBytes >= Self.memoryBytes { try spillWaiting() }
    return positions.count
  }

  func finish() throws(WriteFailure) {
    try spill?.rewind()
    for (column, name) in columns.enumerated() {
      let label = JSONValue.string(name).description
      try put(
        (column == 0 ? Array("{".utf8) : [ASCII.comma]) + lineEnding + Array("\(label):[".utf8)
      )
      for part in parts[column] {
        try put(try spilled(part))
      }
      try put(waiting[column])
      try put([UInt8(ascii: "]")])
    }
    try put(lineEnding + [UInt8(ascii: "}")] + lineEnding)
    var target = sink
    try target.finish()
    sink = target
  }

  private func spilled(_ part: Range<Int>) throws(WriteFailure) -> [UInt8] {
    guard let spill else { return [] }
    do throws(ReadFailure) {
      return try spill.read(part)
    } catch {
      throw WriteFailure(path: sink.path, message: error.description)
    }
  }

  private func put(_ bytes: [UInt8]) throws(WriteFailure) {
    counts.bytes += bytes.count
    var target = sink
    try target.write(bytes.span)
    sink = target
  }

  private func spillWaiting() throws(WriteFailure) {
    let file: TemporaryFile
    if let spill { file = spill } else { file = try TemporaryFile() }
    spill = file
    for column in columns.indices where !waiting[column].isEmpty {
      let start = file.count
      try file.append(waiting[column])
      parts[column].append(start..<file.count)
      waiting[column].removeAll()
    }
    waitingBytes = 0
  }
}

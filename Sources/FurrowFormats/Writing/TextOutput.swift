internal import FurrowCore

/// Turns records into one text format.
protocol RecordEncoder {
  /// What could not be told apart so far.
  var counts: WriteCounts { get set }
  /// Appends what stands before the first record.
  mutating func begin(_ columns: [String], _ buffer: inout OutputBuffer) throws(FieldFault)
  /// Appends one record.
  mutating func append(
    _ fields: Range<Int>,
    of batch: borrowing RecordBatch,
    to buffer: inout OutputBuffer
  ) throws(FieldFault)
  /// Appends what stands behind the last record.
  mutating func end(_ buffer: inout OutputBuffer) throws(FieldFault)
}

/// Writes records in the format of its encoder.
final class TextWriter<Encoder: RecordEncoder>: RecordWriter {
  private var output: TextOutput<Encoder>

  var counts: WriteCounts { output.encoder.counts }

  /// Makes a writer and writes what stands before the first record.
  init(_ sink: any ByteSink, columns: [String], encoder: Encoder) throws(WriteFailure) {
    output = TextOutput(sink, columns: columns, encoder: encoder)
    try output.edit { encoder, buffer throws(FieldFault) in try encoder.begin(columns, &buffer) }
  }

  func write(
    _ batch: borrowing RecordBatch,
    _ positions: Range<Int>,
    upTo limit: Int?
  ) throws(WriteFailure) -> Int {
    guard let limit else {
      try output.write(batch, positions)
      return positions.count
    }
    return try output.write(batch, positions, upTo: limit)
  }

  func finish() throws(WriteFailure) {
    try output.edit { encoder, buffer throws(FieldFault) in try encoder.end(&buffer) }
    try output.finish()
  }
}

/// Why a field cannot be written.
struct FieldFault: Error {
  /// Counted from 0.
  var column: Int
  var message: String
}

/// What writers of text have in common: a buffer before a sink, and records counted.
struct TextOutput<Encoder: RecordEncoder>: ~Copyable {
  let columns: [String]
  var encoder: Encoder
  private(set) var buffer: OutputBuffer
  private var sink: any ByteSink

  /// Bytes that are handed to the sink at a time.
  private static var blockBytes: Int { 256 << 10 }

  init(_ sink: any ByteSink, columns: [String], encoder: Encoder) {
    self.sink = sink
    self.columns = columns
    self.encoder = encoder
    buffer = OutputBuffer(capacity: Self.blockBytes + 64 << 10)
  }

  /// Appends what stands before or behind the records.
  mutating func edit(
    _ body: (inout Encoder, inout OutputBuffer) throws(FieldFault) -> Void
  ) throws(WriteFailure) {
    do throws(FieldFault) {
      try body(&encoder, &buffer)
    } catch {
      throw WriteFailure(error, path: sink.path, columns: columns)
    }
  }

  mutating func write(
    _ batch: borrowing RecordBatch,
    _ positions: Range<Int>
  ) throws(WriteFailure) {
    precondition(batch.columnCount == columns.count, "a batch with other columns than its writer")
    for index in positions {
      try append(Int(batch.live[index]), of: batch)
      if buffer.count >= Self.blockBytes { try flush() }
    }
  }

  /// Stops before the record with which the text would have more than `limit` bytes.
  mutating func write(
    _ batch: borrowing RecordBatch,
    _ positions: Range<Int>,
    upTo limit: Int
  ) throws(WriteFailure) -> Int {
    precondition(batch.columnCount == columns.count, "a batch with other columns than its writer")
    for index in positions {
      let before = (encoder: encoder, count: buffer.count)
      try append(Int(batch.live[index]), of: batch)
      if encoder.counts.bytes + buffer.count > limit, encoder.counts.records > 1 {
        encoder = before.encoder
        buffer.truncate(to: before.count)
        return index - positions.lowerBound
      }
      if buffer.count >= Self.blockBytes { try flush() }
    }
    return positions.count
  }

  @inline(__always)
  private mutating func append(
    _ record: Int,
    of batch: borrowing RecordBatch
  ) throws(WriteFailure) {
    do throws(FieldFault) {
      try encoder.append(batch.fieldRange(of: record), of: batch, to: &buffer)
    } catch {
      let record = encoder.counts.records + 1
      throw WriteFailure(error, path: sink.path, columns: columns, record: record)
    }
    encoder.counts.records += 1
  }

  mutating func finish() throws(WriteFailure) {
    try flush()
    try sink.finish()
  }

  private mutating func flush() throws(WriteFailure) {
    encoder.counts.bytes += buffer.count
    // A span borrows all of this value, so the sink steps out for the call.
    var target = sink
    try target.write(buffer.span)
    sink = target
    buffer.truncate(to: 0)
  }
}

extension WriteFailure {
  /// Says where the fault of a field stands.
  init(_ fault: FieldFault, path: String, columns: [String], record: Int? = nil) {
    self.init(
      path: path,
      record: record,
      column: fault.column + 1,
      field: columns.indices.contains(fault.column) ? columns[fault.column] : nil,
      message: fault.message
    )
  }
}

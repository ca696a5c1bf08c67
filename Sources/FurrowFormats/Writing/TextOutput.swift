internal import FurrowCore

/// Turns records into one text format.
protocol RecordEncoder {
  /// What could not be told apart so far.
  var counts: WriteCounts { get set }
  /// Appends one record.
  mutating func append(
    _ fields: Range<Int>,
    of batch: borrowing RecordBatch,
    to buffer: inout OutputBuffer
  ) throws(FieldFault)
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

  mutating func write(_ batch: borrowing RecordBatch) throws(WriteFailure) {
    precondition(batch.columnCount == columns.count, "a batch with other columns than its writer")
    for index in batch.live.indices {
      do throws(FieldFault) {
        let fields = batch.fieldRange(of: Int(batch.live[index]))
        try encoder.append(fields, of: batch, to: &buffer)
      } catch {
        let record = encoder.counts.records + 1
        throw WriteFailure(error, path: sink.path, columns: columns, record: record)
      }
      encoder.counts.records += 1
      if buffer.count >= Self.blockBytes { try flush() }
    }
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

public import FurrowCore

/// Writes JSON: an array of records, or a record a line.
public final class JSONWriter: RecordWriter {
  private let writer: TextWriter<JSONEncoder>

  /// What was written so far.
  public var counts: WriteCounts { writer.counts }

  /// Makes a writer of records with these names.
  ///
  /// - Throws: ``WriteFailure`` when two columns have the same name.
  public init(
    _ sink: any ByteSink,
    columns: [String],
    encoding: JSONEncoding = JSONEncoding()
  ) throws(WriteFailure) {
    let encoder = try JSONEncoder.make(encoding, columns: columns, path: sink.path)
    writer = try TextWriter(sink, columns: columns, encoder: encoder)
  }

  /// Writes the live records of `batch` at `positions`, as the protocol has it.
  ///
  /// - Throws: ``WriteFailure`` when JSON cannot hold a value, or the sink fails.
  public func write(
    _ batch: borrowing RecordBatch,
    _ positions: Range<Int>,
    upTo limit: Int?
  ) throws(WriteFailure) -> Int {
    try writer.write(batch, positions, upTo: limit)
  }

  /// Writes what ends the text, and finishes the sink.
  ///
  /// - Throws: ``WriteFailure`` when the sink fails.
  public func finish() throws(WriteFailure) { try writer.finish() }
}

extension JSONEncoder {
  /// Makes an encoder, or says which file cannot be written.
  static func make(
    _ encoding: JSONEncoding,
    columns: [String],
    path: String
  ) throws(WriteFailure) -> JSONEncoder {
    do throws(FieldFault) {
      return try JSONEncoder(encoding, columns: columns)
    } catch {
      throw WriteFailure(error, path: path, columns: columns)
    }
  }
}

public import FurrowCore

/// Writes JSON: an array of objects, or an object a line.
public final class JSONWriter: RecordWriter {
  private var output: TextOutput<JSONEncoder>

  /// What was written so far.
  public var counts: WriteCounts { output.encoder.counts }

  /// Makes a writer of objects with these names.
  ///
  /// - Throws: ``WriteFailure`` when two columns have the same name.
  public init(
    _ sink: any ByteSink,
    columns: [String],
    encoding: JSONEncoding = JSONEncoding()
  ) throws(WriteFailure) {
    do throws(FieldFault) {
      let encoder = try JSONEncoder(encoding, columns: columns)
      output = TextOutput(sink, columns: columns, encoder: encoder)
    } catch {
      throw WriteFailure(error, path: sink.path, columns: columns)
    }
  }

  /// Writes the live records of `batch`.
  ///
  /// - Throws: ``WriteFailure`` when JSON cannot hold a value, or the sink fails.
  public func write(_ batch: borrowing RecordBatch) throws(WriteFailure) {
    try output.write(batch)
  }

  /// Writes what ends the text, and finishes the sink.
  ///
  /// - Throws: ``WriteFailure`` when the sink fails.
  public func finish() throws(WriteFailure) {
    try output.edit { encoder, buffer in encoder.appendEnd(to: &buffer) }
    try output.finish()
  }
}

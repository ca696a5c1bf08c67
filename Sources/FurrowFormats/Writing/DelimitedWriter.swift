public import FurrowCore

/// Writes delimited text (CSV, TSV and their kin): the reader's inverse.
///
/// Bytes of texts are written as they stand, those that are not UTF-8 and NUL included.
public final class DelimitedWriter: RecordWriter {
  private var output: TextOutput<DelimitedEncoder>

  /// What was written so far.
  public var counts: WriteCounts { output.encoder.counts }

  /// Makes a writer and writes the header, if the dialect has one.
  ///
  /// NULL is written as the first of the dialect's NULL tokens, else as nothing, or `\N` with escapes.
  /// - Throws: ``WriteFailure`` when a name cannot be written.
  public init(
    _ sink: any ByteSink,
    columns: [String],
    dialect: Dialect = .csv,
    lineEnding: LineEnding = .lf,
    blob: BlobText = .base64
  ) throws(WriteFailure) {
    let encoder = DelimitedEncoder(dialect: dialect, lineEnding: lineEnding, blob: blob)
    output = TextOutput(sink, columns: columns, encoder: encoder)
    guard dialect.hasHeader else { return }
    try output.edit { encoder, buffer throws(FieldFault) in
      try encoder.appendHeader(columns, to: &buffer)
    }
  }

  /// Writes the live records of `batch`.
  ///
  /// - Throws: ``WriteFailure`` when a value cannot be written in this dialect, or the sink fails.
  public func write(_ batch: borrowing RecordBatch) throws(WriteFailure) {
    try output.write(batch)
  }

  /// Writes what waits and finishes the sink.
  ///
  /// - Throws: ``WriteFailure`` when the sink fails.
  public func finish() throws(WriteFailure) { try output.finish() }
}

public import FurrowCore

/// Writes delimited text (CSV, TSV and their kin): the reader's inverse.
///
/// Bytes of texts are written as they stand, those that are not UTF-8 and NUL included.
public final class DelimitedWriter: RecordWriter {
  private let writer: TextWriter<DelimitedEncoder>

  /// What was written so far.
  public var counts: WriteCounts { writer.counts }

  /// Makes a writer and writes the header, if the dialect has one.
  ///
  /// NULL is written as the first of the dialect's NULL tokens, else as nothing, or `\N` with escapes.
  /// - Throws: ``WriteFailure`` when a name cannot be written.
  public init(
    _ sink: any ByteSink,
    columns: [String],
    dialect: Dialect = .csv,
    style: DelimitedStyle = DelimitedStyle()
  ) throws(WriteFailure) {
    let encoder = DelimitedEncoder(dialect: dialect, style: style)
    writer = try TextWriter(sink, columns: columns, encoder: encoder)
  }

  /// Writes the live records of `batch` at `positions`, as the protocol has it.
  ///
  /// - Throws: ``WriteFailure`` when a value cannot be written in this dialect, or the sink fails.
  public func write(
    _ batch: borrowing RecordBatch,
    _ positions: Range<Int>,
    upTo limit: Int?
  ) throws(WriteFailure) -> Int {
    try writer.write(batch, positions, upTo: limit)
  }

  /// Writes what waits and finishes the sink.
  ///
  /// - Throws: ``WriteFailure`` when the sink fails.
  public func finish() throws(WriteFailure) { try writer.finish() }
}

public import FurrowCore

/// Somewhere records go to as text.
public protocol RecordWriter: AnyObject {
  /// What was written so far.
  var counts: WriteCounts { get }

  /// Writes the live records of `batch` at `positions`, counted from 0 in `RecordBatch.live`.
  ///
  /// With a `limit` it stops before the record with which the text would have more bytes than that,
  /// unless it is the first one; what ends the text is not counted.
  /// - Returns: How many records were written.
  /// - Throws: ``WriteFailure`` when the format cannot hold a value, or its target cannot be written.
  /// - Precondition: The batch has as many columns as the writer.
  func write(
    _ batch: borrowing RecordBatch,
    _ positions: Range<Int>,
    upTo limit: Int?
  ) throws(WriteFailure) -> Int

  /// Writes what ends the text, and finishes the sink.
  ///
  /// - Throws: ``WriteFailure`` when the target cannot be written.
  func finish() throws(WriteFailure)
}

extension RecordWriter {
  /// Writes the live records of `batch`.
  ///
  /// - Throws: ``WriteFailure`` when the format cannot hold a value, or its target cannot be written.
  public func write(_ batch: borrowing RecordBatch) throws(WriteFailure) {
    _ = try write(batch, batch.live.indices, upTo: nil)
  }
}

/// What a writer has written.
public struct WriteCounts: Sendable, Equatable {
  /// Records, the header not counted.
  public var records = 0
  /// Bytes, before any compression.
  public var bytes = 0
  /// NULLs that were written as a text which would be written the same.
  public var indistinctNulls = 0
  /// Texts, and BLOBs without bytes, that will be read back as NULL.
  public var indistinctTexts = 0

  /// Makes counts of nothing.
  public init() {}
}

/// What ends a line that is written.
public enum LineEnding: String, Sendable, CaseIterable {
  /// LF.
  case lf
  /// CR LF.
  case crlf
}

public import FurrowCore

/// Reads delimited text (CSV, TSV and their kin) into batches.
public final class DelimitedReader: RecordReader {
  /// The names of the columns, each once, in the file's order.
  public var columns: [String] { blocks.names.names }
  /// What was changed in the header to make each name stand once.
  public var renamings: [HeaderNames.Renaming] { blocks.names.renamings }
  /// The bytes of the header record with its line end; empty when there is none.
  public var header: [UInt8] { blocks.header }
  /// The line that the header stands on, counted from 1.
  public var headerLine: Int { blocks.headerLine }
  /// The dialect that is read.
  public var dialect: Dialect { blocks.dialect }
  /// The source's name in messages.
  public var path: String { blocks.path }

  /// Bytes in a batch, unless asked otherwise.
  public static let blockBytes = 512 << 10

  private var blocks: BlockReading

  /// Opens `source` and reads its header.
  ///
  /// - Throws: ``ReadFailure`` when it cannot be read, has no bytes, or its header is at fault.
  public init(
    _ source: any ByteSource,
    dialect: Dialect = .csv,
    blockBytes: Int = DelimitedReader.blockBytes,
    limits: ReadingLimits = ReadingLimits()
  ) throws(ReadFailure) {
    blocks = try BlockReading(
      source,
      dialect: dialect,
      blockBytes: blockBytes,
      limits: limits
    )
  }

  /// Passes over everything before `position`, and gives the checksum of what was passed over.
  ///
  /// - Throws: ``ReadFailure`` when the source cannot be read.
  public func skip(to position: SourcePosition) throws(ReadFailure) -> UInt32 {
    try blocks.skip(to: position)
  }

  /// Fills `batch` with the next records; false when there are none.
  ///
  /// Records at fault are among the batch's rejections, with their place.
  /// - Throws: ``ReadFailure`` when the source cannot be read on, or a record is too long.
  public func fill(_ batch: inout RecordBatch) throws(ReadFailure) -> Bool {
    let rules = ScanRules(dialect, columnCount: blocks.names.names.count)
    return dialect.isPlain
      ? try blocks.fill(&batch, with: DelimitedScanner(rules))
      : try blocks.fill(&batch, with: EscapedScanner(rules))
  }
}

public import FurrowCore

/// Reads CSV with libcsv: the second opinion on what a file holds.
///
/// It finds the same records, values and faults as ``DelimitedReader``, by another parser. What both
/// share stands before and behind the parser: the header, blocks, line ends and comments, and the
/// checks of bytes and NULLs.
public final class LibcsvReader: RecordReader {
  /// The names of the columns, each once, in the file's order.
  public var columns: [String] { blocks.names.names }
  /// What was changed in the header to make each name stand once.
  public var renamings: [HeaderNames.Renaming] { blocks.names.renamings }
  /// The bytes of the header record with its line end; empty when there is none.
  public var header: [UInt8] { blocks.header }
  /// The line that the header stands on, counted from 1.
  public var headerLine: Int { blocks.headerLine }
  /// The source's name in messages.
  public var path: String { blocks.path }

  private var blocks: BlockReading
  private let quote: UInt8

  /// Opens `source` and reads its header.
  ///
  /// - Throws: ``ReadFailure`` when it cannot be read, has no bytes, its header is at fault, or the
  ///   dialect has no quote.
  public init(
    _ source: any ByteSource,
    dialect: Dialect = .csv,
    blockBytes: Int = DelimitedReader.blockBytes,
    limits: ReadingLimits = ReadingLimits()
  ) throws(ReadFailure) {
    if let fault = Self.fault(of: dialect) {
      throw ReadFailure(path: source.path, message: "\(fault); use the other reader")
    }
    quote = dialect.quote ?? ASCII.quote
    blocks = try BlockReading(
      source,
      dialect: dialect,
      blockBytes: blockBytes,
      limits: limits
    )
  }

  /// What libcsv cannot do of `dialect`, in words; `nil` when it reads all of it.
  package static func fault(of dialect: Dialect) -> String? {
    if dialect.quote == nil { return "libcsv reads text with quotes only" }
    let isKnown = dialect.wideDelimiter == nil && dialect.isPlain && !dialect.skipsInitialSpace
    return isKnown ? nil : "libcsv knows delimiters of one byte and doubled quotes only"
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
    let rules = ScanRules(blocks.dialect, columnCount: blocks.names.names.count)
    return try blocks.fill(&batch, with: LibcsvScanner(rules, quote: quote))
  }
}

internal import FurrowCore
public import FurrowFormats

/// A text file to read, as often as need be: where it is and how it is written.
public struct TextSource: Sendable {
  /// The file, as the user named it; `-` is standard input.
  public var path: String
  /// How it is written.
  public var dialect: Dialect
  /// Its format.
  public var format: FileFormat
  /// At most so many records are read.
  public var limits = ReadingLimits()
  /// Bytes in a batch.
  public var blockBytes = DelimitedReader.blockBytes

  /// A source that can be read once, which may be opened twice.
  private let input: ReadOnceSource?
  /// What it held, once all of it is kept to be read any number of times.
  private var spooled: SpooledSource?

  /// Makes a source.
  ///
  /// A wish that the run stops ends a read that waits.
  public init(
    path: String,
    dialect: Dialect,
    format: FileFormat,
    cancellation: Cancellation? = nil
  ) {
    self.path = path
    self.dialect = dialect
    self.format = format
    input =
      FileSource.isReadOnce(path) ? ReadOnceSource(path: path, alarm: cancellation?.alarm) : nil
  }

  /// Keeps what can be read once in a temporary file, so that it can be opened more than once.
  mutating func spool() throws(PipelineError) {
    guard let input, spooled == nil else { return }
    spooled = try reading { () throws(ReadFailure) in try SpooledSource(input.open()) }
  }

  /// Opens the source from its start, and reads its header.
  func open() throws(PipelineError) -> sending any RecordReader {
    try reading { () throws(ReadFailure) -> sending any RecordReader in
      let bytes =
        if let spooled { try lookThrough(spooled.source) } else if let input {
          try lookThrough(input.open())
        } else { try openSource(path: path) }
      return try DelimitedReader(
        bytes,
        dialect: dialect,
        blockBytes: blockBytes,
        limits: limits
      )
    }
  }
}

/// What is known of a source before its first record.
struct SourceHeader: Sendable {
  var path: String
  /// The names of the columns, each once.
  var columns: [String]
  /// The bytes of the header with its line end; empty when there is none.
  var bytes: [UInt8]
  /// The line it stands on.
  var line: Int
  /// What was changed in the names, in words.
  var warnings: [String]

  init(_ reader: any RecordReader) {
    path = reader.path
    columns = reader.columns
    bytes = reader.header
    line = reader.headerLine
    let (path, line) = (path, line)
    warnings = reader.renamings.map { renaming in
      let reason = renaming.first.map { "stands in column \($0), too" } ?? "is blank"
      return "\(path):\(line): the name \"\(renaming.old)\" of column \(renaming.column)"
        + " \(reason); it is called \"\(renaming.new)\""
    }
  }
}

public import FurrowCore
public import FurrowFormats
public import FurrowSQLite

/// A whole export as one value: which rows, in what format, to where.
public struct ExportPlan: Sendable {
  /// Where the rows come from.
  public enum Rows: Sendable, Equatable {
    /// Every row of a table or view.
    case table(String)
    /// The rows of a query, with the values for its parameters.
    case query(String, [Value] = [])
  }

  /// The database file; it is not changed.
  public var database: String
  /// Where the rows come from.
  public var rows: Rows
  /// Values for the named parameters of the query, by name without a prefix.
  public var variables: [String: Value] = [:]
  /// The columns of the table that are written, in order; `nil` for all.
  public var columns: [String]?
  /// The file to write; `-` is standard output.
  public var output: String
  /// The format.
  public var format: FileFormat
  /// How delimited text is written.
  public var dialect: Dialect
  /// How JSON is written; the format decides its layout.
  public var json = JSONEncoding()
  /// What ends a line.
  public var lineEnding = LineEnding.lf
  /// How blobs are written.
  public var blob = BlobText.base64
  /// Whether a column whose name stands already gets another one.
  public var renamesDuplicates = false
  /// How long to wait for another program's lock.
  public var busyTimeout = Duration.seconds(10)

  /// Who is told how far the export is.
  public var progress: RunProgress?
  /// What ends the export before its time.
  public var cancellation: Cancellation?

  /// Makes a plan to write `rows` of `database` to `output`.
  public init(
    database: String,
    rows: Rows,
    output: String = "-",
    format: FileFormat = .csv,
    dialect: Dialect? = nil
  ) {
    self.database = database
    self.rows = rows
    self.output = output
    self.format = format
    self.dialect = dialect ?? (format == .tsv ? .tsv : .csv)
  }
}

public import FurrowFormats
public import FurrowSQLite

/// A whole export as one value: which rows, in what format, to where.
public struct ExportPlan: Sendable {
  /// Where the rows come from.
  public enum Rows: Sendable, Equatable {
    /// The rows of a table or view.
    case table(String)
    /// The rows of several tables or views, each into a file of its own.
    case tables([String])
    /// The rows of all tables, each into a file of its own.
    case everything
    /// The rows of a query.
    case query(String)
  }

  /// How the rows are divided among files.
  public struct Parts: Sendable, Equatable {
    /// The most rows of a file.
    public var rowsPerFile: Int?
    /// The most bytes of a file, before compression; a row that has more stands alone.
    public var bytesPerFile: Int?
    /// The column whose values have a file each.
    public var column: String?

    /// Makes one part of everything.
    public init() {}

    /// Whether all rows go to one file.
    public var isOne: Bool { self == Parts() }
  }

  /// The database file; it is not changed.
  public var database: String
  /// Where the rows come from.
  public var rows: Rows
  /// Values for the parameters without a name, in order.
  public var values: [Value] = []
  /// Values for the parameters that have a name, which stands here without its prefix.
  public var parameters: [(name: String, value: Value)] = []
  /// Values for further parameters that have a name; those that none has are passed over.
  public var variables: [String: Value] = [:]
  /// The columns of the table that are written, in order; `nil` for all.
  public var columns: [String]?
  /// An SQL expression over the table's columns; only rows for which it is true are written.
  public var filter: String?
  /// What the rows of the table are ordered by: terms of ORDER BY; the table's key is added.
  public var order: String?
  /// The most rows that are written of each table or query.
  public var limit: Int?
  /// The file to write, or the folder for several; `-` is standard output.
  public var output: String
  /// How the rows are written.
  public var form: TextForm
  /// How the rows are divided among files.
  public var parts = Parts()
  /// Whether a Data Package is written beside the files, which describes them.
  public var hasManifest = false
  /// Whether what was written is read back and compared with the database.
  public var isVerified = false
  /// Whether a column whose name stands already gets another one.
  public var renamesDuplicates = false
  /// Whether a statement without columns is run, and writes nothing.
  public var allowsNoColumns = false
  /// How long to wait for another program's lock.
  public var busyTimeout = Duration.seconds(10)
  /// Threads: 1, or 2 to read rows beside the writing.
  public var lanes = 2
  /// Who is told how far the export is.
  public var progress: RunProgress?
  /// What ends the export before its time.
  public var cancellation: Cancellation?

  /// Makes a plan to write `rows` of `database` to `output`.
  public init(
    database: String,
    rows: Rows,
    output: String = "-",
    form: TextForm = TextForm(.csv)
  ) {
    self.database = database
    self.rows = rows
    self.output = output
    self.form = form
  }

  /// Whether the database is asked more than once, so that all answers have to be of one state.
  var isRepeatedlyRead: Bool {
    if case .query = rows { return isVerified || hasManifest }
    return true
  }

  /// Whether the output is a folder.
  var isFolder: Bool {
    switch rows {
    case .table, .query: false
    case .tables, .everything: true
    }
  }
}

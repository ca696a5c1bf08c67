public import FurrowCore
public import FurrowFormats
public import FurrowSQLite

/// A whole import as one value: what to read, how, and what to make of it in which table.
public struct ImportPlan: Sendable {
  /// What happens when the table is not there.
  public enum Creation: String, Sendable, CaseIterable {
    /// It is made, with the types that hold every value of the source as it is written.
    case auto
    /// The import fails.
    case never
  }

  /// What happens when the table is there already.
  public enum Existing: String, Sendable, CaseIterable {
    /// Its rows stay, and the records come to them.
    case append
    /// It is dropped and made anew from the sources, with the indexes and triggers it had.
    case replace
    /// Its rows are deleted first.
    case truncate
    /// The import fails.
    case fail
  }

  /// How many rejected records are too many.
  public enum RejectLimit: Sendable, Equatable {
    /// More than so many.
    case count(Int)
    /// More than this share of the records read, in percent.
    case percent(Double)
  }

  /// When an import that commits as it goes does so.
  public enum CommitRule: Sendable, Equatable {
    /// After at least so many records.
    case records(Int)
    /// After at least this time.
    case interval(Duration)
  }

  /// Which of the two CSV readers does the work.
  public enum Reader: String, Sendable, CaseIterable {
    /// The fast one.
    case native
    /// The second opinion, on libcsv.
    case libcsv
  }

  /// The sources, in order; `-` is standard input.
  public var sources: [String]
  /// How they are written.
  public var dialect: Dialect
  /// How those are written that are not written as ``dialect`` says, by their places in ``sources`` from 0.
  public var dialects: [Int: Dialect] = [:]
  /// Whether the dialect of CSV is found out, of each source; ``dialect`` is what holds where nothing
  /// else is found.
  public var isSniffed = false
  /// The shapes that the sources have to have, one for each; empty when they may have any.
  public var locks: [ShapeLock] = []
  /// Which reader is used.
  public var reader = Reader.native
  /// Their format; `nil` when each source's name tells it, and CSV where none does.
  public var format: FileFormat?
  /// How their text is written as bytes.
  public var encoding = TextEncoding.automatic
  /// What becomes of bytes that are not UTF-8.
  public var badBytes = BadBytes.reject
  /// At most so many records are read of each source.
  public var limit: Int?
  /// The largest record, in bytes.
  public var recordBytes = ReadingLimits.recordBytes
  /// The database file.
  public var database: String
  /// The table; `nil` takes the first source's name.
  public var table: String?
  /// What happens when the table is not there.
  public var creation = Creation.auto
  /// What happens when the table is there already.
  public var existing = Existing.append
  /// Whether a database that is not there yet is made without a care for a crash before its end.
  public var isFast = false
  /// Whether statistics of the table are gathered behind the load: `ANALYZE`.
  public var analyzes = false
  /// Migrations to apply first; the tables are theirs then, and none is made.
  public var upgrade: SchemaUpgrade?
  /// Whether a table that is made holds nothing but text.
  public var isAllText = false
  /// The columns to load, by their names in the source; `nil` for all of them.
  public var selection: [String]?
  /// New names for columns of the source.
  public var renamings: [(old: String, new: String)] = []
  /// Values for columns of the table that the source lacks.
  public var defaults: [(column: String, value: String)] = []
  /// SQL expressions over the source's columns, for columns of the table.
  public var expressions: [(column: String, sql: String)] = []
  /// What each record has to meet, in SQL over the source's columns.
  public var rules: [RecordRule] = []
  /// An SQL expression over the source's columns; only records where it is true are loaded.
  public var filter: String?
  /// Values for the named parameters of the expressions and the filter, by name without a prefix.
  public var variables: [String: Value] = [:]
  /// What happens to a record whose unique key is in the table already.
  public var conflict = InsertPlan.Conflict.abort
  /// When what is loaded is committed before the end; `nil` for all or nothing.
  public var commitRule: CommitRule?
  /// Whether an earlier run of the same sources into the same table is gone on with.
  public var resumes = false
  /// How bytes are written as text, for columns that hold blobs.
  public var blobText = BlobText.base64
  /// Whether the run goes on without the records that are at fault.
  public var goesOnWithoutRejects = false
  /// Where rejected records are kept.
  public var rejectsFolder: String?
  /// How many faults are kept for the report.
  public var keptFaults = RejectLog.shownLimit
  /// What is not written down, neither with the rejected records nor with the run.
  package var secrets = Secrets()
  /// The files that are read beside the sources and the schema.
  package var filesRead: [String] = []
  /// How many rejected records are too many.
  public var rejectLimit: RejectLimit?
  /// Whether everything is done and then rolled back.
  public var isDryRun = false
  /// Threads: 1, or 2 to read and check beside the database's work.
  public var lanes = 2
  /// How long to wait for another program's lock.
  public var busyTimeout = Duration.seconds(10)
  /// What is written down with the rows, so that a later run of a pipeline knows that they are there.
  public var mark: StepMark?
  /// Who is told how far the import is.
  public var progress: RunProgress?
  /// What ends the import before its time.
  public var cancellation: Cancellation?
  /// The file of a Table Schema, or of a data package, that every record has to fit.
  public var schema: String?
  /// What makes a record unique, and which of several is loaded.
  public var deduplication: Deduplication?
  /// Memory for the whole run, in bytes.
  public var memoryBytes = 256 << 20
  /// Bytes in a batch.
  public var blockBytes = DelimitedReader.blockBytes

  /// What the run reads and writes, which nothing else may write over.
  package var files: ProtectedFiles {
    ProtectedFiles(
      databases: [database] + [deduplication?.table?.database].compactMap { $0 },
      sources: sources,
      schema: schema,
      read: filesRead + PackageImporter.parts(of: schema)
    )
  }

  /// How the source at `index` is written, as far as nothing was found out.
  func dialect(of index: Int) -> Dialect { dialects[index] ?? dialect }

  /// The format of the source at `index`.
  func format(of index: Int) -> FileFormat {
    let locked = locks.indices.contains(index) ? locks[index].format : nil
    return format ?? locked ?? FileFormat(path: sources[index]) ?? .csv
  }

  /// Whether the run is written down in `furrow_runs`.
  var isWrittenDown: Bool { commitRule != nil || resumes }

  /// How much is read of each source, and in what portions.
  var readingLimits: ReadingLimits {
    var limits = ReadingLimits(
      records: limit,
      recordBytes: recordBytes,
      hasChecksum: isWrittenDown
    )
    if case .records(let count) = commitRule { limits.recordsPerBatch = max(count, 1) }
    return limits
  }

  /// Makes a plan to import `sources` into `database`.
  public init(sources: [String], dialect: Dialect = .csv, database: String, table: String? = nil) {
    self.sources = sources
    self.dialect = dialect
    self.database = database
    self.table = table
  }
}

internal import FurrowCore
internal import FurrowFormats
internal import FurrowSQLite

/// Rebuilds the tables of a Data Package in a database: all of them, or nothing.
///
/// A package of ``Exporter`` gives the tables as they were, with their indexes, views and triggers;
/// another one gives tables with the types and keys of its schemas. Foreign keys are looked at when all
/// rows are there, so neither the order of the tables nor of their rows matters, and no trigger runs.
public struct PackageImporter {
  /// What was done.
  public struct Report: Sendable {
    /// The books.
    public internal(set) var ledger = Ledger()
    /// The tables, each with its rows.
    public internal(set) var tables: [(name: String, rows: Int)] = []
    /// The first faults.
    public internal(set) var faults: [Fault] = []
    /// What the user should know.
    public internal(set) var warnings: [String] = []
    /// Why nothing was loaded; `nil` when everything was.
    public internal(set) var failure: PipelineError?
  }

  /// The package's file.
  public var path: String
  /// The database file; created if it is missing.
  public var database: String
  /// Whether everything is done and then taken back.
  public var isDryRun = false
  /// Threads: 1, or 2 to read beside the database's work.
  public var lanes = 2
  /// How long to wait for another program's lock.
  public var busyTimeout = Duration.seconds(10)
  /// What ends the import before its time.
  public var cancellation: Cancellation?

  /// Makes an importer of the package at `path` into `database`.
  public init(path: String, database: String) {
    self.path = path
    self.database = database
  }

  /// Runs the import once and tells what became of it.
  public func run() -> Report {
    var report = Report()
    do throws(PipelineError) {
      try load(&report)
    } catch {
      report.ledger.undo()
      let isCancelled = cancellation?.isCancelled ?? false
      report.failure = isCancelled ? .interrupted(isPartlyLoaded: false) : error
    }
    return report
  }

  private func load(_ report: inout Report) throws(PipelineError) {
    let package = try DataPackage(path)
    if package.resources.isEmpty { throw .plan("\(path): there are no resources to load") }
    for resource in package.resources { try resource.checkFiles() }
    var plan = ImportPlan(sources: [], database: database)
    plan.busyTimeout = busyTimeout
    let file = DatabaseFile(database)
    do throws(PipelineError) {
      let database = try file.open(plan)
      let endWatch = cancellation?.watch(database)
      defer { endWatch?() }
      try FurrowPipeline.database { () throws(SQLiteError) in
        // They are looked at in the end; SQLite would look at each row, and run actions.
        try database.setForeignKeys(false)
        try database.begin(.immediate)
      }
      do throws(PipelineError) {
        try rebuild(package, in: database, &report)
      } catch {
        database.rollBack()
        throw error
      }
    } catch {
      file.removeIfNew()
      throw error
    }
    if isDryRun { file.removeIfNew() }
  }

  private func rebuild(
    _ package: DataPackage,
    in database: Database,
    _ report: inout Report
  ) throws(PipelineError) {
    var logs: [RejectLog] = []
    do throws(PipelineError) {
      for resource in package.resources {
        let table = PackageTable(resource, of: path, self)
        let rows = report.ledger.loaded
        try table.create(in: database)
        try table.load(into: database, &report.ledger, &logs)
        report.tables.append((table.name, report.ledger.loaded - rows))
      }
    } catch {
      for log in logs { report.faults += log.shown }
      throw error
    }
    for log in logs { report.faults += log.shown }
    let ledger = report.ledger
    guard ledger.isBalanced else { throw .unbalanced("the books do not balance") }
    if ledger.rejected > 0 {
      throw .rejected(
        "\(ledger.rejected) of \(ledger.read) records are at fault and nothing was loaded"
      )
    }
    try FurrowPipeline.database { () throws(SQLiteError) in
      for resource in package.resources {
        for sql in resource.own.sql.dropFirst() { try database.create(sql, ["INDEX"]) }
      }
      for sql in package.sql { try database.create(sql, ["VIEW", "TRIGGER"]) }
    }
    try PackageKeys(package).check(in: database, &report.warnings)
    try cancellation?.check()
    if isDryRun { return database.rollBack() }
    try FurrowPipeline.database { () throws(SQLiteError) in
      for resource in package.resources {
        guard let sequence = resource.own.sequence, let table = resource.own.table else { continue }
        try database.setSequence(of: table, to: sequence)
      }
      try database.commit()
    }
  }
}

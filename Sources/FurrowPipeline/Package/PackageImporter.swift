internal import FurrowCore
internal import FurrowFormats
internal import FurrowSQLite

/// Rebuilds the tables of a Data Package in a database: all of them, or nothing.
///
/// A package of ``Exporter`` gives the tables as they were, with their indexes, views and triggers;
/// another one gives tables with the types and keys of its schemas. Foreign keys are looked at when all
/// rows are there, so neither the order of the tables nor of their rows matters, and no trigger runs.
public struct PackageImporter: Sendable {
  /// What was done.
  public struct Report: Sendable {
    /// The books.
    public internal(set) var ledger = Ledger()
    /// The tables, each with its rows.
    public internal(set) var tables: [(name: String, rows: Int)] = []
    /// The first faults.
    public internal(set) var faults: [Fault] = []
    /// The migrations that came since the package was made, in order.
    public internal(set) var appliedMigrations: [String] = []
    /// What the user should know.
    public internal(set) var warnings: [String] = []
    /// Why nothing was loaded; `nil` when everything was.
    public internal(set) var failure: PipelineError?
    /// How long it took.
    public internal(set) var duration = Duration.zero
  }

  /// The package's file.
  public var path: String
  /// The database file; created if it is missing.
  public var database: String
  /// Whether tables that are there already are made anew; else they are a fault.
  public var replaces = false
  /// What is written down with the rows, so that a later run of a pipeline knows that they are there.
  public var mark: StepMark?
  /// Whether everything is done and then taken back.
  public var isDryRun = false
  /// Threads: 1, or 2 to read beside the database's work.
  public var lanes = 2
  /// How long to wait for another program's lock.
  public var busyTimeout = Duration.seconds(10)
  /// Migrations that bring the tables from the package's version to another one; the database has to be
  /// new or empty then.
  public var upgrade: SchemaUpgrade?
  /// What ends the import before its time.
  public var cancellation: Cancellation?

  /// Makes an importer of the package at `path` into `database`.
  public init(path: String, database: String) {
    self.path = path
    self.database = database
  }

  /// Runs the import once and tells what became of it.
  public func run() -> Report {
    let start = ContinuousClock.now
    var report = Report()
    do throws(PipelineError) {
      try load(&report)
    } catch {
      report.ledger.undo()
      report.appliedMigrations = []
      let isCancelled = cancellation?.isCancelled ?? false
      report.failure = isCancelled ? .interrupted(isPartlyLoaded: false) : error
    }
    report.duration = start.duration(to: .now)
    return report
  }

  /// The files of the package at `path`, itself included.
  public static func files(of path: String) throws(PipelineError) -> [String] {
    [path] + (try DataPackage(path).resources.flatMap { $0.parts.map(\.path) })
  }

  /// The files of the tables of the package at `path`; none where it is no package.
  static func parts(of path: String?) -> [String] {
    path.flatMap { try? files(of: $0).dropFirst() }.map(Array.init) ?? []
  }

  private func load(_ report: inout Report) throws(PipelineError) {
    let package = try DataPackage(path)
    if package.resources.isEmpty { throw .plan("\(path): there are no resources to load") }
    for resource in package.resources { try resource.checkFiles() }
    if let upgrade { return try PackageUpgrade(self, upgrade).run(package, &report) }
    var plan = ImportPlan(sources: [], database: database)
    plan.busyTimeout = busyTimeout
    let file = DatabaseFile(database)
    do throws(PipelineError) {
      let database = try file.open(plan)
      let endWatch = cancellation?.watch(database)
      defer { endWatch?() }
      try rebuild(package, in: database, keeps: !isDryRun, &report)
    } catch {
      file.removeIfNew()
      throw error
    }
    if isDryRun { file.removeIfNew() }
  }

  /// Makes and fills the tables of `package` in one transaction, without its triggers.
  ///
  /// `fillsTables`: whether a table that is there gets the package's rows in place of its own.
  func rebuild(
    _ package: DataPackage,
    in database: Database,
    fillsTables: Bool = false,
    keeps: Bool = true,
    _ report: inout Report
  ) throws(PipelineError) {
    try FurrowPipeline.database { () throws(SQLiteError) in
      // They are looked at in the end; SQLite would look at each row, and run actions.
      try database.setForeignKeys(false)
      try database.begin(.immediate)
    }
    do throws(PipelineError) {
      try fill(package, in: database, fillsTables, &report)
      guard keeps else { return database.rollBack() }
      try FurrowPipeline.database { () throws(SQLiteError) in try database.commit() }
    } catch {
      database.rollBack()
      throw error
    }
  }

  private func fill(
    _ package: DataPackage,
    in database: Database,
    _ fillsTables: Bool,
    _ report: inout Report
  ) throws(PipelineError) {
    var logs: [RejectLog] = []
    let tables = package.resources.map { PackageTable($0, of: path, self) }
    var replacement: PackageReplacement?
    if replaces {
      let made = package.sql + package.resources.flatMap(\.own.sql)
      replacement = try PackageReplacement(of: tables.map(\.name), making: made, in: database)
    }
    do throws(PipelineError) {
      for table in tables {
        let rows = report.ledger.loaded
        try table.makeReady(in: database, fillsTables)
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
    for sql in package.resources.flatMap({ $0.own.sql.dropFirst() }) {
      try FurrowPipeline.database { () throws(SQLiteError) in try database.create(sql, ["INDEX"]) }
    }
    for sql in package.sql where try !(replacement?.isMade(sql) ?? false) {
      try FurrowPipeline.database { () throws(SQLiteError) in
        try database.create(sql, ["VIEW", "TRIGGER"])
      }
    }
    try replacement?.finish()
    try PackageKeys(package).check(in: database, &report.warnings)
    try cancellation?.check()
    try FurrowPipeline.database { () throws(SQLiteError) in
      for resource in package.resources {
        guard let sequence = resource.own.sequence, let table = resource.own.table else { continue }
        try database.setSequence(of: table, to: sequence)
      }
      if let mark, let table = tables.first {
        try StepMarks(database).write(mark, table: table.name, rejected: 0)
      }
    }
  }
}

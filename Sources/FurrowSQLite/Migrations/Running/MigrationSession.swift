/// A connection set up for migrations: locked, foreign keys off, commits safe, files watched.
final class MigrationSession {
  let database: Database
  let history: MigrationHistory
  /// Hears of every statement that has run.
  var observer: ((StatementReport) -> Void)?
  /// The first statement that takes rows of a table it does not name, by the table in lower case.
  private(set) var deletions: [String: MigrationError] = [:]
  private let watcher: StatementGuard
  private let previous: [(pragma: String, value: Int64)]
  private var lock: MigrationLock?

  /// Switches of the connection that a file may set, and that must not outlive it.
  private static let pragmas = [
    "foreign_keys", "synchronous", "legacy_alter_table", "ignore_check_constraints",
    "recursive_triggers", "reverse_unordered_selects", "cell_size_check", "query_only",
    "defer_foreign_keys",
  ]

  /// `isLocked`: Whether the caller holds the lock already.
  /// - Throws: `database` if a transaction is open, another process migrates for too long, or
  ///   foreign keys cannot be switched off.
  init(_ database: Database, isLocked: Bool = false) throws(MigrationError) {
    guard !database.isInTransaction else {
      throw MigrationError(.database, "migrations cannot run inside an open transaction")
    }
    if !isLocked, let path = database.filePath {
      lock = try MigrationLock(of: path, waiting: database.options.busyTimeout)
    }
    do {
      var previous: [(pragma: String, value: Int64)] = []
      for pragma in Self.pragmas {
        if let value = try database.firstInteger("PRAGMA \(raw: pragma)") {
          previous.append((pragma, value))
        }
      }
      // Must come before BEGIN, and is read back: inside a transaction it does nothing.
      try database.setForeignKeys(false)
      // 2 is FULL: a migration that was reported as applied must outlive a power loss.
      let synchronous = try database.firstInteger("PRAGMA synchronous") ?? 2
      if synchronous < 2 { try database.execute("PRAGMA synchronous = FULL") }
      self.previous = previous
    } catch {
      throw MigrationError(error)
    }
    self.database = database
    history = MigrationHistory(database: database)
    watcher = StatementGuard(database)
  }

  /// Gives the connection back as it was.
  func end() {
    database.rollBack()
    restore(Self.pragmas)
    lock = nil
  }

  /// Opens a transaction with the right to write.
  func begin(enforcesForeignKeys: Bool = false) throws(MigrationError) {
    do {
      // A file outside a transaction may have switched them.
      try database.setForeignKeys(enforcesForeignKeys)
      try database.begin(.immediate)
    } catch {
      throw MigrationError(error)
    }
  }

  /// Runs `body`, which runs `migrations`, and refuses what it broke.
  ///
  /// - Throws: what `body` throws; else as `GroupGuard`.
  func keepingWhole(
    _ migrations: [Migration],
    _ sections: [Migration.Section],
    countsRows: Bool,
    _ body: () throws(MigrationError) -> Void
  ) throws(MigrationError) {
    deletions = [:]
    let guardian = try GroupGuard(of: database, countsRows: countsRows)
    try body()
    try guardian.verify(database, migrations, sections, deletions)
  }

  /// Runs `sections`; `afterEach` hears how many statements of the file have run.
  ///
  /// `skipped`: How many statements have run earlier.
  /// - Returns: How many statements the sections have.
  /// - Throws: `sql`, `forbidden` or `database`.
  @discardableResult
  func execute(
    _ sections: [Migration.Section],
    of migration: Migration,
    skipping skipped: Int = 0,
    afterEach: (Int) throws(SQLiteError) -> Void = { _ in }
  ) throws(MigrationError) -> Int {
    var done = 0
    var setsPragma = false
    for section in sections {
      var script = MigrationScript(section, of: migration, database, watcher)
      let before = done
      try script.run(skipping: max(0, skipped - before)) {
        count,
        report throws(SQLiteError) in
        setsPragma = setsPragma || report.finding.pragma != nil
        note(report, of: migration)
        try afterEach(before + count)
      }
      done += script.statementsDone
    }
    if setsPragma {
      // The other two take no effect in a transaction, or hold for all files.
      restore(Self.pragmas.filter { $0 != "foreign_keys" && $0 != "synchronous" })
    }
    return done
  }

  private func note(_ report: StatementReport, of migration: Migration) {
    observer?(report)
    let tables = report.finding.deletions.filter { deletions[$0] == nil }
    guard !tables.isEmpty else { return }
    let names = Set(report.tokens.compactMap { $0.name?.lowercased() })
    for table in tables where !names.contains(table) {
      let cause = SQLiteError(
        code: .constraint,
        message: "",
        sql: report.section.sql,
        byteOffset: report.range.lowerBound
      )
      deletions[table] = MigrationError(cause, in: migration, kind: .rowLoss)
    }
  }

  /// Ends a file that stopped outside a transaction, and says what became of the database.
  ///
  /// `takeBack` removes the note that the file was begun, for when nothing of it took effect.
  func closeIncomplete(
    _ migration: Migration,
    _ cause: MigrationError,
    takeBack: () throws -> Void
  ) -> MigrationError {
    database.rollBack()
    var error = cause
    let row = try? history.rows().first { $0.version == migration.version }
    let count = row?.statementsDone ?? 0
    if count == 0, (try? takeBack()) != nil { return error }
    error.outcome = .partial([], statements: count)
    return error
  }

  /// It gives no error: the connection is still right for migrations, and there may be a first one.
  private func restore(_ pragmas: [String]) {
    for (pragma, value) in previous where pragmas.contains(pragma) {
      guard (try? database.firstInteger("PRAGMA \(raw: pragma)")) != value else { continue }
      try? database.execute("PRAGMA \(raw: pragma) = \(raw: String(value))")
    }
  }
}

internal import CSQLite

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
  private let isCancelled: (@Sendable () -> Bool)?
  private var interruption: Interruption?
  private var lock: MigrationLock?

  /// Switches of the connection that a file may set, and that must not outlive it.
  private static let pragmas = [
    "foreign_keys", "synchronous", "legacy_alter_table", "ignore_check_constraints",
    "recursive_triggers", "reverse_unordered_selects", "cell_size_check", "query_only",
    "defer_foreign_keys",
  ]

  /// - Throws: `database` if a transaction is open, another process migrates for too long, or
  ///   foreign keys cannot be switched off; `interrupted`.
  init(
    _ database: Database,
    _ options: Migrator.Options = Migrator.Options()
  ) throws(MigrationError) {
    guard !database.isInTransaction else {
      throw MigrationError(.database, "migrations cannot run inside an open transaction")
    }
    if !options.isLocked, let path = database.filePath {
      lock = try MigrationLock(
        of: path,
        waiting: database.busyTimeout,
        unless: options.isCancelled
      )
    }
    isCancelled = options.isCancelled
    interruption = options.isCancelled.map { Interruption(database, $0) }
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
      // With a rollback journal only 3, EXTRA, also syncs the folder from which it is removed.
      let journal = try database.firstText("PRAGMA journal_mode") ?? ""
      let wanted: Int64 = ["delete", "truncate", "persist"].contains(journal) ? 3 : 2
      if synchronous < wanted { try database.execute("PRAGMA synchronous = \(raw: "\(wanted)")") }
      self.previous = previous
    } catch {
      throw MigrationError(error).asked(options.isCancelled)
    }
    // The folders of other tools rely on what SQLite does by itself; `lint` tells of it.
    Self.acceptDoubleQuotedStrings(true, database)
    self.database = database
    history = MigrationHistory(
      database: database,
      run: MigrationHistory.Run(provenance: options.provenance)
    )
    watcher = StatementGuard(database)
  }

  /// Gives the connection back as it was.
  func end() {
    database.rollBack()
    // Nobody can stop what puts the connection right.
    interruption = nil
    Self.acceptDoubleQuotedStrings(database.options.acceptsDoubleQuotedStrings, database)
    restore(Self.pragmas)
    lock = nil
  }

  /// - Throws: `interrupted` if somebody wants the run to end.
  func refuseIfCancelled() throws(SQLiteError) {
    guard isCancelled?() ?? false else { return }
    throw SQLiteError(code: .interrupted, message: MigrationError.interruption)
  }

  /// Commits, unless somebody wants the run to end.
  func commit() throws(SQLiteError) {
    try refuseIfCancelled()
    try database.commit()
  }

  /// Copies the write-ahead log into the file and empties it, unless somebody is in the way.
  func emptyLog() {
    interruption = nil
    let timeout = database.busyTimeout
    database.setBusyTimeout(.zero)
    _ = try? database.checkpoint(.truncate)
    database.setBusyTimeout(timeout)
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
    _ options: Migrator.Options,
    _ body: () throws(MigrationError) -> Void
  ) throws(MigrationError) {
    deletions = [:]
    let guardian = try GroupGuard(of: database, migrations, sections, options)
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
      try script.run(skipping: max(0, skipped - before), beforeEach: refuseIfCancelled) {
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
      deletions[table] = MigrationError(
        cause,
        in: report.section,
        of: migration,
        kind: .rowLoss
      )
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
    // What is noted now must not be stopped.
    interruption = nil
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

  /// Switches whether a name in double quotes that fits nothing is a string.
  ///
  /// <https://www.sqlite.org/quirks.html#dblquote>
  static func acceptDoubleQuotedStrings(_ isAccepted: Bool, _ database: Database) {
    // Sound: the handle is open as long as `database`.
    _ = unsafe furrow_sqlite_switch(
      database.handle,
      SQLITE_DBCONFIG_DQS_DML,
      isAccepted ? 1 : 0
    )
  }
}

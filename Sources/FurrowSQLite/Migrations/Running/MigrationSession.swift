/// A connection set up for migrations: foreign keys off, commits safe, files watched.
final class MigrationSession {
  let database: Database
  let history: MigrationHistory
  private let watcher: StatementGuard
  private let previous: [(pragma: String, value: Int64)]

  /// Switches of the connection that a file may set, and that must not outlive it.
  private static let pragmas = [
    "foreign_keys", "synchronous", "legacy_alter_table", "ignore_check_constraints",
    "recursive_triggers", "reverse_unordered_selects", "cell_size_check", "query_only",
  ]

  /// - Throws: `database` if a transaction is open, or foreign keys cannot be switched off.
  init(_ database: Database) throws(MigrationError) {
    guard !database.isInTransaction else {
      throw MigrationError(.database, "migrations cannot run inside an open transaction")
    }
    do {
      var previous: [(pragma: String, value: Int64)] = []
      for pragma in Self.pragmas {
        if let value = try database.firstInteger("PRAGMA \(pragma)") {
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
  }

  /// Opens a transaction with the right to write, foreign keys off.
  func begin() throws(MigrationError) {
    do {
      // A file outside a transaction may have switched them on.
      try database.setForeignKeys(false)
      try database.begin(.immediate)
    } catch {
      throw MigrationError(error)
    }
  }

  /// Runs `body`, which runs `migrations`, and refuses rows that it made break a foreign key.
  ///
  /// - Throws: what `body` throws; `foreignKey` with the rows as details.
  func keepingForeignKeys(
    of migrations: [Migration],
    _ body: () throws(MigrationError) -> Void
  ) throws(MigrationError) {
    let before = try violations()
    try body()
    let added = try violations().added(since: before)
    guard let first = added.first else { return }
    let only = migrations.count == 1 ? migrations.first : nil
    let more = added.count > 1 ? " and \(added.count - 1) more" : ""
    var error = MigrationError(
      .foreignKey,
      "\(added.count) row\(added.count == 1 ? "" : "s") would break a foreign key:"
        + " \(first.description)\(more)",
      path: only?.path,
      version: only?.version.text
    )
    error.details = added.prefix(20).map(\.description)
    throw error
  }

  private func violations() throws(MigrationError) -> ForeignKeyViolations {
    do { return try ForeignKeyViolations(of: database) } catch { throw MigrationError(error) }
  }

  /// Runs `sections`; `afterEach` hears how many statements of the file have run.
  func execute(
    _ sections: [Migration.Section],
    of migration: Migration,
    afterEach: (Int) throws(SQLiteError) -> Void = { _ in }
  ) throws(MigrationError) {
    var done = 0
    for section in sections {
      var script = MigrationScript(section, of: migration, database, watcher)
      let before = done
      try script.run { count throws(SQLiteError) in try afterEach(before + count) }
      done += script.statementsDone
    }
    // The other two take no effect in a transaction, or hold for all files.
    restore(Self.pragmas.filter { $0 != "foreign_keys" && $0 != "synchronous" })
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
      try? database.execute("PRAGMA \(pragma) = \(value)")
    }
  }
}

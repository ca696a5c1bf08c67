extension Migrator {
  /// How far back to go.
  public enum Extent: Hashable, Sendable {
    /// So many migrations, the one applied last first.
    case steps(Int)
    /// All whose version is higher than this one.
    case to(MigrationVersion)
  }

  /// Undoes applied migrations, the one applied last first.
  ///
  /// The way back is that of the file if it is as it was when it was applied, else the one kept in
  /// the database, so that it is there for a branch that is not checked out any more. Foreign keys
  /// are treated as by `up`.
  /// - Returns: The migrations undone, in that order.
  /// - Throws: `irreversible` if there is no way back; else as `up`. In a transaction all of it is
  ///   undone, or nothing.
  public func down(
    _ database: Database,
    _ extent: Extent = .steps(1),
    scope: TransactionScope = .run
  ) throws(MigrationError) -> [Migration] {
    var undone: [Migration] = []
    let session = try MigrationSession(database)
    defer { session.end() }
    do throws(MigrationError) {
      while try undoGroup(session, extent, scope, &undone) {}
      return undone
    } catch {
      throw error.keeping(undone)
    }
  }

  /// Undoes the migrations of the next transaction; false if there is nothing more to undo.
  private func undoGroup(
    _ session: MigrationSession,
    _ extent: Extent,
    _ scope: TransactionScope,
    _ undone: inout [Migration]
  ) throws(MigrationError) -> Bool {
    try session.begin()
    // Does nothing after the commit.
    defer { session.database.rollBack() }
    let rows = try session.history.rows().sorted { $0.position > $1.position }
    var targets: [Migration] = []
    for row in Self.within(extent, rows, done: undone.count) {
      targets.append(try wayBack(of: row))
    }
    guard let first = targets.first else { return false }
    guard first.isWayBackTransactional else {
      try undoOutside(first, session)
      undone.append(first)
      return true
    }
    let group = scope == .each ? [first] : Array(targets.prefix { $0.isWayBackTransactional })
    try session.keepingForeignKeys(of: group) { () throws(MigrationError) in
      for migration in group {
        try session.execute(migration.down, of: migration)
        do throws(SQLiteError) { try session.history.remove(migration.version) } catch {
          throw MigrationError(error)
        }
      }
    }
    do { try session.database.commit() } catch { throw MigrationError(error) }
    undone += group
    return true
  }

  private static func within(
    _ extent: Extent,
    _ rows: [MigrationHistory.Row],
    done: Int
  ) -> [MigrationHistory.Row] {
    switch extent {
    case .steps(let count): Array(rows.prefix(max(0, count - done)))
    case .to(let version): rows.filter { $0.version > version }
    }
  }

  private func wayBack(of row: MigrationHistory.Row) throws(MigrationError) -> Migration {
    let file = migrations.first { $0.version == row.version }
    guard row.statementsDone == nil else {
      throw MigrationError(
        .incomplete,
        "version \(row.version) stopped midway; finish or undo it by hand first",
        path: file?.path ?? row.file,
        version: row.version.text
      )
    }
    if let file, file.contentHash == row.contentHash, !file.down.isEmpty { return file }
    guard let down = row.down else {
      throw MigrationError(
        .irreversible,
        "version \(row.version) has no way back (no `-- migrate:down`)",
        path: file?.path ?? row.file,
        version: row.version.text
      )
    }
    return try Migration(
      file: row.file,
      path: "\(row.file) (as kept in the database)",
      bytes: Array("-- migrate:up\n\(down)".utf8)
    )
  }

  /// Runs a way back that cannot be in a transaction, noting each statement.
  private func undoOutside(
    _ migration: Migration,
    _ session: MigrationSession
  ) throws(MigrationError) {
    do {
      try session.history.setStatementsDone(0, of: migration)
      try session.database.commit()
    } catch {
      throw MigrationError(error)
    }
    do throws(MigrationError) {
      try session.execute(migration.down, of: migration) { count throws(SQLiteError) in
        try session.history.setStatementsDone(count, of: migration)
      }
      do throws(SQLiteError) { try session.history.remove(migration.version) } catch {
        throw MigrationError(error)
      }
    } catch {
      throw session.closeIncomplete(migration, error) {
        try session.history.setStatementsDone(nil, of: migration)
      }
    }
  }
}

extension Migration {
  /// Whether all of its way back runs inside a transaction.
  fileprivate var isWayBackTransactional: Bool { down.allSatisfy(\.isTransactional) }
}

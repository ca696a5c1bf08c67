extension Migrator {
  /// What a run has done.
  public struct Run: Sendable {
    /// The migrations that were applied and committed, in order.
    public internal(set) var applied: [Migration] = []
    /// What is worth a look, though nothing failed.
    public internal(set) var warnings: [String] = []
  }

  /// Applies all pending migrations.
  ///
  /// Foreign keys are off meanwhile, so that a rebuilt table does not take its children with it;
  /// rows that break a key at the end and did not before make the run fail. What is pending is
  /// found under the lock, so that two programs can do this at once.
  /// - Throws: What went wrong and what became of the database. A version whose file runs inside a
  ///   transaction is applied and noted, or neither.
  public func up(
    _ database: Database,
    _ options: Options = Options()
  ) throws(MigrationError) -> Run {
    var run = Run()
    let session = try MigrationSession(database)
    defer { session.end() }
    do throws(MigrationError) {
      while try applyGroup(session, options, &run) {}
      for entry in try status(of: database).entries where entry.state == .missing {
        run.warnings.append(
          "the database has version \(entry.version), which is not in the folder"
        )
      }
      return run
    } catch {
      throw error.keeping(run.applied)
    }
  }

  /// Applies the migrations of the next transaction; false if nothing is pending.
  private func applyGroup(
    _ session: MigrationSession,
    _ options: Options,
    _ run: inout Run
  ) throws(MigrationError) -> Bool {
    let database = session.database
    try session.begin()
    // Does nothing after the commit.
    defer { database.rollBack() }
    let pending = try pending(status(of: database), options)
    let group = nextGroup(pending[...], options.scope)
    guard let first = group.first else { return false }
    do { try session.history.create() } catch { throw MigrationError(error) }
    guard first.isTransactional else {
      try applyOutside(first, session)
      run.applied.append(first)
      return true
    }
    try applyInside(Array(group), session)
    do { try database.commit() } catch { throw MigrationError(error) }
    run.applied += group
    return true
  }

  /// Runs and notes `group` in the transaction that is open.
  private func applyInside(
    _ group: [Migration],
    _ session: MigrationSession
  ) throws(MigrationError) {
    try session.keepingForeignKeys(of: group) { () throws(MigrationError) in
      for migration in group {
        try session.execute(migration.up, of: migration)
        do throws(SQLiteError) { try session.history.insert(migration) } catch {
          throw MigrationError(error)
        }
      }
    }
  }

  /// Runs a file that cannot be in a transaction, noting each statement.
  private func applyOutside(
    _ migration: Migration,
    _ session: MigrationSession
  ) throws(MigrationError) {
    do {
      try session.history.insert(migration, statementsDone: 0)
      try session.database.commit()
    } catch {
      throw MigrationError(error)
    }
    do throws(MigrationError) {
      try session.execute(migration.up, of: migration) { count throws(SQLiteError) in
        try session.history.setStatementsDone(count, of: migration)
      }
      if session.database.isInTransaction {
        throw MigrationError(
          .incomplete,
          "the file leaves a transaction open",
          path: migration.path,
          version: migration.version.text
        )
      }
      do { try session.history.setStatementsDone(nil, of: migration) } catch {
        throw MigrationError(error)
      }
    } catch {
      throw session.closeIncomplete(migration, error) {
        try session.history.remove(migration.version)
      }
    }
  }
}

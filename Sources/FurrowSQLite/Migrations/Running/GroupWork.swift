/// The work of one transaction of a run.
struct GroupWork {
  let session: MigrationSession
  let options: Migrator.Options
  /// The versions that have a row in force, which must give way.
  let replaced: Set<MigrationVersion>
  let backup: DatabaseBackup?

  /// Runs, notes and commits `group` in the transaction that is open.
  func applyInside(_ group: [Migration]) throws(MigrationError) {
    var schema: String?
    try noting { () throws(SQLiteError) in
      try session.history.create()
      schema = try SchemaFingerprint.of(session.database)
    }
    try session.keepingWhole(group, group.flatMap(\.up), options) {
      () throws(MigrationError) in
      var events: [(Migration, MigrationEvent)] = []
      for migration in group {
        options.progress?(.started(migration))
        let start = ContinuousClock.now
        let changes = session.database.totalChanges
        let count = try session.execute(migration.up, of: migration)
        let duration = ContinuousClock.now - start
        var event = event(of: migration, count, duration)
        event.rowsChanged = session.database.totalChanges - changes
        event.schemaBefore = schema.take()
        events.append((migration, event))
        options.progress?(.ran(migration, duration))
      }
      // Together, since every change of the schema makes SQLite compile the INSERT again.
      try noting { () throws(SQLiteError) in try session.history.insert(events) }
    }
    try noting { () throws(SQLiteError) in
      try session.history.noteSchema(hasAfterwork: options.hasAfterwork)
      try session.commit()
    }
  }

  /// Runs a file that cannot be in a transaction, noting each statement.
  ///
  /// - Returns: What it broke, which cannot be undone any more; `nil` if that is nothing.
  func applyOutside(_ migration: Migration) throws(MigrationError) -> String? {
    let guardian = try GroupGuard(of: session.database, [migration], migration.up, options)
    try noting { () throws(SQLiteError) in
      try session.history.create()
      var event = event(of: migration, nil, .zero)
      event.state = .running
      event.statementsDone = 0
      event.schemaBefore = try SchemaFingerprint.of(session.database)
      try session.history.insert(migration, event)
      try session.commit()
    }
    try finishOutside(migration, skipping: 0)
    do throws(MigrationError) {
      try guardian.verify(session.database, [migration], migration.up, session.deletions)
      return nil
    } catch {
      return "\(migration.file) ran outside a transaction, so this stays: \(error.message)"
    }
  }

  /// Runs the statements behind the first `skipped` of a file that has a row in force.
  func finishOutside(_ migration: Migration, skipping skipped: Int) throws(MigrationError) {
    options.progress?(.started(migration))
    let start = ContinuousClock.now
    do throws(MigrationError) {
      try session.execute(migration.up, of: migration, skipping: skipped) {
        count throws(SQLiteError) in
        try session.history.setStatementsDone(count, of: migration.version)
      }
      if session.database.isInTransaction {
        throw MigrationError(
          .incomplete,
          "the file leaves a transaction open",
          path: migration.path,
          version: migration.version.text
        )
      }
      try noting { () throws(SQLiteError) in
        try session.history.setStatementsDone(nil, of: migration.version)
        let milliseconds = Int((ContinuousClock.now - start) / .milliseconds(1))
        try session.history.mirror()?.add(migration, milliseconds: milliseconds)
        try session.history.noteSchema(hasAfterwork: options.hasAfterwork)
      }
      options.progress?(.ran(migration, ContinuousClock.now - start))
    } catch {
      throw session.closeIncomplete(migration, error) {
        try session.history.forget(migration.version)
      }
    }
  }

  private func event(
    of migration: Migration,
    _ statements: Int?,
    _ duration: Duration
  ) -> MigrationEvent {
    MigrationEvent(
      replaces: replaced.contains(migration.version),
      statements: statements,
      milliseconds: Int(duration / .milliseconds(1)),
      backupFile: backup.map { DatabaseBackup.split($0.path).name }
    )
  }

  private func noting(_ body: () throws(SQLiteError) -> Void) throws(MigrationError) {
    do { try body() } catch { throw MigrationError(error) }
  }
}

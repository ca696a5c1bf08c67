extension Migrator {
  /// What a run has done.
  public struct Run: Sendable {
    /// The migrations that were applied and committed, in order.
    public internal(set) var applied: [Migration] = []
    /// What is worth a look, though nothing failed.
    public internal(set) var warnings: [String] = []
    /// The copy that was made before.
    public internal(set) var backup: DatabaseBackup?
  }

  /// Applies all pending migrations.
  ///
  /// Foreign keys are off meanwhile, so that a rebuilt table does not take its children with it;
  /// rows that break a key at the end and did not before make the run fail. What is pending is
  /// found under the lock, so that two programs can do this at once.
  /// - Throws: What went wrong and what became of the database. A version whose file runs inside a
  ///   transaction is applied and noted, or neither.
  @discardableResult
  public func up(
    _ database: Database,
    _ options: Options = Options()
  ) throws(MigrationError) -> Run {
    var run = Run()
    let session = try MigrationSession(database, isLocked: options.isLocked)
    defer { session.end() }
    do throws(MigrationError) {
      while try applyGroup(session, options, &run) {}
      for entry in try status(of: database).entries {
        if let warning = Self.warning(of: entry) { run.warnings.append(warning) }
      }
      return run
    } catch {
      throw error.keeping(run.applied)
    }
  }

  private static func warning(of entry: MigrationStatus.Entry) -> String? {
    switch entry.state {
    case .missing, .ahead:
      "the database has version \(entry.version), which is not in the folder"
    case .cosmetic:
      "\(entry.file): white space or comments have changed since it was applied"
    default: nil
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
    let plan = try plan(for: database, options)
    if run.applied.isEmpty, let wanted = options.planHash, wanted != plan.hash {
      throw MigrationError(
        .plan,
        "expected the plan \(wanted), but what would be done now is \(plan.hash);"
          + " look at `furrow migrate plan` again",
        path: database.filePath
      )
    }
    guard let group = plan.groups.first else { return false }
    if group.enforcesForeignKeys {
      // The switch works outside a transaction only; the lock keeps others away meanwhile.
      database.rollBack()
      try session.begin(enforcesForeignKeys: true)
    }
    try makeBackup(database, options, &run)
    let replaced = Set(try session.history.rows().map(\.version))
    let work = GroupWork(session: session, options: options, replaced: replaced, backup: run.backup)
    if group.isTransactional {
      try work.applyInside(group.migrations)
    } else if let migration = group.migrations.first {
      try work.applyOutside(migration)
    }
    run.applied += group.migrations
    return true
  }

  /// Copies a database that has something to lose, once a run, while the lock is held.
  private func makeBackup(
    _ database: Database,
    _ options: Options,
    _ run: inout Run
  ) throws(MigrationError) {
    guard let place = options.backup, run.backup == nil, let path = database.filePath else {
      return
    }
    let objects = try? database.firstInteger("SELECT count(*) FROM sqlite_master")
    guard run.applied.isEmpty, objects ?? 1 > 0 else { return }
    run.backup = try DatabaseBackup(of: path, at: place)
  }
}

/// The work of one transaction of a run.
private struct GroupWork {
  let session: MigrationSession
  let options: Migrator.Options
  /// The versions that have a row in force, which must give way.
  let replaced: Set<MigrationVersion>
  let backup: DatabaseBackup?

  /// Runs, notes and commits `group` in the transaction that is open.
  func applyInside(_ group: [Migration]) throws(MigrationError) {
    try noting { () throws(SQLiteError) in try session.history.create() }
    try session.keepingWhole(group, group.flatMap(\.up), countsRows: options.guardsRows) {
      () throws(MigrationError) in
      for migration in group {
        options.progress?(.started(migration))
        let start = ContinuousClock.now
        let count = try session.execute(migration.up, of: migration)
        let duration = ContinuousClock.now - start
        try noting { () throws(SQLiteError) in
          try session.history.insert(migration, event(of: migration, count, duration))
        }
        options.progress?(.ran(migration, duration))
      }
    }
    try noting { () throws(SQLiteError) in
      try session.history.noteSchema()
      try session.database.commit()
    }
  }

  /// Runs a file that cannot be in a transaction, noting each statement.
  func applyOutside(_ migration: Migration) throws(MigrationError) {
    try noting { () throws(SQLiteError) in
      try session.history.create()
      var event = event(of: migration, nil, .zero)
      event.state = .running
      event.statementsDone = 0
      try session.history.insert(migration, event)
      try session.database.commit()
    }
    try finishOutside(migration, skipping: 0)
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
        try session.history.noteSchema()
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

extension Migrator {
  /// Goes on with a file that stopped outside a transaction.
  ///
  /// `statement`: The first statement to run, from 1.
  /// - Throws: `state` if the version did not stop midway; else as `up`.
  public func resume(
    _ version: MigrationVersion,
    from statement: Int,
    in database: Database,
    _ options: Options = Options()
  ) throws(MigrationError) {
    let session = try MigrationSession(database, isLocked: options.isLocked)
    defer { session.end() }
    let entry = try status(of: database).entries.first { $0.version == version }
    guard let entry, entry.statementsDone != nil, let migration = entry.migration else {
      throw MigrationError(
        .state,
        "version \(version) did not stop midway, so there is nothing to go on with",
        path: entry?.file,
        version: version.text
      )
    }
    let work = GroupWork(session: session, options: options, replaced: [], backup: nil)
    try work.finishOutside(migration, skipping: statement - 1)
  }
}

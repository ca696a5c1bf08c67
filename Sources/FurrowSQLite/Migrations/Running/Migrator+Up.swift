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
    let session = try MigrationSession(database, options)
    defer { session.end() }
    do throws(MigrationError) {
      while try applyGroup(session, options, &run) {}
      if !run.applied.isEmpty { session.emptyLog() }
      for entry in try status(of: database).entries {
        if let warning = Self.warning(of: entry) { run.warnings.append(warning) }
      }
      return run
    } catch {
      throw error.asked(options.isCancelled).keeping(run.applied)
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

  /// Applies the migrations of the next transaction; false if nothing is pending behind it.
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
      let warning = try work.applyOutside(migration)
      if let warning { run.warnings.append(warning) }
    }
    run.applied += group.migrations
    return plan.groups.count > 1
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
    run.backup = try DatabaseBackup(of: path, at: place, unless: options.isCancelled)
  }
}

public import FurrowSQLite

/// Migrations that are applied before anything is loaded.
public struct SchemaUpgrade: Sendable, Equatable {
  /// The folder of migrations.
  public var folder: String
  /// The last version to apply; `nil` is all.
  public var target: MigrationVersion?
  /// Whether a version lower than an applied one may be applied.
  public var allowsOutOfOrder = false
  /// Where a copy of the database goes before; `nil` makes none.
  public var backup: BackupPlace? = BackupPlace()

  /// Who runs the migrations, to be noted in the history.
  public var provenance = MigrationProvenance()

  /// Applies the migrations of `folder`.
  public init(folder: String) {
    self.folder = folder
  }

  /// What came of it.
  struct Outcome {
    /// What was applied, in order.
    var applied: [Migration] = []
    var warnings: [String] = []
    /// The copy that a dry run has changed in place of the database.
    var copy: ScratchDatabase?
  }

  /// Brings the database of `plan` to its version, under the lock of migrations.
  ///
  /// A dry run with something pending works on a copy, which is then loaded into.
  func run(for plan: ImportPlan) throws(PipelineError) -> Outcome {
    do {
      let read = try MigrationFolder(path: folder)
      let migrator = Migrator(migrations: read.migrations)
      var outcome = Outcome()
      if plan.isDryRun {
        outcome.copy = try copy(for: plan, migrator)
        if outcome.copy == nil { return outcome }
      }
      let run = try up(migrator, outcome.copy?.path ?? plan.database, plan)
      outcome.applied = run.applied
      outcome.warnings = read.warnings + run.warnings
      return outcome
    } catch let error as MigrationError {
      throw .migration(error)
    } catch let error as SQLiteError {
      throw .database(error)
    } catch {
      throw .plan("\(error)")
    }
  }

  /// What a dry run changes; `nil` if nothing is pending, so that the database itself will do.
  private func copy(
    for plan: ImportPlan,
    _ migrator: Migrator
  ) throws -> ScratchDatabase? {
    let isNew = DatabaseFile(plan.database).isNew
    if !isNew {
      var options = Migrator.Options()
      options.target = target
      options.allowsOutOfOrder = allowsOutOfOrder
      let original = try Database.toRead(plan.database, busyTimeout: plan.busyTimeout)
      if try migrator.plan(for: original, options).isEmpty { return nil }
    }
    return try ScratchDatabase(
      copyOf: isNew ? nil : plan.database,
      unless: plan.cancellation?.question
    )
  }

  private func up(_ migrator: Migrator, _ path: String, _ plan: ImportPlan) throws -> Migrator.Run {
    let file = MigratedFile(
      path,
      busyTimeout: plan.busyTimeout,
      isCancelled: plan.cancellation?.question
    )
    return try file.withLock { database, options in
      options.target = target
      options.allowsOutOfOrder = allowsOutOfOrder
      options.provenance = provenance
      options.backup = plan.isDryRun ? nil : backup
      return try migrator.up(database, options)
    }
  }
}

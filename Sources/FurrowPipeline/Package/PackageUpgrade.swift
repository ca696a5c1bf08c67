internal import FurrowCore
internal import FurrowSQLite

/// Loads a package into a new database by way of another, whose schema grows under its rows.
///
/// That other one gets the migrations behind the package, then the package's rows in place of what
/// these migrations put into its tables, then the migrations that came since. So each migration has
/// run on the rows as it would have in the database that they come from, and the history says what
/// was done: where the package holds that of its database, too, that one goes on. The new database is
/// filled with the whole of it, or with nothing.
struct PackageUpgrade {
  private let importer: PackageImporter
  private let upgrade: SchemaUpgrade

  init(_ importer: PackageImporter, _ upgrade: SchemaUpgrade) {
    self.importer = importer
    self.upgrade = upgrade
  }

  func run(
    _ package: DataPackage,
    _ report: inout PackageImporter.Report
  ) throws(PipelineError) {
    do {
      let folder = try MigrationFolder(path: upgrade.folder)
      report.warnings += folder.warnings
      let migrator = Migrator(migrations: folder.migrations)
      let former = try migrator.migrations(
        behind: noted(package, migrator),
        in: importer.path,
        options
      )
      guard !importer.isDryRun else {
        if !DatabaseFile(importer.database).isNew {
          try refuseFull(Database.toRead(importer.database, busyTimeout: importer.busyTimeout))
        }
        let scratch = try ScratchDatabase(copyOf: nil)
        _ = try build(scratch, package, former, migrator, &report)
        return
      }
      try MigratedFile(
        importer.database,
        busyTimeout: importer.busyTimeout,
        isCancelled: importer.cancellation?.question
      ).withLock { target, _ in
        try refuseFull(target)
        // Beside the database, where there is room for it if there is room for the database.
        let folder = DataPackage.folder(of: importer.database)
        let isRooted = folder.isEmpty && importer.database.hasPrefix("/")
        let scratch = try ScratchDatabase(
          copyOf: nil,
          in: isRooted ? "/" : folder.isEmpty ? "." : folder
        )
        let source = try build(scratch, package, former, migrator, &report)
        try OnlineBackup.copy(source, to: target, unless: importer.cancellation?.question)
      }
    } catch {
      throw Self.wrapped(error)
    }
  }

  private static func wrapped(_ error: any Error) -> PipelineError {
    switch error {
    case let error as PipelineError: return error
    case var error as MigrationError:
      // It ran on the other database, of which nothing is left.
      error.outcome = .unchanged
      if error.kind == .incomplete { error.kind = .sql }
      return .migration(error)
    case let error as SQLiteError: return .database(error)
    default: return .plan("\(error)")
    }
  }

  /// The migrations behind the package; where it names its version only, all up to there.
  private func noted(
    _ package: DataPackage,
    _ migrator: Migrator
  ) throws(PipelineError) -> [NotedMigration] {
    guard let version = package.schemaVersion else {
      throw .plan(
        "\(importer.path): expected a package that says the version of its schema"
          + " (furrow.schemaVersion), which an export of a migrated database does; without"
          + " --migrations its tables are rebuilt as they are"
      )
    }
    guard package.migrations.isEmpty else { return package.migrations }
    let former = migrator.migrations.filter { $0.kind == .versioned && $0.version < version }
    return former.map { NotedMigration(version: $0.version) } + [NotedMigration(version: version)]
  }

  private var options: Migrator.Options {
    var options = Migrator.Options()
    options.isLocked = true
    options.isCancelled = importer.cancellation?.question
    options.target = upgrade.target
    options.allowsOutOfOrder = upgrade.allowsOutOfOrder
    options.provenance = upgrade.provenance
    return options
  }

  private func refuseFull(_ database: Database) throws {
    guard try database.firstInteger("SELECT count(*) FROM sqlite_schema") != 0 else { return }
    throw PipelineError.plan(
      "\(importer.database): expected a new or an empty database; the migrations make its tables"
    )
  }

  /// Makes the tables, fills them, and brings them to the version that is wanted.
  private func build(
    _ scratch: ScratchDatabase,
    _ package: DataPackage,
    _ former: [Migration],
    _ migrator: Migrator,
    _ report: inout PackageImporter.Report
  ) throws -> Database {
    var choices = Database.Options(mode: .create)
    // Nobody else knows the file, and it is gone at the end.
    choices.synchronous = .off
    choices.journal = .memory
    choices.cacheKibibytes = 40 << 10
    choices.fileSystem = Database.writeBehindFileSystem
    let database = try Database(path: scratch.path, options: choices)
    let endWatch = importer.cancellation?.watch(database)
    defer { endWatch?() }
    var first = options
    first.target = nil
    try Migrator(migrations: former.filter { $0.kind != .repeatable }).up(database, first)
    let rest = try PackageSchema(package, path: importer.path).missing(from: database)
    database.setTriggers(false)
    try importer.rebuild(rest, in: database, fillsTables: true, &report)
    database.setTriggers(true)
    let run = try migrator.up(database, options)
    report.appliedMigrations = run.applied.map(\.file)
    report.warnings += run.warnings
    return database
  }
}

import Furrow

/// `furrow migrate up`.
struct MigrateUp: MigrateWork, Equatable {
  let folder: MigrateFolder
  let database: MigrateDatabase
  let way: MigrateWay
  let allowsOutOfOrder: Bool
  let target: MigrationVersion?
  let planHash: String?
  let guardsRows: Bool
  let ahead: Migrator.AheadRule

  static let command = MigrateCommand.make(
    "up",
    "apply the pending migrations",
    options: MigrateDatabase.options + MigrateFolder.options + MigrateWay.options
      + MigrateAfterwork.options + [
        Options.allowOutOfOrder.option, Options.to.option, Options.plan.option,
        Options.rowGuard.option, Options.ahead.option,
      ],
    examples: [
      ("furrow migrate up --db app.db", "apply what is pending in the folder migrations"),
      (
        "furrow migrate up --db app.db --dir sql --tx each",
        "keep what succeeded when a later migration fails"
      ),
    ],
    MigrateUp.self
  )

  init(_ arguments: ParsedArguments) throws(UsageError) {
    folder = try MigrateFolder(arguments)
    database = try MigrateDatabase(arguments)
    way = try MigrateWay(arguments)
    allowsOutOfOrder = try arguments[Options.allowOutOfOrder]
    target = try arguments[Options.to]
    planHash = try arguments[Options.plan]
    guardsRows = try arguments[Options.rowGuard] == .on
    ahead = try arguments[Options.ahead]
  }

  func run(_ console: Console) throws -> MigrateOutcome {
    let migrator = try folder.migrator(console)
    let run = try database.withLock { database, options in
      fill(&options, console)
      return try migrator.up(database, options)
    }
    var outcome = MigrateOutcome()
    outcome.notes = run.warnings.map { "warning: \($0)" }
    if let backup = run.backup {
      outcome.notes.append("the database before is kept as \(backup.path)")
    }
    outcome.notes += run.applied.map { "applied \($0.file)" }
    if run.applied.isEmpty { outcome.notes.append("\(database.path): nothing is pending") }
    outcome.members = [
      .init("database", .string(database.path)), .init("applied", .list(run.applied)),
      .init("backup", .text(run.backup?.path)), .init("warnings", .list(run.warnings)),
    ]
    try way.afterwork.run(database, hasChanged: !run.applied.isEmpty, &outcome, console)
    return outcome
  }

  private func fill(_ options: inout Migrator.Options, _ console: Console) {
    way.fill(&options)
    options.allowsOutOfOrder = allowsOutOfOrder
    options.target = target
    options.planHash = planHash
    options.guardsRows = guardsRows
    options.ahead = ahead
    options.progress = { progress in
      switch progress {
      case .started(let migration): console.detail("running \(migration.file)")
      case .ran(let migration, let duration): console.detail("\(migration.file) took \(duration)")
      }
    }
  }
}

import Furrow

/// `furrow migrate down`.
struct MigrateDown: MigrateWork {
  let folder: MigrateFolder
  let database: MigrateDatabase
  let way: MigrateWay
  let extent: Migrator.Extent
  let ignoresDrift: Bool

  static let command = MigrateCommand.make(
    "down",
    "undo migrations, with the way back kept in the database if the file is gone",
    options: MigrateDatabase.options + MigrateFolder.options + MigrateWay.options
      + MigrateAfterwork.options + [
        Options.steps.option, Options.to.option, Options.force.option,
        Options.knowsProduction.option,
      ],
    examples: [
      ("furrow migrate down --db app.db", "undo the migration applied last"),
      ("furrow migrate down --db app.db --to 3", "undo all that came after version 3"),
    ],
    MigrateDown.self
  )

  init(_ arguments: ParsedArguments) throws(UsageError) {
    folder = try MigrateFolder(arguments)
    database = try MigrateDatabase(arguments)
    way = try MigrateWay(arguments)
    let steps = try arguments[Options.steps]
    let target = try arguments[Options.to]
    guard steps == nil || target == nil else {
      throw arguments.usageError("--steps and --to exclude each other")
    }
    extent = target.map(Migrator.Extent.to) ?? .steps(steps ?? 1)
    ignoresDrift = try arguments[Options.force]
  }

  func run(_ console: Console) throws -> MigrateOutcome {
    let migrator = try folder.migrator(console)
    let undone = try database.withLock(makesFile: false) { database, options in
      way.fill(&options)
      return try migrator.down(database, extent, options, ignoresDrift: ignoresDrift)
    }
    var outcome = MigrateOutcome()
    outcome.notes = undone.map { "undid \($0.file)" }
    if undone.isEmpty { outcome.notes.append("\(database.path): nothing is applied") }
    outcome.members = [
      .init("database", .string(database.path)), .init("undone", .list(undone)),
    ]
    try way.afterwork.run(database, hasChanged: !undone.isEmpty, &outcome, console)
    return outcome
  }
}

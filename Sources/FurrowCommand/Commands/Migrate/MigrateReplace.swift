import Furrow

/// `furrow migrate redo` and `furrow migrate sync`: undo, then apply.
struct MigrateReplace: MigrateWork {
  let folder: MigrateFolder
  let database: MigrateDatabase
  let way: MigrateWay
  /// How many migrations are undone and applied again; `nil` for those that the folder lacks.
  let steps: Int?
  let ignoresDrift: Bool

  private static let options =
    MigrateDatabase.options + MigrateFolder.options + MigrateWay.options
    + MigrateAfterwork.options + [Options.knowsProduction.option]

  static let redo = MigrateCommand.make(
    "redo",
    "undo migrations and apply them again",
    options: options + [Options.steps.option, Options.force.option],
    examples: [("furrow migrate redo --db app.db", "run the last migration once more")],
    MigrateReplace.self
  )

  static let sync = MigrateCommand.make(
    "sync",
    "after a change of branches: undo what the folder lacks, then apply what the database lacks",
    options: options,
    examples: [
      (
        "git switch other && furrow migrate sync --db dev.db",
        "make a database for development fit the branch"
      )
    ],
    MigrateReplace.self
  )

  init(_ arguments: ParsedArguments) throws(UsageError) {
    folder = try MigrateFolder(arguments)
    database = try MigrateDatabase(arguments)
    way = try MigrateWay(arguments)
    let isRedo = arguments.commandName == "migrate redo"
    steps = isRedo ? try arguments[Options.steps] ?? 1 : nil
    ignoresDrift = isRedo ? try arguments[Options.force] : false
  }

  func run(_ console: Console) throws -> MigrateOutcome {
    let migrator = try folder.migrator(console)
    let (undone, run) = try database.withLock(makesFile: steps == nil) { database, options in
      way.fill(&options)
      guard let steps else { return try migrator.sync(database, options) }
      return try migrator.redo(database, steps: steps, options, ignoresDrift: ignoresDrift)
    }
    var outcome = MigrateOutcome()
    outcome.notes = run.warnings.map { "warning: \($0)" }
    outcome.notes += undone.map { "undid \($0.file)" } + run.applied.map { "applied \($0.file)" }
    if outcome.notes.isEmpty {
      let state = steps == nil ? "fits the folder" : "nothing is applied"
      outcome.notes = ["\(database.path): \(state)"]
    }
    outcome.members = [
      .init("database", .string(database.path)), .init("undone", .list(undone)),
      .init("applied", .list(run.applied)),
    ]
    let hasChanged = !undone.isEmpty || !run.applied.isEmpty
    try way.afterwork.run(database, hasChanged: hasChanged, &outcome, console)
    return outcome
  }
}

import Furrow

/// `furrow migrate down`, and `redo`.
struct MigrateDown: MigrateWork {
  let folder: MigrateFolder
  let database: MigrateDatabase
  let backups: MigrateBackups
  let transactions: Migrator.TransactionScope
  let extent: Migrator.Extent
  let ignoresDrift: Bool
  /// Whether what was undone is applied again.
  let isRedo: Bool

  private static let options =
    MigrateDatabase.options + MigrateFolder.options + MigrateBackups.options + [
      Options.transactions.option, Options.steps.option, Options.force.option,
    ]

  static let command = MigrateCommand.make(
    "down",
    "undo migrations, with the way back kept in the database if the file is gone",
    options: options + [Options.to.option],
    examples: [
      ("furrow migrate down --db app.db", "undo the migration applied last"),
      ("furrow migrate down --db app.db --to 3", "undo all that came after version 3"),
    ],
    MigrateDown.self
  )

  static let redoCommand = MigrateCommand.make(
    "redo",
    "undo migrations and apply them again",
    options: options,
    examples: [("furrow migrate redo --db app.db", "run the last migration once more")],
    MigrateDown.self
  )

  init(_ arguments: ParsedArguments) throws(UsageError) {
    folder = try MigrateFolder(arguments)
    database = try MigrateDatabase(arguments)
    backups = try MigrateBackups(arguments)
    transactions = try arguments[Options.transactions]
    isRedo = arguments.commandName == "migrate redo"
    let steps = try arguments[Options.steps]
    let target = isRedo ? nil : try arguments[Options.to]
    guard steps == nil || target == nil else {
      throw arguments.usageError("--steps and --to exclude each other")
    }
    extent = target.map(Migrator.Extent.to) ?? .steps(steps ?? 1)
    ignoresDrift = try arguments[Options.force]
  }

  func run(_ console: Console) throws -> MigrateOutcome {
    let migrator = try folder.migrator(console)
    var outcome = MigrateOutcome()
    try database.withLock(makesFile: false) { database, options in
      options.scope = transactions
      options.backup = backups.place
      let undone = try migrator.down(database, extent, options, ignoresDrift: ignoresDrift)
      outcome.notes += undone.map { "undid \($0.file)" }
      if undone.isEmpty { outcome.notes.append("\(self.database.path): nothing is applied") }
      outcome.members = [
        .init("database", .string(self.database.path)), .init("undone", .list(undone)),
      ]
      guard isRedo, let last = undone.map(\.version).max() else { return }
      options.backup = nil
      options.target = last
      options.allowsOutOfOrder = true
      let run = try migrator.up(database, options)
      outcome.notes += run.applied.map { "applied \($0.file)" }
      outcome.members.append(.init("applied", .list(run.applied)))
    }
    return outcome
  }
}

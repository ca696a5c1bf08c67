import Furrow

/// `furrow migrate repair`: corrects the history, never a row of anybody's table.
struct MigrateRepair: MigrateWork {
  /// What is corrected.
  enum Action: Sendable {
    case history(Migrator.Repair)
    case resume(MigrationVersion, from: Int)
  }

  let folder: MigrateFolder
  let database: MigrateDatabase
  let action: Action

  static let command = MigrateCommand.make(
    "repair",
    "correct the history of a database, or go on with a file that stopped midway",
    options: MigrateDatabase.options + MigrateFolder.options + [
      Options.accept.option, Options.markApplied.option, Options.markReverted.option,
      Options.resumeVersion.option, Options.fromStatement.option,
    ],
    examples: [
      ("furrow migrate repair --db app.db --accept 3", "take the changed file for the applied one"),
      (
        "furrow migrate repair --db app.db --continue 7 --from-statement 2",
        "go on with version 7 at its second statement"
      ),
    ],
    MigrateRepair.self
  )

  init(_ arguments: ParsedArguments) throws(UsageError) {
    folder = try MigrateFolder(arguments)
    database = try MigrateDatabase(arguments)
    var actions: [Action] = []
    if let version = try arguments[Options.accept] { actions.append(.history(.accept(version))) }
    if let version = try arguments[Options.markApplied] {
      actions.append(.history(.markApplied(version)))
    }
    if let version = try arguments[Options.markReverted] {
      actions.append(.history(.markReverted(version)))
    }
    if let version = try arguments[Options.resumeVersion] {
      guard let statement = try arguments[Options.fromStatement] else {
        throw arguments.usageError("--continue needs --from-statement N")
      }
      actions.append(.resume(version, from: statement))
    }
    guard let action = actions.first, actions.count == 1 else {
      throw arguments.usageError(
        "expected one of --accept, --mark-applied, --mark-reverted and --continue"
      )
    }
    self.action = action
  }

  func run(_ console: Console) throws -> MigrateOutcome {
    let migrator = try folder.migrator(console)
    try database.withLock(makesFile: false) { database, options in
      switch action {
      case .history(let repair): try migrator.repair(database, repair, options)
      case .resume(let version, let statement):
        try migrator.resume(version, from: statement, in: database, options)
      }
    }
    var outcome = MigrateOutcome()
    outcome.notes = ["\(database.path): the history is corrected"]
    outcome.members = [.init("database", .string(database.path))]
    return outcome
  }
}

import Furrow

/// `furrow migrate baseline`: for a database that was there before furrow.
struct MigrateBaseline: MigrateWork {
  let folder: MigrateFolder
  let database: MigrateDatabase
  let version: MigrationVersion

  static let command = MigrateCommand.make(
    "baseline",
    "note migrations as applied that a database has had before furrow",
    synopsis: "VERSION --db DB [OPTIONS]",
    positionals: [Positional("VERSION", help: "the last version that the database has")],
    options: MigrateDatabase.options + MigrateFolder.options,
    examples: [("furrow migrate baseline 12 --db app.db", "note versions up to 12 as applied")],
    MigrateBaseline.self
  )

  init(_ arguments: ParsedArguments) throws(UsageError) {
    folder = try MigrateFolder(arguments)
    database = try MigrateDatabase(arguments)
    let text = try arguments.positional("VERSION")
    guard let version = MigrationVersion(text) else {
      throw arguments.usageError("VERSION: expected a version such as 3 or 1.2, found '\(text)'")
    }
    self.version = version
  }

  func run(_ console: Console) throws -> MigrateOutcome {
    let migrator = try folder.migrator(console)
    let noted = try database.withLock { database, options in
      try migrator.baseline(database, at: version, options)
    }
    var outcome = MigrateOutcome()
    outcome.notes = noted.map { "noted \($0.file)" }
    outcome.members = [
      .init("database", .string(database.path)), .init("noted", .list(noted)),
    ]
    return outcome
  }
}

/// `furrow migrate adopt`: takes over from another tool.
struct MigrateAdopt: MigrateWork {
  let folder: MigrateFolder
  let database: MigrateDatabase

  static let command = MigrateCommand.make(
    "adopt",
    "note what another tool has applied, by the table it left",
    options: MigrateDatabase.options + MigrateFolder.options,
    examples: [("furrow migrate adopt --db app.db --dir db/migrations", "take over from dbmate")],
    MigrateAdopt.self
  )

  init(_ arguments: ParsedArguments) throws(UsageError) {
    folder = try MigrateFolder(arguments)
    database = try MigrateDatabase(arguments)
  }

  func run(_ console: Console) throws -> MigrateOutcome {
    let migrator = try folder.migrator(console)
    let adoption = try database.withLock(makesFile: false) { database, options in
      try migrator.adopt(database, options)
    }
    var outcome = MigrateOutcome()
    outcome.notes = adoption.warnings.map { "warning: \($0)" }
    outcome.notes += adoption.adopted.map { "adopted \($0.file) from \(adoption.tool)" }
    outcome.members = [
      .init("database", .string(database.path)), .init("tool", .string(adoption.tool)),
      .init("adopted", .list(adoption.adopted)), .init("warnings", .list(adoption.warnings)),
    ]
    return outcome
  }
}

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

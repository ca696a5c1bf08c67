import Furrow

/// `furrow migrate repair`: corrects the history, never a row of anybody's table.
struct MigrateRepair: MigrateWork {
  /// What is corrected.
  enum Action: Sendable {
    case history(Migrator.Repair)
    case resume(MigrationVersion, from: Int)
    case mirror(Migrator.Mirror?)
  }

  let folder: MigrateFolder
  let database: MigrateDatabase
  let action: Action
  let isDryRun: Bool

  static let command = MigrateCommand.make(
    "repair",
    "correct the history of a database, or go on with a file that stopped midway",
    options: MigrateDatabase.options + MigrateFolder.options + [
      Options.accept.option, Options.markApplied.option, Options.markReverted.option,
      Options.resumeVersion.option, Options.fromStatement.option, Options.mirror.option,
      Options.dryRun.option,
    ],
    examples: [
      ("furrow migrate repair --db app.db --accept 3", "take the changed file for the applied one"),
      (
        "furrow migrate repair --db app.db --accept 3 --dry-run",
        "show what differs from what was applied, and change nothing"
      ),
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
    if let mirror = try arguments[Options.mirror] { actions.append(.mirror(mirror.tool)) }
    guard let action = actions.first, actions.count == 1 else {
      throw arguments.usageError(
        "expected one of --accept, --mark-applied, --mark-reverted, --continue and --mirror"
      )
    }
    self.action = action
    isDryRun = try arguments[Options.dryRun]
    guard !isDryRun || actions.allSatisfy(\.isHistory) else {
      throw arguments.usageError("--dry-run has a meaning only with corrections of the history")
    }
  }

  func run(_ console: Console) throws -> MigrateOutcome {
    let migrator = try folder.migrator(console)
    var outcome = MigrateOutcome()
    let differences = try differences(migrator)
    outcome.output = (differences ?? []).map { "\($0)\n" }.joined()
    if case .history(.accept) = action, differences == nil {
      outcome.notes.append("what was applied is not kept, so there is nothing to compare with")
    }
    try database.withLock(makesFile: false) { database, options in
      options.provenance = .here(folder.directory)
      switch action {
      case .history(let repair):
        try migrator.repair(database, repair, options, isDryRun: isDryRun)
      case .mirror(let tool): try migrator.mirror(tool, in: database, options)
      case .resume(let version, let statement):
        try migrator.resume(version, from: statement, in: database, options)
      }
    }
    let state = isDryRun ? "would be corrected" : "is corrected"
    outcome.notes.append("\(database.path): the history \(state)")
    outcome.members = [
      .init("database", .string(database.path)), .init("dryRun", .bool(isDryRun)),
      .init("differences", differences.map(JSONValue.list) ?? .null),
    ]
    return outcome
  }

  /// What `--accept` takes for right, against what was applied; `nil` if that is not kept.
  private func differences(_ migrator: Migrator) throws -> [String]? {
    guard case .history(.accept(let version)) = action else { return nil }
    return try migrator.changes(of: version, in: database.open())
  }
}

extension MigrateRepair.Action {
  /// Whether nothing but the history is corrected.
  fileprivate var isHistory: Bool {
    if case .history = self { true } else { false }
  }
}

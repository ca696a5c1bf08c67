import Furrow

/// `furrow migrate environment`: the mark that keeps a database from being undone by mistake.
struct MigrateEnvironment: MigrateWork {
  let database: MigrateDatabase
  /// The mark to give; `nil` shows the one that is there.
  let name: String?

  static let command = MigrateCommand.make(
    "environment",
    "mark a database, as production for instance, or show its mark",
    synopsis: "[NAME] --db DB [OPTIONS]",
    positionals: [
      Positional("NAME", .oneOrNone, help: "the mark, as production or none; without it show it")
    ],
    options: MigrateDatabase.options,
    examples: [
      (
        "furrow migrate environment production --db app.db",
        "redo, sync, load and undoing all of it ask for --i-know-production from now on"
      )
    ],
    MigrateEnvironment.self
  )

  init(_ arguments: ParsedArguments) throws(UsageError) {
    database = try MigrateDatabase(arguments)
    name = arguments.positionals("NAME").first
  }

  func run(_ console: Console) throws -> MigrateOutcome {
    var outcome = MigrateOutcome()
    let mark: String?
    if let name {
      mark = name == "none" ? nil : name
      try database.withLock { database, options in
        try Migrator.mark(database, as: mark, options)
      }
      outcome.notes = ["\(database.path): marked as \(name)"]
    } else {
      mark = try Migrator.environment(of: database.open())
      outcome.output = "\(mark ?? "none")\n"
    }
    outcome.members = [
      .init("database", .string(database.path)), .init("environment", .text(mark)),
    ]
    return outcome
  }
}

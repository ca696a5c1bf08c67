import Furrow

/// `furrow migrate drift`: what was changed by hand.
struct MigrateDrift: MigrateWork {
  let folder: MigrateFolder
  let database: MigrateDatabase

  static let command = MigrateCommand.make(
    "drift",
    "show what differs between a database and what its migrations make",
    options: MigrateDatabase.options + MigrateFolder.options,
    examples: [("furrow migrate drift --db app.db", "exit 1 if anything differs")],
    MigrateDrift.self
  )

  init(_ arguments: ParsedArguments) throws(UsageError) {
    folder = try MigrateFolder(arguments)
    database = try MigrateDatabase(arguments)
  }

  func run(_ console: Console) throws -> MigrateOutcome {
    let differences = try folder.migrator(console).drift(of: database.open())
    var outcome = MigrateOutcome()
    outcome.exitCode = differences.isEmpty ? .complete : .failed
    outcome.output = differences.map { difference in
      "\(difference.summary)\n" + difference.lines.map { "  \($0)\n" }.joined()
    }.joined()
    if differences.isEmpty { outcome.notes = ["\(database.path): no drift"] }
    outcome.members = [
      .init("database", .string(database.path)),
      .init("differences", MigrateDrift.json(of: differences)),
    ]
    return outcome
  }

  static func json(of differences: [SchemaDifference]) -> JSONValue {
    .array(
      differences.map { difference in
        [
          "summary": .string(difference.summary),
          "expected": .text(difference.expected?.sql), "found": .text(difference.found?.sql),
        ]
      }
    )
  }
}

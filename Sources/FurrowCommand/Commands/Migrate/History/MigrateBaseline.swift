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
      options.provenance = .here(folder.directory)
      return try migrator.baseline(database, at: version, options)
    }
    var outcome = MigrateOutcome()
    outcome.notes = noted.map { "noted \($0.file)" }
    outcome.members = [
      .init("database", .string(database.path)), .init("noted", .list(noted)),
    ]
    return outcome
  }
}

import Furrow

/// `furrow migrate load`: a new database from the dump, without running the migrations.
struct MigrateLoad: MigrateWork {
  let folder: MigrateFolder
  let database: MigrateDatabase
  let schemaFile: String?
  let knowsProduction: Bool

  static let command = MigrateCommand.make(
    "load",
    "make an empty database from the dump, and note all migrations as applied",
    options: MigrateDatabase.options + MigrateFolder.options + [
      Options.schemaFile.option, Options.knowsProduction.option,
    ],
    examples: [("furrow migrate load --db test.db", "make a database for tests")],
    MigrateLoad.self
  )

  init(_ arguments: ParsedArguments) throws(UsageError) {
    folder = try MigrateFolder(arguments)
    database = try MigrateDatabase(arguments)
    schemaFile = try arguments[Options.schemaFile]
    knowsProduction = try arguments[Options.knowsProduction]
  }

  func run(_ console: Console) throws -> MigrateOutcome {
    let migrator = try folder.migrator(console)
    let path = schemaFile ?? TextFile.schemaPath(of: folder.directory)
    let text = try TextFile.read(path)
    try database.withLock { database, options in
      options.knowsProduction = knowsProduction
      options.provenance = .here(folder.directory)
      try migrator.load(text, into: database, options)
    }
    var outcome = MigrateOutcome()
    outcome.notes = ["\(database.path): made from \(path)"]
    outcome.members = [
      .init("database", .string(database.path)), .init("schemaFile", .string(path)),
      .init("noted", .list(migrator.migrations)),
    ]
    return outcome
  }
}

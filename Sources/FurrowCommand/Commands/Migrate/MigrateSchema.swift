import Furrow

/// `furrow migrate dump`: the schema as a text that changes only when the schema does.
struct MigrateDump: MigrateWork {
  let folder: MigrateFolder
  let database: MigrateDatabase?
  let output: String?

  static let command = MigrateCommand.make(
    "dump",
    "write the schema that a database has, or that the migrations make",
    synopsis: "[--db DB] [OPTIONS]",
    options: [Options.optionalDatabase.option, Options.busyTimeout.option]
      + MigrateFolder.options + [Options.output.option],
    examples: [
      ("furrow migrate dump -o schema.sql", "write what the migrations make"),
      ("furrow migrate dump --db app.db", "print what the database has"),
    ],
    MigrateDump.self
  )

  init(_ arguments: ParsedArguments) throws(UsageError) {
    folder = try MigrateFolder(arguments)
    let path = try arguments[Options.optionalDatabase]
    database = try path.map { path throws(UsageError) in try MigrateDatabase(path, arguments) }
    output = try arguments[Options.output]
  }

  func run(_ console: Console) throws -> MigrateOutcome {
    let source = try database?.open(.readOnly) ?? folder.migrator(console).replay()
    let dump = try SchemaDump(of: source)
    var outcome = MigrateOutcome()
    if let output, output != "-" {
      let sink = try FileSink(path: output)
      try sink.write(Array(dump.text.utf8).span)
      try sink.finish()
    } else {
      outcome.output = dump.text
    }
    outcome.members = [.init("schema", .string(dump.text)), .init("file", .text(output))]
    return outcome
  }
}

/// `furrow migrate load`: a new database from the dump, without running the migrations.
struct MigrateLoad: MigrateWork {
  let folder: MigrateFolder
  let database: MigrateDatabase
  let schemaFile: String?

  static let command = MigrateCommand.make(
    "load",
    "make an empty database from the dump, and note all migrations as applied",
    options: MigrateDatabase.options + MigrateFolder.options + [Options.schemaFile.option],
    examples: [("furrow migrate load --db test.db", "make a database for tests")],
    MigrateLoad.self
  )

  init(_ arguments: ParsedArguments) throws(UsageError) {
    folder = try MigrateFolder(arguments)
    database = try MigrateDatabase(arguments)
    schemaFile = try arguments[Options.schemaFile]
  }

  func run(_ console: Console) throws -> MigrateOutcome {
    let migrator = try folder.migrator(console)
    let path = schemaFile ?? TextFile.schemaPath(of: folder.directory)
    let text = try TextFile.read(path)
    try database.withLock { database, options in
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
    let differences = try folder.migrator(console).drift(of: database.open(.readOnly))
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

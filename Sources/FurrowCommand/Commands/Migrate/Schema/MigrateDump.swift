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
    let source = try database?.open() ?? folder.migrator(console).replay()
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

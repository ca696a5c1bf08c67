import Furrow

/// `furrow migrate new`: a file to write the next migration in.
struct MigrateNew: MigrateWork {
  let folder: MigrateFolder
  let name: String
  let isPair: Bool

  static let command = MigrateCommand.make(
    "new",
    "make the file of a new migration",
    synopsis: "NAME [OPTIONS]",
    positionals: [Positional("NAME", help: "what the migration does, as add_users")],
    options: MigrateFolder.options + [Options.pair.option],
    examples: [
      ("furrow migrate new add_users", "make a file in the form that the folder has"),
      ("furrow migrate new add_users --pair", "make a file up and a file down"),
    ],
    MigrateNew.self
  )

  init(_ arguments: ParsedArguments) throws(UsageError) {
    folder = try MigrateFolder(arguments)
    name = try arguments.positional("NAME")
    isPair = try arguments[Options.pair]
  }

  func run(_ console: Console) throws -> MigrateOutcome {
    let new = try NewMigration(
      name,
      in: folder.directory,
      isPair: isPair,
      format: folder.layout
    )
    var outcome = MigrateOutcome()
    outcome.output = new.paths.map { "\($0)\n" }.joined()
    outcome.members = [
      .init("version", .string(new.version.text)), .init("files", .list(new.paths)),
    ]
    return outcome
  }
}

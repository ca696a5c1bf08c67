import Furrow

/// `furrow migrate new`: a file to write the next migration in.
struct MigrateNew: MigrateWork {
  let folder: MigrateFolder
  let name: String
  let isPair: Bool
  /// The tables that the file makes anew.
  let rebuilds: [String]

  static let command = MigrateCommand.make(
    "new",
    "make the file of a new migration",
    synopsis: "NAME [OPTIONS]",
    positionals: [Positional("NAME", help: "what the migration does, as add_users")],
    options: MigrateFolder.options + [Options.pair.option, Options.rebuild.option],
    examples: [
      ("furrow migrate new add_users", "make a file in the form that the folder has"),
      ("furrow migrate new add_users --pair", "make a file up and a file down"),
      (
        "furrow migrate new stricter_users --rebuild users",
        "make a file that makes the table users anew, for a change that ALTER TABLE cannot make"
      ),
    ],
    MigrateNew.self
  )

  init(_ arguments: ParsedArguments) throws(UsageError) {
    folder = try MigrateFolder(arguments)
    name = try arguments.positional("NAME")
    isPair = try arguments[Options.pair]
    rebuilds = try arguments[Options.rebuild]
  }

  func run(_ console: Console) throws -> MigrateOutcome {
    let new = try NewMigration(
      name,
      in: folder.directory,
      isPair: isPair,
      format: folder.layout,
      rebuilds: rebuilds
    )
    var outcome = MigrateOutcome()
    outcome.output = new.paths.map { "\($0)\n" }.joined()
    outcome.members = [
      .init("version", .string(new.version.text)), .init("files", .list(new.paths)),
    ]
    return outcome
  }
}

import Furrow

/// `furrow migrate adopt`: takes over from another tool.
struct MigrateAdopt: MigrateWork {
  let folder: MigrateFolder
  let database: MigrateDatabase
  /// Whether the tool's table is kept up to date, and which.
  let mirror: MirrorChoice?

  static let command = MigrateCommand.make(
    "adopt",
    "note what another tool has applied, by the table it left",
    options: MigrateDatabase.options + MigrateFolder.options + [Options.mirror.option],
    examples: [
      ("furrow migrate adopt --db app.db --dir db/migrations", "take over from dbmate"),
      (
        "furrow migrate adopt --db app.db --mirror dbmate",
        "take over, and keep dbmate's own table up to date as well"
      ),
    ],
    MigrateAdopt.self
  )

  init(_ arguments: ParsedArguments) throws(UsageError) {
    folder = try MigrateFolder(arguments)
    database = try MigrateDatabase(arguments)
    mirror = try arguments[Options.mirror]
  }

  func run(_ console: Console) throws -> MigrateOutcome {
    let migrator = try folder.migrator(console)
    let adoption = try database.withLock(makesFile: false) { database, options in
      options.provenance = .here(folder.directory)
      let adoption = try migrator.adopt(database, options)
      if let mirror { try migrator.mirror(mirror.tool, in: database, options) }
      return adoption
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

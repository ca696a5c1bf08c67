import Furrow

/// `furrow migrate restore`: a copy brought back.
struct MigrateRestore: MigrateWork {
  let database: MigrateDatabase
  let backup: String

  static let command = MigrateCommand.make(
    "restore",
    "bring a copy back into a database, and keep what was there",
    synopsis: "FILE --db DB [OPTIONS]",
    positionals: [Positional("FILE", .one, .input, help: "the copy")],
    options: MigrateDatabase.options,
    examples: [
      (
        "furrow migrate restore app.db.20260131T120000000Z.backup --db app.db",
        "bring that copy back"
      )
    ],
    MigrateRestore.self
  )

  init(_ arguments: ParsedArguments) throws(UsageError) {
    database = try MigrateDatabase(arguments)
    backup = try arguments.positional("FILE")
  }

  func run(_ console: Console) throws -> MigrateOutcome {
    let kept = try DatabaseRestore.restore(
      backup,
      into: database.path,
      waiting: database.busyTimeout,
      unless: MigrateDatabase.stopSignal()
    )
    var outcome = MigrateOutcome()
    outcome.notes = ["\(database.path): restored from \(backup)"]
    if let kept { outcome.notes.append("what was there is kept as \(kept.path)") }
    outcome.members = [
      .init("database", .string(database.path)), .init("kept", .text(kept?.path)),
    ]
    return outcome
  }
}

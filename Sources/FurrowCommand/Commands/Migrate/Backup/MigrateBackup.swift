import Furrow

/// `furrow migrate backup`: a checked copy of a database that may be in use.
struct MigrateBackup: MigrateWork {
  let database: MigrateDatabase
  let place: BackupPlace

  static let command = MigrateCommand.make(
    "backup",
    "copy a database that may be in use, and check the copy",
    options: MigrateDatabase.options + [
      Options.backupDirectory.option, Options.keepBackups.option,
    ],
    examples: [("furrow migrate backup --db app.db", "make a copy beside the database")],
    MigrateBackup.self
  )

  init(_ arguments: ParsedArguments) throws(UsageError) {
    database = try MigrateDatabase(arguments)
    place = BackupPlace(
      folder: try arguments[Options.backupDirectory],
      count: try arguments[Options.keepBackups]
    )
  }

  func run(_ console: Console) throws -> MigrateOutcome {
    let backup = try DatabaseBackup(
      of: database.path,
      at: place,
      unless: MigrateDatabase.stopSignal()
    )
    var outcome = MigrateOutcome()
    outcome.output = "\(backup.path)\n"
    outcome.members = [
      .init("database", .string(database.path)), .init("backup", .string(backup.path)),
    ]
    return outcome
  }
}

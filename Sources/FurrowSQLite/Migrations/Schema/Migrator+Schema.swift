extension Migrator {
  /// Builds an empty database in memory up to `version`; to the last one if it is `nil`.
  ///
  /// - Throws: What keeps the migrations from running on an empty database.
  public func replay(to version: MigrationVersion? = nil) throws(MigrationError) -> Database {
    let database = try MemoryDatabase.open()
    var options = Options()
    options.target = version
    try up(database, options)
    return database
  }

  /// What differs between the schema of `database` and the one its migrations make.
  ///
  /// Nothing but those it has applied is compared, so that pending ones are no drift.
  public func drift(of database: Database) throws(MigrationError) -> [SchemaDifference] {
    let applied = Set(
      try status(of: database).entries.filter { $0.appliedAt != nil }.map(\.version)
    )
    let replayed = Migrator(migrations: migrations.filter { applied.contains($0.version) })
    return try SchemaDump(of: replayed.replay()).differences(to: SchemaDump(of: database))
  }

  /// Makes the tables of an empty database from a dump, and notes all migrations as applied.
  ///
  /// - Throws: `state` if the database is not empty, the dump is not what the migrations make, or
  ///   they also put rows into tables, which a dump does not have.
  public func load(
    _ schema: String,
    into database: Database,
    _ options: Options = Options()
  ) throws(MigrationError) {
    try Self.refuseProduction(database, "fill it from a dump", options)
    let replayed = try replay()
    let session = try MigrationSession(database, options)
    defer { session.end() }
    try session.begin()
    do throws(SQLiteError) {
      let tables = try database.tableNames().filter { !MigrationHistory.ownNames.contains($0) }
      if let table = tables.first {
        throw Self.refusal("the database is not empty, it has the table \(table)")
      }
      for table in try replayed.tableNames() where !MigrationHistory.ownNames.contains(table) {
        guard try replayed.firstInteger("SELECT EXISTS(SELECT 1 FROM \(identifier: table))") == 0
        else {
          throw Self.refusal(
            "the migrations put rows into \(table), which the dump does not have; use"
              + " `furrow migrate up`"
          )
        }
      }
      try database.execute(SQL(raw: schema))
    } catch {
      guard error.code == .notFound else { throw MigrationError(error) }
      throw MigrationError(.state, error.message, path: database.filePath)
    }
    let differences = try SchemaDump(of: replayed).differences(to: SchemaDump(of: database))
    if let first = differences.first {
      var error = MigrationError(
        .state,
        "the dump is not what the migrations make: \(first.summary)",
        path: database.filePath
      )
      error.details = differences.flatMap { [$0.summary] + $0.lines }
      throw error
    }
    try note(MigrationStatus(migrations, []).pending, .baseline, session)
  }

  private static func refusal(_ message: String) -> SQLiteError {
    SQLiteError(code: .notFound, message: message)
  }
}

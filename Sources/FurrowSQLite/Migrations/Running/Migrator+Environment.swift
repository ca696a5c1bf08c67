extension Migrator {
  /// The mark of a database that nobody should undo or fill anew by mistake.
  public static let production = "production"

  /// What `database` is marked as, `production` for instance; `nil` if it has no mark.
  ///
  /// - Throws: `database` if it cannot be read.
  public static func environment(of database: Database) throws(MigrationError) -> String? {
    do { return try MigrationMeta(database: database).value(.environment) } catch {
      throw MigrationError(error)
    }
  }

  /// Marks `database`, before its first migration if need be; `nil` takes the mark away.
  ///
  /// One that is marked as `production` is not undone to nothing, redone, synced or loaded unless
  /// the options say that this is meant.
  /// - Throws: `database` if it cannot be written.
  public static func mark(
    _ database: Database,
    as environment: String?,
    _ options: Options = Options()
  ) throws(MigrationError) {
    let session = try MigrationSession(database, options)
    defer { session.end() }
    try session.begin()
    do throws(SQLiteError) {
      try session.history.create()
      try session.history.meta.set(.environment, environment)
      try session.commit()
    } catch {
      throw MigrationError(error)
    }
  }

  /// - Throws: `state` if `database` is marked as `production` and nobody said to go on.
  static func refuseProduction(
    _ database: Database,
    _ action: String,
    _ options: Options
  ) throws(MigrationError) {
    guard !options.knowsProduction, try environment(of: database) == production else { return }
    throw MigrationError(
      .state,
      "the database is marked as production, and this would \(action); --i-know-production does it"
        + " all the same",
      path: database.filePath
    )
  }
}

extension Migrator {
  /// Whether a run was committed and what had to follow was not done.
  ///
  /// - Throws: `database` if it cannot be read.
  public static func isAfterworkDue(_ database: Database) throws(MigrationError) -> Bool {
    do { return try MigrationMeta(database: database).value(.afterwork) == "0" } catch {
      throw MigrationError(error)
    }
  }

  /// Notes that what had to follow is done.
  ///
  /// - Throws: `database` if it cannot be written.
  public static func finishAfterwork(
    _ database: Database,
    _ options: Options = Options()
  ) throws(MigrationError) {
    let session = try MigrationSession(database, options)
    defer { session.end() }
    try session.begin()
    do throws(SQLiteError) {
      try session.history.meta.set(.afterwork, "1")
      try session.commit()
    } catch {
      throw MigrationError(error)
    }
  }
}

extension Migrator {
  /// Goes on with a file that stopped outside a transaction.
  ///
  /// `statement`: The first statement to run, from 1.
  /// - Throws: `state` if the version did not stop midway, or has no such statement; else as `up`.
  public func resume(
    _ version: MigrationVersion,
    from statement: Int,
    in database: Database,
    _ options: Options = Options()
  ) throws(MigrationError) {
    let session = try MigrationSession(database, options)
    defer { session.end() }
    let entry = try status(of: database).entries.first { $0.version == version }
    guard let entry, entry.statementsDone != nil, let migration = entry.migration else {
      throw MigrationError(
        .state,
        "version \(version) did not stop midway, so there is nothing to go on with",
        path: entry?.file,
        version: version.text
      )
    }
    let count = try Self.statementCount(of: migration)
    guard statement <= count else {
      throw MigrationError(
        .state,
        "\(migration.file) has \(count) statement\(count == 1 ? "" : "s"), so there is no statement"
          + " \(statement) to go on at",
        path: migration.path,
        version: version.text
      )
    }
    let work = GroupWork(session: session, options: options, replaced: [], backup: nil)
    try work.finishOutside(migration, skipping: statement - 1)
  }

  private static func statementCount(of migration: Migration) throws(MigrationError) -> Int {
    var count = 0
    for section in migration.up {
      let text: SQLText
      do { text = try SQLText(section.sql) } catch { throw MigrationError(error) }
      var offset = text.startOfStatement(from: 0)
      while offset < text.count {
        count += 1
        offset = text.startOfStatement(from: text.endOfStatement(from: offset))
      }
    }
    return count
  }
}

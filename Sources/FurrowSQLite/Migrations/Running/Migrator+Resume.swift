extension Migrator {
  /// Goes on with a file that stopped outside a transaction.
  ///
  /// `statement`: The first statement to run, from 1.
  /// - Throws: `state` if the version did not stop midway; else as `up`.
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
    let work = GroupWork(session: session, options: options, replaced: [], backup: nil)
    try work.finishOutside(migration, skipping: statement - 1)
  }
}

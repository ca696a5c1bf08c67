extension Migrator {
  /// A correction of the history; none of them changes a row of anybody's table.
  public enum Repair: Hashable, Sendable {
    /// Takes the file as it is now for the one that was applied.
    case accept(MigrationVersion)
    /// Notes that the version is applied, though no run of furrow did it to its end.
    case markApplied(MigrationVersion)
    /// Notes that the version is not applied any more.
    case markReverted(MigrationVersion)
  }

  /// Corrects the history.
  ///
  /// `isDryRun`: Whether everything is done and then taken back.
  /// - Throws: `version` if the folder has no such version; `state` if there is nothing to correct.
  public func repair(
    _ database: Database,
    _ repair: Repair,
    _ options: Options = Options(),
    isDryRun: Bool = false
  ) throws(MigrationError) {
    let session = try MigrationSession(database, options)
    defer { session.end() }
    try session.begin()
    let rows = try session.history.rows()
    do throws(SQLiteError) {
      try session.history.create()
      switch repair {
      case .accept(let version):
        guard rows.contains(where: { $0.version == version }) else { throw Self.nothing(version) }
        try session.history.accept(try file(version))
      case .markApplied(let version):
        if rows.contains(where: { $0.version == version && $0.statementsDone != nil }) {
          try session.history.setStatementsDone(nil, of: version)
        } else if rows.contains(where: { $0.version == version }) {
          throw Self.nothing(version)
        } else {
          try session.history.insert(try file(version), MigrationEvent(state: .marked))
        }
      case .markReverted(let version):
        guard rows.contains(where: { $0.version == version }) else { throw Self.nothing(version) }
        try session.history.retire(version)
      }
      try session.history.noteSchema()
      if !isDryRun { try session.commit() }
    } catch {
      guard error.code == .notFound else { throw MigrationError(error) }
      throw MigrationError(.state, error.message, path: database.filePath)
    }
  }

  /// What differs between version `version` as it was applied and its file now, in tokens: lines
  /// with `-` for statements that were applied and `+` for those of the file.
  ///
  /// - Returns: `nil` if the database does not have the text that was applied, or the folder lacks
  ///   the file; no lines if only white space and comments differ.
  public func changes(
    of version: MigrationVersion,
    in database: Database
  ) throws(MigrationError) -> [String]? {
    guard let migration = migrations.first(where: { $0.version == version }) else { return nil }
    do throws(SQLiteError) {
      guard try database.tableExists(MigrationHistory.table),
        let stored = try MigrationHistory(database: database).storedSQL(of: version)
      else { return nil }
      return StatementDifference.lines(from: stored.up, to: migration.storedUp ?? "")
        + StatementDifference.lines(from: stored.down, to: migration.storedDown ?? "")
    } catch {
      throw MigrationError(error)
    }
  }

  private func file(_ version: MigrationVersion) throws(SQLiteError) -> Migration {
    guard let migration = migrations.first(where: { $0.version == version }) else {
      throw SQLiteError(code: .notFound, message: "the folder has no version \(version)")
    }
    return migration
  }

  private static func nothing(_ version: MigrationVersion) -> SQLiteError {
    SQLiteError(
      code: .notFound,
      message: "there is nothing to correct about version \(version); `furrow migrate status` shows"
        + " what the database has"
    )
  }
}

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
  /// - Throws: `version` if the folder has no such version; `state` if there is nothing to correct.
  public func repair(
    _ database: Database,
    _ repair: Repair,
    _ options: Options = Options()
  ) throws(MigrationError) {
    let session = try MigrationSession(database, isLocked: options.isLocked)
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
      try session.database.commit()
    } catch {
      guard error.code == .notFound else { throw MigrationError(error) }
      throw MigrationError(.state, error.message, path: database.filePath)
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

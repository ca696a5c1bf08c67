extension Migrator {
  /// How far back to go.
  public enum Extent: Hashable, Sendable {
    /// So many migrations, the one applied last first.
    case steps(Int)
    /// All whose version is higher than this one.
    case to(MigrationVersion)
    /// Exactly these, in whatever order they were applied.
    case versions(Set<MigrationVersion>)
  }

  /// Undoes applied migrations, the one applied last first.
  ///
  /// The way back is that of the file if it is as it was when it was applied, else the one kept in
  /// the database, so that it is there for a branch that is not checked out any more. Foreign keys
  /// are treated as by `up`.
  /// `ignoresDrift`: Whether a schema that was changed by hand since is no reason to stop.
  /// - Returns: The migrations undone, in that order.
  /// - Throws: `irreversible` if there is no way back; `drift`; else as `up`. In a transaction all
  ///   of it is undone, or nothing.
  @discardableResult
  public func down(
    _ database: Database,
    _ extent: Extent = .steps(1),
    _ options: Options = Options(),
    ignoresDrift: Bool = false
  ) throws(MigrationError) -> [Migration] {
    var undone: [Migration] = []
    let session = try MigrationSession(database, options)
    defer { session.end() }
    do throws(MigrationError) {
      while try undoGroup(session, extent, options, ignoresDrift, &undone) {}
      return undone
    } catch {
      throw error.asked(options.isCancelled).keeping(undone)
    }
  }

  /// Undoes the migrations of the next transaction; false if there is nothing more to undo.
  private func undoGroup(
    _ session: MigrationSession,
    _ extent: Extent,
    _ options: Options,
    _ ignoresDrift: Bool,
    _ undone: inout [Migration]
  ) throws(MigrationError) -> Bool {
    try session.begin()
    // Does nothing after the commit.
    defer { session.database.rollBack() }
    let rows = try session.history.rows().sorted { $0.position > $1.position }
    var targets: [Migration] = []
    for row in Self.within(extent, rows, done: undone.count) {
      targets.append(try wayBack(of: row))
    }
    guard let first = targets.first else { return false }
    if targets.count == rows.count {
      try Self.refuseProduction(session.database, "undo all of its migrations", options)
    }
    if !ignoresDrift { try refuseDrift(session, first) }
    if undone.isEmpty, let place = options.backup, let path = session.database.filePath {
      _ = try DatabaseBackup(of: path, at: place, unless: options.isCancelled)
    }
    guard first.isWayBackTransactional else {
      try undoOutside(first, session, options)
      undone.append(first)
      return true
    }
    var schema = try Self.prepareToNote(session)
    let isEach = options.scope == .each
    let group = isEach ? [first] : Array(targets.prefix { $0.isWayBackTransactional })
    try session.keepingWhole(group, group.flatMap(\.down), options) {
      () throws(MigrationError) in
      for migration in group {
        options.progress?(.started(migration))
        try session.execute(migration.down, of: migration)
        try note(migration, schema.take(), session)
      }
    }
    do {
      try session.history.noteSchema(hasAfterwork: options.hasAfterwork)
      try session.commit()
    } catch {
      throw MigrationError(error)
    }
    undone += group
    return true
  }

  private func refuseDrift(
    _ session: MigrationSession,
    _ migration: Migration
  ) throws(MigrationError) {
    guard let expected = try session.history.schemaAfter() else { return }
    let found: String
    do { found = try SchemaFingerprint.of(session.database) } catch { throw MigrationError(error) }
    guard found != expected else { return }
    throw MigrationError(
      .drift,
      "the schema was changed since version \(migration.version) was applied, not by a migration;"
        + " `furrow migrate drift` shows how, --force goes back all the same",
      path: migration.path,
      version: migration.version.text
    )
  }

  /// Makes the history ready for rows of this program, and gives the schema's fingerprint.
  private static func prepareToNote(_ session: MigrationSession) throws(MigrationError) -> String? {
    do {
      try session.history.create()
      return try SchemaFingerprint.of(session.database)
    } catch {
      throw MigrationError(error)
    }
  }

  private func note(
    _ migration: Migration,
    _ schema: String?,
    _ session: MigrationSession
  ) throws(MigrationError) {
    do {
      try session.history.insert(
        migration,
        MigrationEvent(state: .reverted, isWayBack: true, schemaBefore: schema)
      )
    } catch {
      throw MigrationError(error)
    }
  }

  private static func within(
    _ extent: Extent,
    _ rows: [MigrationHistory.Row],
    done: Int
  ) -> [MigrationHistory.Row] {
    switch extent {
    // What runs again whenever it changes has no way back, and is made anew when it goes.
    case .steps(let count):
      Array(rows.filter { !$0.version.isRepeatable }.prefix(max(0, count - done)))
    case .versions(let wanted): rows.filter { wanted.contains($0.version) }
    case .to(let version): rows.filter { $0.version > version && !$0.version.isRepeatable }
    }
  }

  private func wayBack(of row: MigrationHistory.Row) throws(MigrationError) -> Migration {
    let file = migrations.first { $0.version == row.version }
    guard row.statementsDone == nil else {
      throw MigrationError(
        .incomplete,
        "version \(row.version) stopped midway; finish or undo it by hand first",
        path: file?.path ?? row.file,
        version: row.version.text
      )
    }
    if let file, file.contentHash == row.contentHash, !file.down.isEmpty { return file }
    let whole = migrations.first { $0.directives.replaces.contains(row.version) }
    if let whole, whole.contentHash != row.contentHash {
      throw MigrationError(
        .irreversible,
        "version \(row.version) is one of those that \(whole.file) stands for, so it goes back with the"
          + " files as they were before only",
        path: whole.path,
        version: row.version.text
      )
    }
    guard let down = row.down else {
      throw MigrationError(
        .irreversible,
        "version \(row.version) has no way back; write a new migration that undoes it",
        path: file?.path ?? row.file,
        version: row.version.text
      )
    }
    var migration = try Migration(
      MigrationFileName(stored: row),
      file: row.file,
      path: "\(row.file) (as kept in the database)",
      bytes: Array("-- migrate:up\n\(down)".utf8)
    )
    migration.up = []
    return migration
  }

  /// Runs a way back that cannot be in a transaction, noting each statement.
  private func undoOutside(
    _ migration: Migration,
    _ session: MigrationSession,
    _ options: Options
  ) throws(MigrationError) {
    let schema = try Self.prepareToNote(session)
    do {
      try session.history.setStatementsDone(0, of: migration.version)
      try session.commit()
    } catch {
      throw MigrationError(error)
    }
    do throws(MigrationError) {
      try session.execute(migration.down, of: migration) { count throws(SQLiteError) in
        try session.history.setStatementsDone(count, of: migration.version)
      }
      try note(migration, schema, session)
      do { try session.history.noteSchema(hasAfterwork: options.hasAfterwork) } catch {
        throw MigrationError(error)
      }
    } catch {
      throw session.closeIncomplete(migration, error) {
        try session.history.setStatementsDone(nil, of: migration.version)
      }
    }
  }
}

extension MigrationFileName {
  /// The name as a row of the database has it, whatever the convention of its file.
  init(stored row: MigrationHistory.Row) {
    self.init(row.version, row.name, row.version.isRepeatable ? .repeatable : .up, nil)
  }
}

extension Migration {
  /// Whether all of its way back runs inside a transaction.
  fileprivate var isWayBackTransactional: Bool { down.allSatisfy(\.isTransactional) }
}

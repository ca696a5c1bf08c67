extension Migrator {
  /// What was taken over from another tool.
  public struct Adoption: Sendable {
    /// The tool.
    public let tool: String
    /// The migrations that are noted as applied now.
    public let adopted: [Migration]
    /// What is worth a look: a file that has changed since the tool applied it.
    public let warnings: [String]
  }

  /// Notes what another tool has applied, by the table it left; that table stays as it is.
  ///
  /// - Throws: `state` if there is no such table, the tool left something unfinished, there is a
  ///   history already, or a migration it applied is not in the folder.
  public func adopt(
    _ database: Database,
    _ options: Options = Options()
  ) throws(MigrationError) -> Adoption {
    let session = try MigrationSession(database, options)
    defer { session.end() }
    try session.begin()
    try refuseHistory(session)
    guard let found = try ForeignHistory.find(in: database) else {
      throw MigrationError(
        .state,
        "there is no table of another migration tool; `furrow migrate baseline VERSION` notes"
          + " what a database has",
        path: database.filePath
      )
    }
    try Self.refuseUnusable(found, database)
    var warnings: [String] = []
    var adopted: [Migration] = []
    for row in found.rows {
      let migration = try self.migration(of: row, found.tool)
      if let warning = try Self.warning(of: row, found.tool, migration) { warnings.append(warning) }
      adopted.append(migration)
    }
    // This tool notes only the last one.
    if found.tool == "golang-migrate", let last = adopted.map(\.version).max() {
      adopted = migrations.filter { $0.version <= last }
    }
    adopted.sort { $0.version < $1.version }
    try note(adopted, .adopted, session)
    return Adoption(tool: found.tool, adopted: adopted, warnings: warnings)
  }

  /// Notes all migrations up to `version` as applied without running them.
  ///
  /// - Throws: `state` if there is a history already; `version` if the folder has no such version.
  public func baseline(
    _ database: Database,
    at version: MigrationVersion,
    _ options: Options = Options()
  ) throws(MigrationError) -> [Migration] {
    guard migrations.contains(where: { $0.version == version }) else {
      throw MigrationError(.version, "the folder has no version \(version)", version: version.text)
    }
    let session = try MigrationSession(database, options)
    defer { session.end() }
    try session.begin()
    try refuseHistory(session)
    let noted = migrations.filter { $0.version <= version && $0.kind == .versioned }
    try note(noted, .baseline, session)
    return noted
  }

  /// Refuses to run again what another tool has run, while furrow knows nothing of the database.
  func refuseForeign(_ pending: [Migration], _ database: Database) throws(MigrationError) {
    do throws(SQLiteError) {
      guard try !database.tableExists(MigrationHistory.table) else { return }
    } catch {
      throw MigrationError(error)
    }
    guard let found = try ForeignHistory.find(in: database) else { return }
    let known = pending.filter { migration in found.rows.contains { $0.means(migration) } }
    guard let first = known.first else { return }
    let more = known.count > 1 ? " and \(known.count - 1) more" : ""
    throw MigrationError(
      .state,
      "\(found.tool) has applied \(first.file)\(more) to this database already; take over what it"
        + " noted with `furrow migrate adopt`",
      path: database.filePath
    )
  }

  private func refuseHistory(_ session: MigrationSession) throws(MigrationError) {
    guard try !session.history.rows().isEmpty else { return }
    throw MigrationError(
      .state,
      "the database has a history already; `furrow migrate status` shows it",
      path: session.database.filePath
    )
  }

  /// Notes `migrations` in the open transaction and commits it.
  func note(
    _ migrations: [Migration],
    _ state: MigrationEvent.State,
    _ session: MigrationSession
  ) throws(MigrationError) {
    do throws(SQLiteError) {
      try session.history.create()
      for migration in migrations {
        try session.history.insert(migration, MigrationEvent(state: state))
      }
      if !migrations.isEmpty { try session.history.noteSchema() }
      try session.commit()
    } catch {
      throw MigrationError(error)
    }
  }

  private static func refuseUnusable(
    _ found: ForeignHistory,
    _ database: Database
  ) throws(MigrationError) {
    let tool = String(found.tool.dropLast())
    if found.tool.hasSuffix("!") {
      throw MigrationError(
        .state,
        "\(tool) notes a migration that it did not finish; mend that with \(tool) first",
        path: database.filePath
      )
    }
    if found.tool.hasSuffix("?") {
      throw MigrationError(
        .state,
        "the table of \(tool) does not tell which SQL files it means; say how far the database"
          + " is with `furrow migrate baseline VERSION`",
        path: database.filePath
      )
    }
  }

  private func migration(
    of row: ForeignHistory.Row,
    _ tool: String
  ) throws(MigrationError) -> Migration {
    guard let found = migrations.first(where: row.means) else {
      let label = row.version?.text ?? row.name ?? ""
      throw MigrationError(
        .state,
        "\(tool) has applied \(label), which is not in the folder",
        version: label
      )
    }
    return found
  }

  /// A word about a file that is not as the other tool knew it.
  private static func warning(
    of row: ForeignHistory.Row,
    _ tool: String,
    _ migration: Migration
  ) throws(MigrationError) -> String? {
    let isSame: Bool
    switch (tool, row.checksum) {
    case ("flyway", .integer(let number)):
      isSame = FlywayChecksum.of(try FolderReader.bytes(of: migration.path)) == number
    case ("prisma", .text(let text)):
      isSame = migration.contentHash == "sha256v1:\(text)"
    default: return nil
    }
    return isSame ? nil : "\(migration.file) has changed since \(tool) applied it"
  }
}

extension ForeignHistory.Row {
  /// Whether the tool notes `migration` by this row.
  fileprivate func means(_ migration: Migration) -> Bool {
    if let version { return migration.version == version }
    guard let name else { return false }
    let folder = migration.file.split(separator: "/").first.map(String.init)
    let stem = migration.file.hasSuffix(".sql") ? String(migration.file.dropLast(4)) : ""
    return [migration.file, folder, stem, migration.name].contains(name)
  }
}

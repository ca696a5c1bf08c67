/// What has happened to a migration, to be noted.
struct MigrationEvent {
  /// What became of it.
  enum State: String {
    case applied
    case reverted
    /// Outside a transaction, begun and not at its end.
    case running
    /// Noted without being run, since another tool has run it.
    case adopted
    /// Noted without being run, since the database had it before furrow.
    case baseline
    /// Noted without being run, since a person said so.
    case marked
  }

  var state = State.applied
  var isWayBack = false
  /// Whether a row in force must give way.
  var replaces = false
  var statements: Int?
  var statementsDone: Int?
  /// Rows that INSERT, UPDATE and DELETE changed, those of triggers too.
  var rowsChanged: Int64?
  var milliseconds: Int?
  var backupFile: String?
  /// The fingerprint of the schema before, of the first of a transaction.
  var schemaBefore: String?
}

extension MigrationHistory {
  /// Notes `event`; unless it is a way back, its row is in force from now on.
  func insert(_ migration: Migration, _ event: MigrationEvent) throws(SQLiteError) {
    try insert([(migration, event)])
  }

  /// Notes `events` in their order.
  func insert(_ events: [(Migration, MigrationEvent)]) throws(SQLiteError) {
    var statement = try database.prepare(
      """
      INSERT INTO \(raw: Self.table)(version, version_key, name, file, format, kind, direction, state,
        live, content_hash, tokens_hash, up_sql, down_sql, statements, statements_done,
        rows_changed, duration_ms, fk_mode, tx_mode, backup_file, started_at, finished_at,
        engine_version, run_id, schema_before, tool_version, git_commit, applied_by)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
        strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ?), strftime('%Y-%m-%dT%H:%M:%fZ', 'now'),
        ?, ?, ?, ?, ?, ?)
      """
    )
    let mirror = try mirror()
    for (migration, event) in events {
      if event.replaces || event.isWayBack { try retire(migration.version) }
      try statement.run(values(migration, event))
      guard !event.isWayBack, event.state != .running else { continue }
      try mirror?.add(migration, milliseconds: event.milliseconds ?? 0)
    }
  }

  /// The other tool's table that is kept up to date; `nil` if there is none.
  func mirror() throws(SQLiteError) -> HistoryMirror? {
    try meta.value(.mirror).flatMap { Migrator.Mirror(rawValue: $0) }.map {
      HistoryMirror(tool: $0, database: database)
    }
  }

  private func values(_ migration: Migration, _ event: MigrationEvent) -> [Value] {
    [
      .text(migration.version.text), .text(migration.version.key), .text(migration.name),
      .text(migration.file), .text(migration.format.rawValue), .text(migration.kind.rawValue),
      .text(event.isWayBack ? "down" : "up"), .text(event.state.rawValue),
      event.isWayBack ? .null : 1, .text(migration.contentHash), .text(migration.tokensHash),
      Value(migration.storedUp), Value(migration.storedDown), Value(event.statements),
      Value(event.statementsDone), Value(event.rowsChanged), Value(event.milliseconds),
      .text(migration.directives.enforcesForeignKeys ? "on" : "off"),
      .text(migration.isTransactional ? "inside" : "outside"), Value(event.backupFile),
      .text("-\(Double(event.milliseconds ?? 0) / 1000) seconds"),
      .text(MigrationDirectives.libraryVersion), .text(run.id), Value(event.schemaBefore),
      Value(run.provenance.tool), Value(run.provenance.gitCommit), Value(run.provenance.appliedBy),
    ]
  }

  /// The SQL of `version` as it was applied, up and down; `nil` if it was noted without its file.
  func storedSQL(of version: MigrationVersion) throws(SQLiteError) -> (up: String, down: String)? {
    let rows = try database.rows(
      "SELECT up_sql, down_sql FROM \(raw: Self.table) WHERE version_key = ? AND live",
      [.text(version.key)]
    )
    guard let row = rows.first, let up = row[0].text else { return nil }
    return (up, row[1].text ?? "")
  }

  /// Takes the row of `version` out of force.
  func retire(_ version: MigrationVersion) throws(SQLiteError) {
    try database.execute(
      "UPDATE \(raw: Self.table) SET live = NULL WHERE version_key = ? AND live",
      [.text(version.key)]
    )
    try mirror()?.remove(version)
  }

  /// Notes how far a file outside a transaction has come; `nil` is to its end.
  func setStatementsDone(_ count: Int?, of version: MigrationVersion) throws(SQLiteError) {
    try database.execute(
      """
      UPDATE \(raw: Self.table) SET statements_done = ?, state = ?,
        finished_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
      WHERE version_key = ? AND live
      """,
      [
        Value(count),
        .text((count == nil ? MigrationEvent.State.applied : .running).rawValue),
        .text(version.key),
      ]
    )
  }

  /// Takes the note away that a file was begun of which nothing took effect.
  func forget(_ version: MigrationVersion) throws(SQLiteError) {
    try database.execute(
      "DELETE FROM \(raw: Self.table) WHERE version_key = ? AND live",
      [.text(version.key)]
    )
  }

  /// Gives the row in force the fingerprints that the file has now.
  func accept(_ migration: Migration) throws(SQLiteError) {
    try database.execute(
      """
      UPDATE \(raw: Self.table) SET content_hash = ?, tokens_hash = ?, up_sql = ?, down_sql = ?,
        file = ?, name = ?
      WHERE version_key = ? AND live
      """,
      [
        .text(migration.contentHash), .text(migration.tokensHash), Value(migration.storedUp),
        Value(migration.storedDown), .text(migration.file), .text(migration.name),
        .text(migration.version.key),
      ]
    )
  }

  /// Notes the schema as it is now with the newest row.
  ///
  /// `hasAfterwork`: Whether something is to be done once this is committed.
  func noteSchema(hasAfterwork: Bool = false) throws(SQLiteError) {
    if hasAfterwork { try meta.set(.afterwork, "0") }
    try database.execute(
      "UPDATE \(raw: Self.table) SET schema_after = ? WHERE seq = (SELECT max(seq) FROM \(raw: Self.table))",
      [.text(try SchemaFingerprint.of(database))]
    )
  }
}

extension Migration {
  /// The way up as it is kept in the database: each section under its marker.
  var storedUp: String? { Self.stored(up, under: "-- migrate:up") }

  /// The way back as it is kept in the database.
  var storedDown: String? { Self.stored(down.reversed(), under: "-- migrate:down") }

  private static func stored(_ sections: [Section], under marker: String) -> String? {
    guard !sections.isEmpty else { return nil }
    return sections.map { section in
      let option = section.isTransactional ? "" : " transaction:false"
      return "\(marker)\(option)\n" + section.sql.drop { $0.isWhitespace }
    }.joined(separator: "\n")
  }
}

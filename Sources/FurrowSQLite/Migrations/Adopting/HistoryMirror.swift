/// Keeps the table of another tool up to date, so that a team can move step by step.
struct HistoryMirror {
  let tool: Migrator.Mirror
  let database: Database

  /// Makes the table as the tool would, if it is not there.
  func create() throws(SQLiteError) {
    switch tool {
    case .dbmate:
      try database.execute(
        "CREATE TABLE IF NOT EXISTS schema_migrations(version varchar(128) primary key)"
      )
    case .goose:
      try database.execute(
        """
        CREATE TABLE IF NOT EXISTS goose_db_version(id INTEGER PRIMARY KEY AUTOINCREMENT,
          version_id INTEGER NOT NULL, is_applied INTEGER NOT NULL,
          tstamp TIMESTAMP DEFAULT (datetime('now')));
        INSERT INTO goose_db_version(version_id, is_applied)
          SELECT 0, 1 WHERE NOT EXISTS (SELECT 1 FROM goose_db_version);
        """
      )
    case .flyway:
      try database.execute(
        """
        CREATE TABLE IF NOT EXISTS flyway_schema_history(installed_rank INT NOT NULL PRIMARY KEY,
          version VARCHAR(50), description VARCHAR(200) NOT NULL, type VARCHAR(20) NOT NULL,
          script VARCHAR(1000) NOT NULL, checksum INT, installed_by VARCHAR(100) NOT NULL,
          installed_on TEXT NOT NULL DEFAULT (strftime('%Y-%m-%d %H:%M:%f', 'now')),
          execution_time INT NOT NULL, success BOOLEAN NOT NULL)
        """
      )
    }
  }

  /// Notes that `migration` is applied, unless the table says so already.
  func add(_ migration: Migration, milliseconds: Int) throws(SQLiteError) {
    let version = Value.text(migration.version.text)
    switch tool {
    case .dbmate:
      try database.execute("INSERT OR IGNORE INTO schema_migrations(version) VALUES (?)", [version])
    case .goose:
      try database.execute(
        """
        INSERT INTO goose_db_version(version_id, is_applied) SELECT CAST(?1 AS INTEGER), 1
        WHERE NOT EXISTS (SELECT 1 FROM goose_db_version WHERE version_id = CAST(?1 AS INTEGER))
        """,
        [version]
      )
    case .flyway:
      // A migration that an app carries has no file, and Flyway takes no checksum for any.
      let bytes = try? FolderReader.bytes(of: migration.path)
      try database.execute(
        """
        INSERT INTO flyway_schema_history(installed_rank, version, description, type, script,
          checksum, installed_by, execution_time, success)
        SELECT (SELECT coalesce(max(installed_rank), 0) + 1 FROM flyway_schema_history), ?1, ?2,
          'SQL', ?3, ?4, 'furrow', ?5, 1
        WHERE NOT EXISTS (SELECT 1 FROM flyway_schema_history WHERE script = ?3 AND checksum IS ?4)
        """,
        [
          migration.version.isRepeatable ? .null : version,
          .text(migration.name.replacing("_", with: " ")), .text(migration.file),
          bytes.map { .integer(FlywayChecksum.of($0)) } ?? .null, .integer(Int64(milliseconds)),
        ]
      )
    }
  }

  /// Notes that `version` is not applied any more.
  func remove(_ version: MigrationVersion) throws(SQLiteError) {
    switch tool {
    case .dbmate:
      try database.execute(
        "DELETE FROM schema_migrations WHERE version = ?",
        [.text(version.text)]
      )
    case .goose:
      try database.execute(
        "DELETE FROM goose_db_version WHERE version_id = CAST(? AS INTEGER)",
        [.text(version.text)]
      )
    case .flyway:
      try database.execute(
        "DELETE FROM flyway_schema_history WHERE version = ?",
        [.text(version.text)]
      )
    }
  }
}

extension Migrator {
  /// A tool whose table can be kept up to date.
  public enum Mirror: String, CaseIterable, Sendable {
    /// `schema_migrations`.
    case dbmate
    /// `goose_db_version`.
    case goose
    /// `flyway_schema_history`.
    case flyway
  }

  /// Keeps the table of `tool` up to date from now on, in the transactions of the history itself;
  /// `nil` stops that.
  ///
  /// - Throws: `version` if a version is no number that the tool takes; `database`.
  public func mirror(
    _ tool: Mirror?,
    in database: Database,
    _ options: Options = Options()
  ) throws(MigrationError) {
    if tool == .goose,
      let odd = migrations.first(where: { Int64($0.version.text) == nil })?.version
    {
      throw MigrationError(
        .version,
        "goose takes whole numbers up to 2^63, and version \(odd) is none",
        version: odd.text
      )
    }
    let session = try MigrationSession(database, options)
    defer { session.end() }
    try session.begin()
    let applied = Set(
      try session.history.rows().filter { $0.statementsDone == nil }.map(\.version)
    )
    do throws(SQLiteError) {
      try session.history.create()
      try session.history.meta.set(.mirror, tool?.rawValue)
      if let tool {
        let mirror = HistoryMirror(tool: tool, database: database)
        try mirror.create()
        for migration in migrations where applied.contains(migration.version) {
          try mirror.add(migration, milliseconds: 0)
        }
      }
      try session.history.noteSchema()
      try session.commit()
    } catch {
      throw MigrationError(error)
    }
  }
}

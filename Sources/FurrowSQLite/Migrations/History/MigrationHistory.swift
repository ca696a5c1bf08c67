/// The table that says which migrations a database has, and how it came to them.
///
/// Every run adds rows and takes none away: an undo is a row, too. `live` marks the row that is in
/// force for a version, so that a late migration with a lower number is seen. The way back is kept
/// as well, so that it is there even if the file is not.
struct MigrationHistory {
  static let table = "furrow_migrations"
  /// The names that a migration may not touch.
  static let ownNames: Set<String> = [
    table, "furrow_meta", "furrow_migrations_live", "furrow_runs", "furrow_steps",
  ]

  /// One applied migration.
  struct Row {
    let version: MigrationVersion
    let name: String
    let file: String
    let contentHash: String
    let tokensHash: String
    let appliedAt: String
    /// The order of application, from 1.
    let position: Int64
    /// The way back, each section under its marker.
    let down: String?
    /// `nil` once all has been applied; else a file outside a transaction stopped behind it.
    let statementsDone: Int?
    /// How the migration came to be noted.
    let state: String
  }

  /// What all rows of one run have in common.
  struct Run {
    /// Sixteen digits that no other run has.
    let id: String
    let provenance: MigrationProvenance

    init(provenance: MigrationProvenance = MigrationProvenance()) {
      let digits = String(UInt64.random(in: 0...UInt64.max), radix: 16)
      id = String(repeating: "0", count: 16 - digits.count) + digits
      self.provenance = provenance
    }
  }

  let database: Database
  var run = Run()

  /// What is known beside the history.
  var meta: MigrationMeta { MigrationMeta(database: database) }

  /// The rows in force, in order of version, none if there is no table; changes nothing.
  ///
  /// - Throws: `ahead` for a table of another form than this program knows.
  func rows() throws(MigrationError) -> [Row] {
    try wrapping { () throws(SQLiteError) in
      guard try database.tableExists(Self.table) else { return [] }
      try refuseOtherFormat()
      return try database.query(
        """
        SELECT version, name, file, content_hash, tokens_hash, finished_at, statements_done, seq,
          down_sql, state
        FROM \(raw: Self.table) WHERE live
        """
      ) { row throws(SQLiteError) in
        let text = row.text(at: 0) ?? ""
        guard let version = MigrationVersion(text) else {
          throw SQLiteError(
            code: .mismatch,
            message: "\(Self.table) holds \"\(text)\", which is no version"
          )
        }
        return Row(
          version: version,
          name: row.text(at: 1) ?? "",
          file: row.text(at: 2) ?? "",
          contentHash: row.text(at: 3) ?? "",
          tokensHash: row.text(at: 4) ?? "",
          appliedAt: row.text(at: 5) ?? "",
          position: row.integer(at: 7),
          down: row.text(at: 8),
          statementsDone: row.isNull(at: 6) ? nil : Int(row.integer(at: 6)),
          state: row.text(at: 9) ?? ""
        )
      }.sorted { $0.version < $1.version }
    }
  }

  /// The fingerprint of the schema after the last run; `nil` if there was none.
  func schemaAfter() throws(MigrationError) -> String? {
    try wrapping { () throws(SQLiteError) in
      guard try database.tableExists(Self.table) else { return nil }
      return try database.firstText(
        """
        SELECT schema_after FROM \(raw: Self.table) WHERE schema_after IS NOT NULL
        ORDER BY seq DESC LIMIT 1
        """
      )
    }
  }

  /// Makes the tables if they are missing, and columns that tables of earlier programs lack.
  ///
  /// Those programs go on with such a table, so that it has the same number.
  func create() throws(SQLiteError) {
    guard try !database.tableExists(Self.table) else {
      let present = Set(try database.columns(of: Self.table).map(\.name))
      for column in Self.laterColumns where !present.contains(column) {
        try database.execute("ALTER TABLE \(raw: Self.table) ADD COLUMN \(raw: column) TEXT")
      }
      return
    }
    try database.execute(
      """
      CREATE TABLE \(raw: Self.table)(
        seq INTEGER PRIMARY KEY, version TEXT NOT NULL, version_key TEXT NOT NULL,
        name TEXT NOT NULL, file TEXT NOT NULL, format TEXT NOT NULL, kind TEXT NOT NULL,
        direction TEXT NOT NULL, state TEXT NOT NULL, live INTEGER,
        content_hash TEXT NOT NULL, tokens_hash TEXT NOT NULL, schema_after TEXT,
        up_sql TEXT, down_sql TEXT,
        statements INTEGER, statements_done INTEGER, rows_changed INTEGER, duration_ms INTEGER,
        fk_mode TEXT, tx_mode TEXT, backup_file TEXT,
        started_at TEXT NOT NULL, finished_at TEXT NOT NULL, engine_version TEXT NOT NULL,
        \(raw: Self.laterColumns.map { "\($0) TEXT" }.joined(separator: ", "))
      );
      CREATE UNIQUE INDEX furrow_migrations_live ON \(raw: Self.table)(version_key) WHERE live;
      CREATE TABLE furrow_meta(key TEXT PRIMARY KEY NOT NULL, value TEXT) WITHOUT ROWID;
      INSERT INTO furrow_meta VALUES ('format', '\(raw: Self.format)'), ('hash', 'sha256v1');
      """
    )
  }

  /// The number of the table's form; another one has columns with other meanings.
  private static let format = "1"

  private static let laterColumns = [
    "run_id", "schema_before", "tool_version", "git_commit", "applied_by",
  ]

  private func refuseOtherFormat() throws(SQLiteError) {
    guard let format = try meta.value(.format), format != Self.format else { return }
    throw SQLiteError(code: .notFound, message: "form \(format)")
  }

  /// Runs `body` with SQLite's faults as this module's; a table that lacks a column, or has another
  /// number, is not ours.
  private func wrapping<Result>(
    _ body: () throws(SQLiteError) -> Result
  ) throws(MigrationError) -> Result {
    do {
      return try body()
    } catch {
      guard error.message.hasPrefix("no such column") || error.code == .notFound else {
        throw MigrationError(error)
      }
      throw MigrationError(
        .ahead,
        "the table \(Self.table) has a form that this program does not know; use a newer one",
        path: database.filePath
      )
    }
  }
}

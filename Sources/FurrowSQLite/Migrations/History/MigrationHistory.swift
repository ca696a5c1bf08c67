/// The table that says which migrations a database has.
///
/// One row a migration, so that a late one with a lower number is seen. The way back is kept too,
/// so that it is there even if the file is not.
struct MigrationHistory {
  static let table = "furrow_migrations"

  /// One applied migration.
  struct Row {
    let version: MigrationVersion
    let name: String
    let file: String
    let contentHash: String
    let appliedAt: String
    /// The order of application, from 1.
    let position: Int64
    /// The way back, each section under its marker.
    let down: String?
    /// `nil` once all has been applied; else a file outside a transaction stopped behind it.
    let statementsDone: Int?
  }

  let database: Database

  /// The rows in order of version, none if there is no table; changes nothing.
  func rows() throws(MigrationError) -> [Row] {
    do {
      guard try database.tableExists(Self.table) else { return [] }
      return try database.query(
        """
        SELECT version, name, file, sha256, applied_at, statements_done, position, down_sql
        FROM \(Self.table)
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
          appliedAt: row.text(at: 4) ?? "",
          position: row.integer(at: 6),
          down: row.text(at: 7),
          statementsDone: row.isNull(at: 5) ? nil : Int(row.integer(at: 5))
        )
      }.sorted { $0.version < $1.version }
    } catch {
      throw MigrationError(error)
    }
  }

  /// Makes the table if it is missing.
  func create() throws(SQLiteError) {
    try database.execute(
      """
      CREATE TABLE IF NOT EXISTS \(Self.table)(
        version TEXT PRIMARY KEY NOT NULL,
        name TEXT NOT NULL,
        file TEXT NOT NULL,
        sha256 TEXT NOT NULL,
        applied_at TEXT NOT NULL,
        position INTEGER NOT NULL,
        down_sql TEXT,
        statements_done INTEGER
      )
      """
    )
  }

  /// Notes that `migration` is applied, or at its start if `statementsDone` is given.
  func insert(_ migration: Migration, statementsDone: Int? = nil) throws(SQLiteError) {
    try database.execute(
      """
      INSERT INTO \(Self.table)(
        version, name, file, sha256, applied_at, position, down_sql, statements_done)
      VALUES (?, ?, ?, ?, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'),
        (SELECT coalesce(max(position), 0) + 1 FROM \(Self.table)), ?, ?)
      """,
      [
        .text(migration.version.text), .text(migration.name), .text(migration.file),
        .text(migration.contentHash), Value(migration.storedDown), Value(statementsDone),
      ]
    )
  }

  /// Notes how far a file outside a transaction has come; `nil` is to its end.
  func setStatementsDone(_ count: Int?, of migration: Migration) throws(SQLiteError) {
    try database.execute(
      "UPDATE \(Self.table) SET statements_done = ? WHERE version = ?",
      [Value(count), try key(of: migration.version)]
    )
  }

  /// Takes the row of `version` away.
  func remove(_ version: MigrationVersion) throws(SQLiteError) {
    try database.execute(
      "DELETE FROM \(Self.table) WHERE version = ?",
      [try key(of: version)]
    )
  }

  /// The version as the table spells it, which may have other leading zeros than the file.
  private func key(of version: MigrationVersion) throws(SQLiteError) -> Value {
    let spellings = try database.query("SELECT version FROM \(Self.table)") { row in
      row.text(at: 0) ?? ""
    }
    return .text(spellings.first { MigrationVersion($0) == version } ?? version.text)
  }
}

extension Migration {
  /// The way back as it is kept in the database: each section under its marker.
  fileprivate var storedDown: String? {
    guard !down.isEmpty else { return nil }
    return down.reversed().map { section in
      let option = section.isTransactional ? "" : " transaction:false"
      return "-- migrate:down\(option)\n" + section.sql.drop { $0.isWhitespace }
    }.joined(separator: "\n")
  }
}

/// The table in which another tool has noted what it applied.
struct ForeignHistory {
  /// One migration that the other tool has applied.
  struct Row {
    /// Its version, if the tool notes one.
    var version: MigrationVersion?
    /// Its name or file, if the tool notes that.
    var name: String?
    /// The tool's fingerprint of it.
    var checksum: Value = .null
  }

  /// The tool.
  let tool: String
  /// What it has applied.
  let rows: [Row]

  /// Looks for the tables of the tools that are known; `nil` if there is none.
  ///
  /// - Throws: `state` if the other tool left something unfinished, or notes too little.
  static func find(in database: Database) throws(MigrationError) -> ForeignHistory? {
    do throws(SQLiteError) {
      for reader in readers where try database.tableExists(reader.table) {
        let columns = Set(try database.columns(of: reader.table).map { $0.name.lowercased() })
        guard reader.columns.isSubset(of: columns) else { continue }
        let unfinished = try reader.unfinished.map { condition throws(SQLiteError) in
          try database.firstInteger(
            "SELECT count(*) FROM \(identifier: reader.table) WHERE \(raw: condition)"
          )
        }
        if let unfinished = unfinished ?? nil, unfinished > 0 {
          return ForeignHistory(tool: "\(reader.tool)!", rows: [])
        }
        guard let query = reader.query else {
          return ForeignHistory(tool: "\(reader.tool)?", rows: [])
        }
        let rows = try database.rows(SQL(raw: query)).map { row in
          Row(
            version: row[0].text.flatMap { MigrationVersion($0) }
              ?? row[0].integer.flatMap { MigrationVersion(String($0)) },
            name: row[1].text,
            checksum: row[2]
          )
        }
        return ForeignHistory(tool: reader.tool, rows: rows)
      }
      return nil
    } catch {
      throw MigrationError(error)
    }
  }

  /// The names of the tables of all tools that are known; they are no part of anybody's schema.
  static let tables = Set(readers.map(\.table)).sorted()

  /// How one tool's table is read.
  private struct Reader {
    let tool: String
    let table: String
    let columns: Set<String>
    /// A condition on rows that the tool did not finish.
    let unfinished: String?
    /// Gives version, name and checksum; `nil` if the table does not tell which files it means.
    let query: String?
  }

  private static let readers = [
    Reader(
      tool: "golang-migrate",
      table: "schema_migrations",
      columns: ["version", "dirty"],
      unfinished: "dirty",
      query: "SELECT version, NULL, NULL FROM schema_migrations"
    ),
    Reader(
      tool: "dbmate",
      table: "schema_migrations",
      columns: ["version"],
      unfinished: nil,
      query: "SELECT version, NULL, NULL FROM schema_migrations"
    ),
    Reader(
      tool: "goose",
      table: "goose_db_version",
      columns: ["version_id", "is_applied"],
      unfinished: nil,
      query: """
        SELECT version_id, NULL, NULL FROM goose_db_version AS g
        WHERE version_id > 0 AND is_applied
          AND id = (SELECT max(id) FROM goose_db_version AS l WHERE l.version_id = g.version_id)
        """
    ),
    Reader(
      tool: "flyway",
      table: "flyway_schema_history",
      columns: ["version", "script", "checksum", "success"],
      unfinished: "NOT success",
      query: "SELECT version, script, checksum FROM flyway_schema_history WHERE script LIKE '%.sql'"
    ),
    Reader(
      tool: "refinery",
      table: "refinery_schema_history",
      columns: ["version", "name"],
      unfinished: nil,
      query: "SELECT version, name, NULL FROM refinery_schema_history"
    ),
    Reader(
      tool: "sqlx",
      table: "_sqlx_migrations",
      columns: ["version", "success"],
      unfinished: "NOT success",
      query: "SELECT version, NULL, NULL FROM _sqlx_migrations"
    ),
    Reader(
      tool: "prisma",
      table: "_prisma_migrations",
      columns: ["migration_name", "checksum", "finished_at", "rolled_back_at"],
      unfinished: "finished_at IS NULL AND rolled_back_at IS NULL",
      query: """
        SELECT NULL, migration_name, checksum FROM _prisma_migrations
        WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL
        """
    ),
    Reader(
      tool: "diesel",
      table: "__diesel_schema_migrations",
      columns: ["version"],
      unfinished: nil,
      query: "SELECT version, NULL, NULL FROM __diesel_schema_migrations"
    ),
    Reader(
      tool: "sql-migrate",
      table: "gorp_migrations",
      columns: ["id"],
      unfinished: nil,
      query: "SELECT NULL, id, NULL FROM gorp_migrations"
    ),
    Reader(
      tool: "GRDB",
      table: "grdb_migrations",
      columns: ["identifier"],
      unfinished: nil,
      query: "SELECT NULL, identifier, NULL FROM grdb_migrations"
    ),
    Reader(
      tool: "sqlite-utils",
      table: "_sqlite_migrations",
      columns: ["name"],
      unfinished: nil,
      query: "SELECT NULL, name, NULL FROM _sqlite_migrations"
    ),
    Reader(
      tool: "Drizzle",
      table: "__drizzle_migrations",
      columns: ["hash"],
      unfinished: nil,
      query: nil
    ),
    Reader(
      tool: "Alembic",
      table: "alembic_version",
      columns: ["version_num"],
      unfinished: nil,
      query: nil
    ),
    Reader(
      tool: "Django",
      table: "django_migrations",
      columns: ["name"],
      unfinished: nil,
      query: nil
    ),
  ]
}

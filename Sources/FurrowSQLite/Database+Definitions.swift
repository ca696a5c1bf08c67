extension Database {
  /// The SQL that makes `table` and then its indexes, as it was written.
  ///
  /// <https://www.sqlite.org/schematab.html>
  package func definitions(of table: String) throws(SQLiteError) -> [String] {
    try query(
      """
      SELECT sql FROM main.sqlite_schema WHERE sql IS NOT NULL AND tbl_name = ? COLLATE NOCASE
        AND type IN ('table', 'index') ORDER BY type DESC, rowid
      """,
      [.text(table)]
    ) { row in row.text(at: 0) ?? "" }
  }

  /// The SQL that makes the views and then the triggers, in the order they were made.
  package func viewAndTriggerDefinitions() throws(SQLiteError) -> [String] {
    try query(
      """
      SELECT sql FROM main.sqlite_schema WHERE type IN ('view', 'trigger') AND sql IS NOT NULL
      ORDER BY type DESC, rowid
      """
    ) { row in row.text(at: 0) ?? "" }
  }

  /// The highest rowid that an `AUTOINCREMENT` table has given; `nil` for other tables.
  ///
  /// <https://www.sqlite.org/autoinc.html>
  package func sequence(of table: String) throws(SQLiteError) -> Int64? {
    guard try tableExists("sqlite_sequence") else { return nil }
    return try firstInteger(
      "SELECT seq FROM main.sqlite_sequence WHERE name = ?",
      [.text(table)]
    )
  }

  /// Sets the highest rowid that an `AUTOINCREMENT` table has given.
  package func setSequence(of table: String, to value: Int64) throws(SQLiteError) {
    try execute("DELETE FROM main.sqlite_sequence WHERE name = ?", [.text(table)])
    try execute(
      "INSERT INTO main.sqlite_sequence(name, seq) VALUES (?, ?)",
      [.text(table), .integer(value)]
    )
  }

  /// The version of the schema by the history of migrations: the last one that is in force.
  ///
  /// - Returns: `nil` when the database has no history, or none of it is in force.
  /// - Throws: ``MigrationError`` for a history that this program does not know.
  public func schemaVersion() throws(MigrationError) -> String? {
    try MigrationHistory(database: self).rows().last { !$0.version.isRepeatable }?.version.text
  }
}
extension Database {
  /// Makes what `sql` defines, which has to be one `CREATE` of one of these `kinds`.
  ///
  /// - Throws: `misuse` for any other statement, and what SQLite says.
  package func create(_ sql: String, _ kinds: Set<String>) throws(SQLiteError) {
    var words = TokenStream.tokens(of: sql).lazy.map { $0.text.uppercased() }.prefix(4)[...]
    let isCreation = words.popFirst() == "CREATE"
    words = words.drop { ["UNIQUE", "TEMP", "TEMPORARY"].contains($0) }
    guard isCreation, let kind = words.first, kinds.contains(kind) else {
      throw SQLiteError(
        code: .misuse,
        message: "expected CREATE \(kinds.sorted().joined(separator: " or "))",
        sql: sql
      )
    }
    var statement = try prepare(SQL(raw: sql))
    try statement.run()
  }

  /// How many rows of `table` refer to none, for each table that they refer to.
  ///
  /// <https://www.sqlite.org/pragma.html#pragma_foreign_key_check>
  package func brokenReferences(
    of table: String
  ) throws(SQLiteError) -> [(parent: String, count: Int)] {
    try query(
      "SELECT parent, count(*) FROM pragma_foreign_key_check(?) GROUP BY parent ORDER BY parent",
      [.text(table)]
    ) { row in (row.text(at: 0) ?? "?", Int(row.integer(at: 1))) }
  }
}

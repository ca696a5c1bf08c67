/// What a schema says about one table, index, view or trigger.
public struct SchemaObject: Hashable, Sendable {
  /// `table`, `index`, `view` or `trigger`.
  public let type: String
  /// Its name.
  public let name: String
  /// The table it belongs to; its own name for a table or view.
  public let tableName: String
  /// The SQL that made it; `nil` for the index behind a key.
  public let sql: String?
}

extension Database {
  /// Everything that was made in `main` and `temp`, by table, without SQLite's own `sqlite_...`.
  ///
  /// <https://www.sqlite.org/schematab.html>
  /// - Throws: what SQLite says.
  public func schemaObjects() throws(SQLiteError) -> [SchemaObject] {
    try query(
      """
      SELECT type, name, tbl_name, sql
      FROM (SELECT * FROM main.sqlite_master UNION ALL SELECT * FROM temp.sqlite_master)
      WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY tbl_name, type DESC, name
      """
    ) { row in
      SchemaObject(
        type: row.text(at: 0) ?? "",
        name: row.text(at: 1) ?? "",
        tableName: row.text(at: 2) ?? "",
        sql: row.text(at: 3)
      )
    }
  }

  /// Whether `table` has a column called `name`, whatever the ASCII case of both.
  ///
  /// - Throws: what SQLite says.
  public func columnExists(
    _ name: String,
    in table: String,
    schema: String = "main"
  ) throws(SQLiteError) -> Bool {
    try columns(of: table, schema: schema).contains { $0.name.lowercased() == name.lowercased() }
  }

  /// Compiles `sql`, one statement, and does not run it.
  ///
  /// - Throws: what is wrong with it; `misuse` if there is no statement or a second one.
  public func validate(_ sql: SQL) throws(SQLiteError) {
    _ = try prepare(sql)
  }
}

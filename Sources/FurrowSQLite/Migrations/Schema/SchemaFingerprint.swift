/// A text that changes when the schema of a database does.
enum SchemaFingerprint {
  /// What of `sqlite_master` a person made: no tables of SQLite, furrow or another such tool.
  static let condition = """
    name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND tbl_name NOT IN (\(tables))
    """

  private static let tables =
    (["furrow_migrations", "furrow_meta", "furrow_runs", "furrow_steps"] + ForeignHistory.tables)
    .map { "'\($0)'" }.joined(separator: ", ")

  /// That of a database without a schema.
  static let empty = ContentHash.of("")

  /// `sha256v1:` and the SHA-256 of all statements of the schema, in order of their names.
  static func of(_ database: Database) throws(SQLiteError) -> String {
    let texts = try database.query(
      """
      SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND \(raw: condition)
      ORDER BY type, name
      """
    ) { row in "\(row.text(at: 0) ?? "")\0\(row.text(at: 1) ?? "")\0\(row.text(at: 2) ?? "")\0" }
    return ContentHash.of(texts.joined())
  }
}

/// What a schema promises, piece by piece, so that a lost piece can be named.
struct SchemaShape {
  /// A table.
  struct Table {
    let name: String
    let columns: [ColumnInfo]
    let isStrict: Bool
    /// Its keys and constraints, each in one line.
    let foreignKeys: Set<String>
    let uniqueKeys: Set<String>
    let checks: Set<String>

    func column(_ name: String) -> ColumnInfo? {
      columns.first { $0.name.lowercased() == name.lowercased() }
    }
  }

  /// By the name in lower case.
  private(set) var tables: [String: Table] = [:]
  /// The table of each index that has a name of its own.
  private(set) var indexes: [String: String] = [:]
  /// The table of each trigger.
  private(set) var triggers: [String: String] = [:]
  private(set) var views: Set<String> = []

  init(of database: Database) throws(SQLiteError) {
    let rows = try database.query(
      """
      SELECT type, name, tbl_name, sql FROM sqlite_master
      WHERE sql IS NOT NULL AND \(raw: SchemaFingerprint.condition)
      """
    ) { row in (0..<4).map { row.text(at: $0) ?? "" } }
    for row in rows {
      switch row[0] {
      case "index": indexes[row[1]] = row[2]
      case "trigger": triggers[row[1]] = row[2]
      case "view": views.insert(row[1])
      default:
        let table = try Self.table(row[1], row[3], database)
        tables[row[1].lowercased()] = table
      }
    }
  }

  private static func table(
    _ name: String,
    _ sql: String,
    _ database: Database
  ) throws(SQLiteError) -> Table {
    let keys = try database.foreignKeys(of: name).map { key in
      "FOREIGN KEY (\(key.columns.joined(separator: ", "))) REFERENCES \(key.parent)"
        + " ON DELETE \(key.onDelete) ON UPDATE \(key.onUpdate)"
    }
    let uniques = try database.uniqueKeys(of: name).filter { $0.origin != .index }.map { key in
      "UNIQUE (\(key.columns.map { $0 ?? "expression" }.joined(separator: ", ")))"
    }
    return Table(
      name: name,
      columns: try database.columns(of: name),
      isStrict: try database.table(name)?.isStrict ?? false,
      foreignKeys: Set(keys),
      uniqueKeys: Set(uniques),
      checks: checks(of: sql)
    )
  }

  /// The conditions behind each CHECK, as tokens.
  private static func checks(of sql: String) -> Set<String> {
    let tokens = TokenStream.tokens(of: sql)
    var checks: Set<String> = []
    for (index, token) in tokens.enumerated() where token.isKeyword("CHECK") {
      var depth = 0
      var words: [String] = []
      for inner in tokens[(index + 1)...] {
        if inner.text == "(" { depth += 1 }
        if inner.text == ")" { depth -= 1 }
        words.append(inner.name ?? inner.text)
        if depth == 0 { break }
      }
      checks.insert("CHECK \(words.joined(separator: " "))")
    }
    return checks
  }
}

/// The indexes of an empty table that are made when it is full: one sort is faster than an entry for
/// each row as it comes.
///
/// Unique ones stay, since they decide which records are refused. So does one whose expressions can
/// fail, since a record that makes them fail is refused, too, and one with statistics of its own,
/// which would be lost. The transaction of the load has to hold both ends.
package struct LateIndexes {
  private let database: Database
  private let definitions: [String]

  /// Takes the indexes that can wait off `table`; none if the table has rows.
  ///
  /// - Throws: ``SQLiteError``: what SQLite says.
  package init(of table: String, in database: Database) throws(SQLiteError) {
    self.database = database
    guard try database.firstValue("SELECT 1 FROM main.\(identifier: table) LIMIT 1") == nil else {
      definitions = []
      return
    }
    let virtual = try database.columns(of: table).filter { $0.kind == .generatedVirtual }.map(
      \.name
    )
    let hasStatistics = try database.tableExists("sqlite_stat1")
    let found = try database.rows(
      """
      SELECT m.name, m.sql FROM main.sqlite_schema AS m JOIN pragma_index_list(?, 'main') AS l
      ON l.name = m.name
      WHERE m.type = 'index' AND l.origin = 'c' AND NOT l."unique" ORDER BY m.rowid
      """,
      [.text(table)]
    )
    var waiting: [String] = []
    for row in found {
      guard let name = row[0].text, let sql = row[1].text, Self.cannotFail(sql, virtual) else {
        continue
      }
      if hasStatistics,
        try database.firstValue("SELECT 1 FROM main.sqlite_stat1 WHERE idx = ?", [.text(name)])
          != nil
      {
        continue
      }
      try database.execute("DROP INDEX main.\(identifier: name)")
      waiting.append(sql)
    }
    definitions = waiting
  }

  /// Makes the indexes, each as it was.
  ///
  /// - Throws: ``SQLiteError``: what SQLite says.
  package func make() throws(SQLiteError) {
    for sql in definitions { try database.execute(SQL(raw: sql)) }
  }

  /// Functions that give a value for every value.
  private static let total: Set<String> = [
    "coalesce", "hex", "ifnull", "instr", "length", "lower", "ltrim", "nullif", "quote", "rtrim",
    "substr", "substring", "trim", "typeof", "unicode", "upper",
  ]

  /// Words that stand before a parenthesis and are no functions.
  private static let keywords: Set<String> = ["and", "in", "not", "or", "where", "when", "then"]

  /// Whether the index can be made of any rows: it computes nothing, or only what cannot fail.
  private static func cannotFail(_ sql: String, _ virtualColumns: [String]) -> Bool {
    let tokens = TokenStream.tokens(of: sql)
    // What stands before the first parenthesis are the names of the index and the table.
    guard let start = tokens.firstIndex(where: { $0.text == "(" }) else { return false }
    for (index, token) in tokens.enumerated().dropFirst(start) {
      if token.text == "-", index + 1 < tokens.count, tokens[index + 1].text == ">" { return false }
      guard let name = token.name?.lowercased() else { continue }
      if virtualColumns.contains(where: { $0.lowercased() == name }) { return false }
      if ["like", "glob", "match", "regexp"].contains(name) { return false }
      let isCall = index + 1 < tokens.count && tokens[index + 1].text == "("
      if isCall, !total.contains(name), !keywords.contains(name) { return false }
    }
    return true
  }
}

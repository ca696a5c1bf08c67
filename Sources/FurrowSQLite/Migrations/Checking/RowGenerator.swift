/// Fills the tables of a schema with rows that real data might have.
///
/// NULL in every column that takes it, equal rows where nothing forbids them, the ends of the
/// number range, empty and foreign text, parents and children. The same schema gives the same rows.
struct RowGenerator {
  private let database: Database
  /// Whether rows may be equal and empty; off, each has its own value in every column.
  private let isRough: Bool

  init(_ database: Database, isRough: Bool = true) {
    self.database = database
    self.isRough = isRough
  }

  /// Fills all tables; those that take no row stay empty.
  func fill() throws(SQLiteError) {
    let tables = try database.tables().filter {
      $0.kind == .table && !MigrationHistory.ownNames.contains($0.name)
    }
    var rest = tables.map(\.name)
    try database.execute("PRAGMA foreign_keys = ON")
    // Parents first; what is left in a circle goes in its own order.
    while !rest.isEmpty {
      let waiting = Set(rest.map { $0.lowercased() })
      var ready: [String] = []
      var later: [String] = []
      for table in rest {
        let parents = try database.foreignKeys(of: table).map { $0.parent.lowercased() }
        let isWaiting = parents.contains { $0 != table.lowercased() && waiting.contains($0) }
        if isWaiting { later.append(table) } else { ready.append(table) }
      }
      if ready.isEmpty { (ready, later) = (later, []) }
      for table in ready { try fill(table) }
      rest = later
    }
  }

  private func fill(_ table: String) throws(SQLiteError) {
    guard try database.firstInteger("SELECT count(*) FROM \(identifier: table)") == 0 else {
      return
    }
    let columns = try database.columns(of: table).filter { $0.kind == .ordinary }
    guard !columns.isEmpty else { return }
    let keys = try database.foreignKeys(of: table)
    let isUsable = keys.allSatisfy { $0.columns.count == 1 }
    let words = try literals(of: table)
    let patterns = isRough ? [0, 1, 1, 2, 3, 4] : [1, 2, 5]
    for (number, pattern) in patterns.enumerated() {
      var row: [Value] = []
      for column in columns {
        let key = isUsable ? keys.first { $0.columns == [column.name] } : nil
        row.append(try value(of: column, key, words, pattern, number))
      }
      if try insert(row, columns, table) { continue }
      try insertWithWords(row, columns, table, words, number)
    }
  }

  /// Tries a row that a CHECK refuses with the strings of the table's own text.
  ///
  /// One column at a time comes first, so that the others keep their variety.
  private func insertWithWords(
    _ row: [Value],
    _ columns: [ColumnInfo],
    _ table: String,
    _ words: [String],
    _ number: Int
  ) throws(SQLiteError) {
    let texts = row.indices.filter { index in
      guard case .text = row[index] else { return false }
      return true
    }
    for choice in texts.map({ [$0] }) + [texts] {
      for shift in words.indices {
        var changed = row
        for index in choice { changed[index] = .text(words[(number + shift) % words.count]) }
        if try insert(changed, columns, table) { return }
      }
    }
  }

  private func insert(
    _ row: [Value],
    _ columns: [ColumnInfo],
    _ table: String
  ) throws(SQLiteError) -> Bool {
    let names = columns.map { quoted($0.name) }.joined(separator: ", ")
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    do {
      try database.execute(
        "INSERT INTO \(identifier: table)(\(raw: names)) VALUES (\(raw: marks))",
        row
      )
      return true
    } catch {
      // A trigger may refuse, too; a fault of the schema itself is found elsewhere.
      return false
    }
  }

  private func value(
    of column: ColumnInfo,
    _ key: ForeignKeyInfo?,
    _ words: [String],
    _ pattern: Int,
    _ number: Int
  ) throws(SQLiteError) -> Value {
    let isKey = column.primaryKeyPosition != nil
    if pattern == 0, !column.isNotNull, !isKey { return .null }
    if let key {
      let parent = key.parentColumns.first ?? "rowid"
      let found = try? database.firstValue(
        "SELECT \(identifier: parent) FROM \(identifier: key.parent) LIMIT 1 OFFSET ?",
        [.integer(Int64(number % 2))]
      )
      return found ?? .null
    }
    let affinity = Affinity(declaredType: column.declaredType)
    if isKey, affinity == .integer { return .integer(Int64(number + 1)) }
    let unique = isKey ? " \(number)" : ""
    switch affinity {
    case .integer: return .integer([0, 1, -1, .max, .min, 7][pattern])
    case .real: return .real([0, 1.5, -1.5, 1e300, -0.25, 7.25][pattern])
    case .numeric:
      return column.declaredType.lowercased().contains("date")
        ? .text("2024-02-29\(unique)") : .integer([0, 1, -1, 100, 2, 7][pattern])
    case .text: return .text(["", "a", "Zoë's \"x\"", "", "0", "b"][pattern] + unique)
    case .blob:
      return isKey ? .integer(Int64(number)) : .blob([[], [0], [255], [], [1], [2]][pattern])
    }
  }

  /// The strings in the table's own text, which its CHECKs may ask for.
  private func literals(of table: String) throws(SQLiteError) -> [String] {
    let sql = try database.firstText(
      "SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?",
      [.text(table)]
    )
    return TokenStream.tokens(of: sql ?? "").filter { $0.kind == .string }.map {
      String($0.text.dropFirst().dropLast()).replacing("''", with: "'")
    }
  }
}

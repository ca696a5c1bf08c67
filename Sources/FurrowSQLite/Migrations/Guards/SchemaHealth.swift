/// What of a schema does not work: views and triggers that do not compile, keys without a parent.
///
/// SQLite lets a table go that a view needs, and `integrity_check` finds nothing wrong with that.
struct SchemaHealth {
  /// What is wrong with each, by a name as `view v`.
  private(set) var faults: [String: String] = [:]
  private var tables: Set<String> = []

  /// Compiles every view and trigger of `main`, and looks for the parents of keys.
  init(of database: Database) throws(SQLiteError) {
    let objects = try database.query(
      """
      SELECT type, name, tbl_name FROM sqlite_master
      WHERE type IN ('table', 'view', 'trigger') AND \(raw: SchemaFingerprint.condition)
      """
    ) { row in (row.text(at: 0) ?? "", row.text(at: 1) ?? "", row.text(at: 2) ?? "") }
    var triggered: [String: String] = [:]
    for (type, name, table) in objects {
      switch type {
      case "view":
        try compile("SELECT * FROM \(quoted(name)) LIMIT 0", of: "view \(name)", database)
      case "trigger": triggered[table] = triggered[table].map { "\($0), \(name)" } ?? name
      default: tables.insert(name.lowercased())
      }
    }
    for (table, triggers) in triggered {
      try compileEvents(of: table, "trigger \(triggers)", database)
    }
    try findParents(database)
  }

  /// What is wrong now and was not before.
  func added(since before: SchemaHealth) -> [String] {
    faults.filter { fault in
      guard before.faults[fault.key] == nil else { return false }
      // A new table may name a parent that comes later; an old one has lost its parent.
      guard let child = Self.child(of: fault.key) else { return true }
      return before.tables.contains(child)
    }
    .map { "\($0.key): \($0.value)" }.sorted()
  }

  private mutating func compile(
    _ sql: String,
    of name: String,
    _ database: Database
  ) throws(SQLiteError) {
    do {
      _ = try database.prepare(SQL(raw: sql))
    } catch {
      guard error.code == .error else { throw error }
      // A view without a trigger for the event is not broken.
      if !error.message.hasPrefix("cannot modify") { faults[name] = error.message }
    }
  }

  /// Compiles an INSERT, an UPDATE of all columns and a DELETE, which compiles their triggers.
  private mutating func compileEvents(
    of table: String,
    _ name: String,
    _ database: Database
  ) throws(SQLiteError) {
    let columns = try database.columns(of: table).filter { $0.kind == .ordinary }.map(\.name)
    let settings = columns.map { "\(quoted($0)) = \(quoted($0))" }.joined(separator: ", ")
    let names = columns.map(quoted).joined(separator: ", ")
    let nulls = columns.map { _ in "NULL" }.joined(separator: ", ")
    try compile("INSERT INTO \(quoted(table))(\(names)) VALUES (\(nulls))", of: name, database)
    try compile("UPDATE \(quoted(table)) SET \(settings)", of: name, database)
    try compile("DELETE FROM \(quoted(table))", of: name, database)
  }

  private static let keyPrefix = "foreign key of "

  private static func child(of name: String) -> String? {
    guard name.hasPrefix(keyPrefix) else { return nil }
    let rest = name.dropFirst(keyPrefix.count)
    return rest.firstRange(of: " -> ").map { rest[..<$0.lowerBound].lowercased() }
  }

  private mutating func findParents(_ database: Database) throws(SQLiteError) {
    let orphans = try database.rows(
      """
      SELECT DISTINCT m.name, k."table" FROM sqlite_master AS m, pragma_foreign_key_list(m.name) AS k
      WHERE m.type = 'table' AND k."table" COLLATE NOCASE NOT IN
        (SELECT name FROM sqlite_master WHERE type = 'table')
      """
    )
    for row in orphans {
      let parent = row[1].text ?? ""
      faults["\(Self.keyPrefix)\(row[0].shown) -> \(parent)"] = "there is no table \(parent)"
    }
  }
}

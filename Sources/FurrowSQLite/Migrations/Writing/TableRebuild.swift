/// The SQL that makes a table anew and keeps all that belongs to it, for changes that ALTER TABLE
/// cannot make: <https://www.sqlite.org/lang_altertable.html#otheralter>.
///
/// It is plain SQL, so that every tool can run it. A table of counts makes it fail where rows would
/// be lost, with a tool that lets `DROP TABLE` delete the rows of other tables, for instance.
public struct TableRebuild: Sendable {
  /// The statements; run as they are they change nothing.
  public let sql: String

  private static let guardName = "furrow_rebuild_guard"

  /// Something that goes when the table does, or stands in the way of the new name.
  private struct Part {
    let type: String
    let name: String
    let table: String
    let sql: String
  }

  /// Writes the SQL for `table` of `database`.
  ///
  /// - Throws: `state` if it is no ordinary table.
  public init(of table: String, in database: Database) throws(MigrationError) {
    do throws(SQLiteError) {
      guard let found = try database.table(table), found.kind == .table,
        !found.name.lowercased().hasPrefix("sqlite_"),
        !MigrationHistory.ownNames.contains(found.name.lowercased())
      else {
        let names = try database.tables().filter { $0.kind == .table }.map(\.name)
          .filter { !MigrationHistory.ownNames.contains($0) }
        throw SQLiteError(
          code: .notFound,
          message: "the migrations make no table \(table) that could be made anew; they make "
            + (names.isEmpty ? "none" : names.joined(separator: ", "))
        )
      }
      sql = try Self.text(of: found.name, found.isWithoutRowID, database)
    } catch {
      guard error.code == .notFound else { throw MigrationError(error) }
      throw MigrationError(.state, error.message)
    }
  }

  private static func text(
    of table: String,
    _ isWithoutRowID: Bool,
    _ database: Database
  ) throws(SQLiteError) -> String {
    let parts = try Self.parts(of: database)
    guard let own = parts.first(where: { $0.type == "table" && $0.name == table }) else {
      throw SQLiteError(code: .notFound, message: "there is no table \(table)")
    }
    let copy = freeName(for: table, among: parts)
    let around = dependents(of: table, among: parts)
    let indexes = parts.filter { $0.type == "index" && $0.table == table }
    let counts = try counts(table, parts, database)
    var lines = [
      "-- Makes the table \(table) anew, with the definition that stands behind CREATE TABLE: change",
      "-- it there, and the columns of the INSERT with it. A row that got lost on the way, here or in",
      "-- a table that refers to it, makes this fail.",
      "PRAGMA foreign_keys = OFF;",
      "",
      "CREATE TEMP TABLE \(guardName)(name TEXT, before INTEGER, after INTEGER,",
      "  CHECK (after IS NULL OR after = before));",
      "INSERT INTO \(guardName)(name, before) VALUES",
      counts.map { "  (\(literal($0.table)), (\($0.sql)))" }.joined(separator: ",\n") + ";",
      "",
    ]
    for part in around.reversed() {
      lines.append("DROP \(part.type.uppercased()) \(name(part.name));")
    }
    if !around.isEmpty { lines.append("") }
    lines.append(definition(own.sql, named: copy) + ";")
    lines += try copying(from: table, to: copy, isWithoutRowID, own.sql, database)
    lines += [
      "DROP TABLE \(name(table));",
      "ALTER TABLE \(name(copy)) RENAME TO \(name(table));",
      "",
    ]
    for part in indexes + around { lines.append(part.sql + ";") }
    if !(indexes + around).isEmpty { lines.append("") }
    lines += counts.map {
      "UPDATE \(guardName) SET after = (\($0.sql)) WHERE name = \(literal($0.table));"
    }
    lines += ["DROP TABLE \(guardName);", "PRAGMA foreign_keys = ON;", ""]
    return lines.joined(separator: "\n")
  }

  private static func parts(of database: Database) throws(SQLiteError) -> [Part] {
    try database.query(
      """
      SELECT type, name, tbl_name, sql FROM sqlite_master
      WHERE sql IS NOT NULL AND \(raw: SchemaFingerprint.condition) ORDER BY rowid
      """
    ) { row in
      Part(
        type: row.text(at: 0) ?? "",
        name: row.text(at: 1) ?? "",
        table: row.text(at: 2) ?? "",
        sql: row.text(at: 3) ?? ""
      )
    }
  }

  private static func freeName(for table: String, among parts: [Part]) -> String {
    let taken = Set(parts.map { $0.name.lowercased() })
    var name = "\(table)_new"
    var number = 2
    while taken.contains(name.lowercased()) {
      name = "\(table)_new\(number)"
      number += 1
    }
    return name
  }

  /// The table's triggers, and the views and triggers that name it or one of these views, in the
  /// order in which they were made: RENAME fails as long as they stand there without the table.
  private static func dependents(of table: String, among parts: [Part]) -> [Part] {
    var names: Set<String> = [table.lowercased()]
    var found: Set<String> = []
    var hasGrown = true
    while hasGrown {
      hasGrown = false
      for part in parts where ["view", "trigger"].contains(part.type) && !found.contains(part.name)
      {
        let words = Set(TokenStream.tokens(of: part.sql).compactMap { $0.name?.lowercased() })
        guard !words.isDisjoint(with: names) else { continue }
        found.insert(part.name)
        if part.type == "view" { names.insert(part.name.lowercased()) }
        hasGrown = true
      }
    }
    // Views may have been made before those they need, and triggers belong behind all of them.
    let views = parts.filter { $0.type == "view" && found.contains($0.name) }
    return views + parts.filter { $0.type == "trigger" && found.contains($0.name) }
  }

  /// What must not change: the rows, and in tables that refer to this one the keys that are set.
  private static func counts(
    _ table: String,
    _ parts: [Part],
    _ database: Database
  ) throws(SQLiteError) -> [(table: String, sql: String)] {
    var counts = [(table: table, sql: "SELECT count(*) FROM \(name(table))")]
    for part in parts where part.type == "table" && part.name != table {
      let keys = try database.foreignKeys(of: part.name).filter {
        $0.parent.lowercased() == table.lowercased()
      }
      guard !keys.isEmpty else { continue }
      let columns = Set(keys.flatMap(\.columns)).sorted()
      let sum = columns.reduce("count(*)") { "\($0) + count(\(name($1)))" }
      counts.append((part.name, "SELECT \(sum) FROM \(name(part.name))"))
    }
    return counts
  }

  /// The statement that makes the table, with another name; all else is as it was written.
  private static func definition(_ sql: String, named name: String) -> String {
    let tokens = TokenStream.tokens(of: sql)
    // SQLite keeps the text from the name on, behind these two words of its own.
    guard tokens.count > 2 else { return sql }
    let bytes = Array(sql.utf8)
    let end = tokens[2].offset + tokens[2].text.utf8.count
    return String(decoding: bytes[..<tokens[2].offset], as: UTF8.self) + Self.name(name)
      + String(decoding: bytes[end...], as: UTF8.self)
  }

  private static func copying(
    from table: String,
    to copy: String,
    _ isWithoutRowID: Bool,
    _ sql: String,
    _ database: Database
  ) throws(SQLiteError) -> [String] {
    let all = try database.columns(of: table)
    var columns = all.filter { $0.kind == .ordinary }.map { name($0.name) }
    let keys = all.filter { $0.primaryKeyPosition != nil }
    let isNumbered = keys.count == 1 && keys[0].declaredType.uppercased() == "INTEGER"
    let taken = Set(all.map { $0.name.lowercased() })
    // Tables that point to rows by their rowid, as full-text ones do, need the same numbers.
    if !isWithoutRowID, !isNumbered, !taken.contains("rowid") { columns.insert("rowid", at: 0) }
    let list = columns.joined(separator: ", ")
    var lines = [
      "INSERT INTO \(name(copy))(\(list))",
      "  SELECT \(list) FROM \(name(table));",
    ]
    if TokenStream.tokens(of: sql).contains(where: { $0.isKeyword("AUTOINCREMENT") }) {
      // Else numbers of deleted rows would be given again.
      lines += [
        "DELETE FROM sqlite_sequence WHERE name = \(literal(copy));",
        "INSERT INTO sqlite_sequence(name, seq)",
        "  SELECT \(literal(copy)), seq FROM sqlite_sequence WHERE name = \(literal(table));",
      ]
    }
    return lines
  }

  /// A name as a person would write it, in quotes only where it needs them.
  private static func name(_ name: String) -> String {
    CanonicalSQL(names: [name.lowercased()]).text(of: quoted(name), type: "")
  }

  private static func literal(_ text: String) -> String {
    "'" + text.replacing("'", with: "''") + "'"
  }
}

/// Empties a table, or drops it to be made anew, and proves that nothing else was changed by that.
///
/// All of it belongs into one transaction with the load that follows, so that a failure brings the
/// old rows back. Rows of other tables may refer to rows that go, if those come again by the end;
/// actions of foreign keys, which would change or delete them, are refused.
/// <https://www.sqlite.org/foreignkeys.html>
package struct TableReplacement {
  /// A table with a foreign key to the one that is replaced.
  private struct Child {
    var name: String
    var keys: [ForeignKeyInfo]
  }

  private let database: Database
  private let table: String
  private let children: [Child]
  /// Rows of each child that had no parent before.
  private let broken: [Int64]
  private let health: SchemaHealth
  /// What was made for the table, in its order: indexes and triggers.
  private let dependents: [(name: String, type: String, sql: String)]

  /// Looks at `table` and what belongs to it or refers to it.
  ///
  /// - Throws: ``SQLiteError`` with `misuse` when it is a view, or rows of other tables would be changed.
  package init(_ table: TableInfo, in database: Database) throws(SQLiteError) {
    self.database = database
    self.table = table.name
    if table.kind == .view || table.kind == .shadow {
      throw Self.refusal(
        "\(table.name) is no table of its own; --if-exists can empty or replace only a table"
      )
    }
    var children: [Child] = []
    for name in try database.tableNames() where name.lowercased() != table.name.lowercased() {
      let keys = try database.foreignKeys(of: name)
        .filter { $0.parent.lowercased() == table.name.lowercased() }
      if !keys.isEmpty { children.append(Child(name: name, keys: keys)) }
    }
    self.children = children
    for child in children { try Self.refuseActions(of: child, on: table.name, in: database) }
    broken = try Self.broken(children, table.name, database)
    health = try SchemaHealth(of: database)
    dependents = try database.query(
      """
      SELECT name, type, sql FROM main.sqlite_schema
      WHERE tbl_name = ? COLLATE NOCASE AND type IN ('index', 'trigger') AND sql NOT NULL
      ORDER BY rowid
      """,
      [.text(table.name)]
    ) { row in (row.text(at: 0) ?? "", row.text(at: 1) ?? "", row.text(at: 2) ?? "") }
  }

  /// Deletes all rows; triggers on DELETE fire, and an AUTOINCREMENT goes on counting.
  package func empty() throws(SQLiteError) {
    try withDeferredKeys { () throws(SQLiteError) in
      try database.execute("DELETE FROM main.\(identifier: table)")
    }
    guard try database.firstValue("SELECT 1 FROM main.\(identifier: table) LIMIT 1") == nil else {
      throw Self.refusal("a trigger of \(table) keeps rows from being deleted")
    }
  }

  /// Drops the table, which `definition` makes anew, with the indexes and triggers that it had.
  package func remake(_ definition: String) throws(SQLiteError) {
    try withDeferredKeys { () throws(SQLiteError) in
      try database.execute("DROP TABLE main.\(identifier: table)")
    }
    try database.execute(SQL(raw: definition))
    for (name, type, sql) in dependents {
      do throws(SQLiteError) {
        try database.execute(SQL(raw: sql))
      } catch {
        throw Self.refusal(
          "the \(type) \(name) does not fit the new table \(table) (\(error.message)); drop it first,"
            + " or keep the table with --if-exists truncate"
        )
      }
    }
    _ = try countBroken()
  }

  /// Proves that what refers to the table still can, now that it is loaded.
  ///
  /// - Throws: ``SQLiteError`` that names what lost its rows, or does not work any more.
  package func check() throws(SQLiteError) {
    let now = try countBroken()
    for (child, (before, after)) in zip(children, zip(broken, now)) where after > before {
      throw SQLiteError(
        code: .constraintForeignKey,
        message:
          "\(after - before) rows of \(child.name) refer to rows of \(table) that would be gone"
      )
    }
    if let fault = try SchemaHealth(of: database).added(since: health).first {
      throw Self.refusal("with the new \(table) something else would not work: \(fault)")
    }
  }

  private func countBroken() throws(SQLiteError) -> [Int64] {
    do throws(SQLiteError) {
      return try Self.broken(children, table, database)
    } catch {
      throw Self.refusal(
        "a foreign key to \(table) would not work any more (\(error.message)); keep the table with"
          + " --if-exists truncate, or give it its keys with --schema"
      )
    }
  }

  /// Lets rows lose their parents for a while; the counters of COMMIT are left to the load.
  private func withDeferredKeys(_ body: () throws(SQLiteError) -> Void) throws(SQLiteError) {
    let isDeferred = try database.firstInteger("PRAGMA defer_foreign_keys") == 1
    try database.execute("PRAGMA defer_foreign_keys = ON")
    try body()
    // Switching off forgets what was counted; `check()` looks itself.
    if !isDeferred { try database.execute("PRAGMA defer_foreign_keys = OFF") }
  }

  private static func refuseActions(
    of child: Child,
    on table: String,
    in database: Database
  ) throws(SQLiteError) {
    for key in child.keys where key.onDelete != "NO ACTION" {
      let condition = key.columns.map { "\(quoted($0)) IS NOT NULL" }.joined(separator: " AND ")
      let count = try database.firstInteger(
        "SELECT count(*) FROM main.\(identifier: child.name) WHERE \(raw: condition)"
      )
      guard let count, count > 0 else { continue }
      throw refusal(
        "\(count) rows of \(child.name) refer to \(table) with ON DELETE \(key.onDelete), and would"
          + " not stay as they are; change rows in place with --on-conflict update --key instead"
      )
    }
  }

  /// Rows of each child whose parent in `table` is not there.
  private static func broken(
    _ children: [Child],
    _ table: String,
    _ database: Database
  ) throws(SQLiteError) -> [Int64] {
    var counts: [Int64] = []
    for child in children {
      counts.append(
        try database.firstInteger(
          "SELECT count(*) FROM pragma_foreign_key_check(?) WHERE parent = ? COLLATE NOCASE",
          [.text(child.name), .text(table)]
        ) ?? 0
      )
    }
    return counts
  }

  private static func refusal(_ message: String) -> SQLiteError {
    SQLiteError(code: .misuse, message: message)
  }
}

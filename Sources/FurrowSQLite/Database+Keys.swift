internal import CSQLite

extension Database {
  /// The unique keys of `table` that have an index.
  ///
  /// A primary key that is the rowid has none; see `rowIDColumn(of:schema:)`.
  public func uniqueKeys(
    of table: String,
    schema: String = "main"
  ) throws(SQLiteError) -> [UniqueKeyInfo] {
    let indexes = try rows(
      """
      SELECT name, origin, partial FROM pragma_index_list(?, ?) WHERE "unique" ORDER BY seq
      """,
      [.text(table), .text(schema)]
    )
    var keys: [UniqueKeyInfo] = []
    for index in indexes {
      let name = index[0].text ?? ""
      let columns = try query(
        "SELECT name FROM pragma_index_info(?, ?) ORDER BY seqno",
        [.text(name), .text(schema)]
      ) { row in row.text(at: 0) }
      keys.append(
        UniqueKeyInfo(
          name: name,
          origin: index[1].text.flatMap(UniqueKeyInfo.Origin.init) ?? .index,
          isPartial: index[2] == .integer(1),
          columns: columns
        )
      )
    }
    return keys
  }

  /// The column that is another name of the rowid: an `INTEGER PRIMARY KEY`.
  ///
  /// Told by the missing index of the primary key, which also gets `INTEGER PRIMARY KEY DESC`
  /// right: <https://www.sqlite.org/lang_createtable.html#rowid>.
  public func rowIDColumn(
    of name: String,
    schema: String = "main"
  ) throws(SQLiteError) -> String? {
    guard let table = try table(name, schema: schema), table.kind == .table,
      !table.isWithoutRowID
    else { return nil }
    let key = try columns(of: name, schema: schema).filter { $0.primaryKeyPosition != nil }
    guard key.count == 1 else { return nil }
    let hasIndex = try uniqueKeys(of: name, schema: schema).contains { $0.origin == .primaryKey }
    return hasIndex ? nil : key[0].name
  }

  /// Whether foreign keys of `table` are `INITIALLY DEFERRED`: a broken one then fails the COMMIT.
  ///
  /// No pragma tells it, so the word in the table's SQL decides; in vain it does no harm.
  package func hasDeferredKeys(
    _ table: String,
    schema: String = "main"
  ) throws(SQLiteError) -> Bool {
    try firstValue(
      """
      SELECT 1 FROM \(identifier: schema).sqlite_schema
      WHERE type = 'table' AND name = ? COLLATE NOCASE AND sql LIKE '%DEFERRED%'
      """,
      [.text(table)]
    ) != nil
  }

  /// Whether `table` has an `AUTOINCREMENT` primary key.
  ///
  /// <https://www.sqlite.org/c3ref/table_column_metadata.html>
  public func isAutoincrement(
    _ table: String,
    schema: String = "main"
  ) throws(SQLiteError) -> Bool {
    guard let column = try rowIDColumn(of: table, schema: schema) else { return false }
    var isAutoincrement: Int32 = 0
    // Sound: the handle is open, the names are terminated copies, the result outlives the call.
    let code = unsafe sqlite3_table_column_metadata(
      handle,
      schema,
      table,
      column,
      nil,
      nil,
      nil,
      nil,
      &isAutoincrement
    )
    guard code == SQLITE_OK else { throw lastError() }
    return isAutoincrement != 0
  }
}

extension Database {
  /// Brings the sequence of an `AUTOINCREMENT` table up to its largest rowid.
  ///
  /// A statement that stops half way keeps its rows and forgets the sequence.
  /// <https://www.sqlite.org/autoinc.html>
  package func raiseSequence(of table: String) throws(SQLiteError) {
    try execute(
      """
      INSERT INTO sqlite_sequence(name, seq) SELECT ?1, 0
      WHERE ?1 NOT IN (SELECT name FROM sqlite_sequence) AND EXISTS (SELECT 1 FROM \(identifier: table))
      """,
      [.text(table)]
    )
    try execute(
      """
      UPDATE sqlite_sequence SET seq = max(seq, (SELECT coalesce(max(rowid), 0) FROM \(identifier: table)))
      WHERE name = ?
      """,
      [.text(table)]
    )
  }
}

extension Database {
  /// Proves that COMMIT will find no deferred foreign key of `table` broken, or says which rows do it.
  ///
  /// <https://www.sqlite.org/c3ref/c_dbstatus_options.html>
  package func checkDeferredKeys(of table: String) throws(SQLiteError) {
    var current: Int32 = 0
    var highest: Int32 = 0
    // Sound: the handle is open as long as `self`; both pointers live for the call.
    let code = unsafe sqlite3_db_status(
      handle,
      SQLITE_DBSTATUS_DEFERRED_FKS,
      &current,
      &highest,
      0
    )
    guard code == SQLITE_OK, current != 0 else { return }
    let keys = try foreignKeys(of: table)
    let rows = try rows(
      "SELECT fkid, parent, count(*) FROM pragma_foreign_key_check(?) GROUP BY fkid",
      [.text(table)]
    )
    let list = rows.map { row in
      let columns = keys.first { Int64($0.id) == row[0].integer }?.columns ?? []
      return "\(row[2].integer ?? 0) by (\(columns.joined(separator: ", ")))"
        + " -> \(row[1].text ?? "?")"
    }
    throw SQLiteError(
      code: .constraintForeignKey,
      message: "rows of \(table) refer to rows that are not there: "
        + (list.isEmpty ? "in another table" : list.joined(separator: "; "))
    )
  }
}

extension Database {
  /// The conflict clause of the plan's target that takes rows or records away without an error.
  ///
  /// <https://www.sqlite.org/lang_conflict.html>
  func conflictClause(of plan: InsertPlan) throws(SQLiteError) -> String? {
    let definition = try firstText(
      "SELECT sql FROM \(identifier: plan.schema).sqlite_schema WHERE name = ? COLLATE NOCASE",
      [.text(plan.table)]
    )
    let words = (definition ?? "").uppercased().split { !$0.isLetter }
    for (index, word) in words.enumerated().dropLast(2)
    where word == "ON" && words[index + 1] == "CONFLICT" {
      let action = words[index + 2]
      if ["REPLACE", "IGNORE", "ROLLBACK"].contains(action) { return "ON CONFLICT \(action)" }
    }
    return nil
  }
}

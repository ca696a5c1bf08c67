internal import CSQLite

// The pragmas are read as table-valued functions, so names are bound and need no quoting:
// <https://www.sqlite.org/pragma.html#pragfunc>. Names compare without ASCII case.
extension Database {
  /// What SQLite knows about the table or view `name`; `nil` if there is none.
  public func table(
    _ name: String,
    schema: String = "main"
  ) throws(SQLiteError) -> TableInfo? {
    try query(
      """
      SELECT schema, name, type, wr, strict FROM pragma_table_list
      WHERE name = ? COLLATE NOCASE AND schema = ? COLLATE NOCASE
      """,
      [.text(name), .text(schema)],
      Self.tableInfo
    ).first
  }

  /// All tables and views of a schema by name, without SQLite's own `sqlite_...`.
  public func tables(schema: String = "main") throws(SQLiteError) -> [TableInfo] {
    try query(
      """
      SELECT schema, name, type, wr, strict FROM pragma_table_list
      WHERE schema = ? COLLATE NOCASE AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
      ORDER BY name COLLATE NOCASE, name
      """,
      [.text(schema)],
      Self.tableInfo
    )
  }

  /// The names of the tables of a schema that a person made: no views, no shadow tables.
  public func tableNames(schema: String = "main") throws(SQLiteError) -> [String] {
    try tables(schema: schema).filter { $0.kind == .table || $0.kind == .virtual }.map(\.name)
  }

  /// Whether there is a table or view called `name`.
  public func tableExists(_ name: String, schema: String = "main") throws(SQLiteError) -> Bool {
    try table(name, schema: schema) != nil
  }

  /// The columns of a table or view in order, hidden and generated ones included.
  ///
  /// - Returns: Nothing if there is no such table.
  public func columns(
    of table: String,
    schema: String = "main"
  ) throws(SQLiteError) -> [ColumnInfo] {
    try query(
      """
      SELECT name, type, "notnull", dflt_value, pk, hidden FROM pragma_table_xinfo(?, ?)
      ORDER BY cid
      """,
      [.text(table), .text(schema)]
    ) { row in
      let position = Int(row.integer(at: 4))
      return ColumnInfo(
        name: row.text(at: 0) ?? "",
        declaredType: row.text(at: 1) ?? "",
        isNotNull: row.integer(at: 2) != 0,
        defaultSQL: row.text(at: 3),
        primaryKeyPosition: position > 0 ? position : nil,
        kind: Self.columnKind(row.integer(at: 5))
      )
    }
  }

  /// Whether a trigger, temporary ones included, hangs on `table`.
  public func hasTriggers(
    on table: String,
    schema: String = "main"
  ) throws(SQLiteError) -> Bool {
    let count = try firstInteger(
      """
      SELECT (SELECT count(*) FROM \(identifier: schema).sqlite_master
              WHERE type = 'trigger' AND tbl_name = ?1 COLLATE NOCASE)
           + (SELECT count(*) FROM temp.sqlite_master
              WHERE type = 'trigger' AND tbl_name = ?1 COLLATE NOCASE)
      """,
      [.text(table)]
    )
    return count ?? 0 > 0
  }

  /// The foreign keys of `table`.
  public func foreignKeys(
    of table: String,
    schema: String = "main"
  ) throws(SQLiteError) -> [ForeignKeyInfo] {
    var keys: [ForeignKeyInfo] = []
    let rows = try rows(
      """
      SELECT id, "table", "from", "to", on_update, on_delete FROM pragma_foreign_key_list(?, ?)
      ORDER BY id, seq
      """,
      [.text(table), .text(schema)]
    )
    for row in rows {
      let id = Int(row[0].integer ?? 0)
      if keys.last?.id != id {
        keys.append(
          ForeignKeyInfo(
            id: id,
            parent: row[1].text ?? "",
            columns: [],
            parentColumns: [],
            onUpdate: row[4].text ?? "",
            onDelete: row[5].text ?? ""
          )
        )
      }
      if let column = row[2].text { keys[keys.count - 1].columns.append(column) }
      if let column = row[3].text { keys[keys.count - 1].parentColumns.append(column) }
    }
    return keys
  }

  private static func columnKind(_ number: Int64) -> ColumnInfo.Kind {
    switch number {
    case 1: .hidden
    case 2: .generatedVirtual
    case 3: .generatedStored
    default: .ordinary
    }
  }

  private static func tableInfo(_ row: borrowing Statement) -> TableInfo {
    TableInfo(
      schema: row.text(at: 0) ?? "",
      name: row.text(at: 1) ?? "",
      kind: row.text(at: 2).flatMap(TableInfo.Kind.init) ?? .table,
      isWithoutRowID: row.integer(at: 3) != 0,
      isStrict: row.integer(at: 4) != 0
    )
  }
}

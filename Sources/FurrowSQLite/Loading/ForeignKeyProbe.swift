/// Finds which of a table's foreign keys a record breaks: SQLite only says that one is broken.
struct ForeignKeyProbe {
  private let database: Database
  private let plan: InsertPlan

  init(_ database: Database, _ plan: InsertPlan) {
    self.database = database
    self.plan = plan
  }

  /// Returns the first key without its parent, of the one record that the batch table shows.
  func brokenKey() throws(SQLiteError) -> ForeignKeyInfo? {
    for key in try database.foreignKeys(of: plan.table, schema: plan.schema) {
      guard let sql = try question(about: key) else { continue }
      var statement = try database.prepare(SQL(raw: sql))
      try statement.bind(named: plan.bindings)
      if try statement.step() { return key }
    }
    return nil
  }

  /// The SQL that gives a row when the record's `key` is complete and has no parent.
  private func question(about key: ForeignKeyInfo) throws(SQLiteError) -> String? {
    var parentColumns = key.parentColumns
    if parentColumns.isEmpty {
      parentColumns = try database.columns(of: key.parent, schema: plan.schema)
        .filter { $0.primaryKeyPosition != nil }
        .sorted { ($0.primaryKeyPosition ?? 0) < ($1.primaryKeyPosition ?? 0) }
        .map(\.name)
    }
    guard parentColumns.count == key.columns.count else { return nil }
    let sql = InsertSQL(plan: plan)
    var parts: [String] = []
    var present: [String] = []
    var equal: [String] = []
    for (index, (column, parent)) in zip(key.columns, parentColumns).enumerated() {
      // A column that gets no value has its default, which is the table's own business.
      guard let value = sql.value(ofColumn: column) else { return nil }
      // The record's part has a name of its own: its column may be called as the parent's is.
      parts.append("\(value) AS part\(index)")
      present.append("child.part\(index) IS NOT NULL")
      equal.append("parent.\(quoted(parent)) = child.part\(index)")
    }
    return """
      SELECT 1 FROM (SELECT \(parts.joined(separator: ", ")) FROM \(BatchTable.name)) AS child
      WHERE \(present.joined(separator: " AND ")) AND NOT EXISTS (SELECT 1 FROM \(quoted(plan.schema)).\(quoted(key.parent)) AS parent
      WHERE \(equal.joined(separator: " AND ")))
      """
  }
}

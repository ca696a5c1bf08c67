internal import FurrowCore
internal import FurrowFormats
internal import FurrowSQLite

/// The rows that make one file, or one set of parts, as SQL.
struct ExportSource {
  /// The table or view; `nil` for a query.
  var table: TableInfo?
  /// The table's columns, hidden ones left out.
  var columns: [ColumnInfo] = []
  /// The statement that gives the rows in their order.
  var sql: String
  /// The terms that its rows are ordered by in any case, as SQL has them.
  var key: [String] = []
  /// Whether these terms are columns of the table, not a rowid that none names.
  var hasKeyColumns = false
  /// The most rows that are taken of it.
  var limit = Int.max
  /// The names of the columns, where they are others than the statement's.
  var names: [String]?
}

/// Makes SQL of what a plan asks for.
struct ExportSelect {
  let plan: ExportPlan
  let database: Database

  /// What is written, file by file.
  func sources() throws(PipelineError) -> [ExportSource] {
    switch plan.rows {
    case .query(let sql): return [try source(query: sql)]
    case .table(let name): return [try source(table: name)]
    case .tables(let names):
      var sources: [ExportSource] = []
      for name in names {
        let source = try source(table: name)
        if let twin = source.table?.name,
          sources.contains(where: { $0.table?.name.isSpelled(twin) ?? false })
        {
          throw .plan("--table: \"\(twin)\" is asked for twice")
        }
        sources.append(source)
      }
      return sources
    case .everything:
      let tables = try FurrowPipeline.database { () throws(SQLiteError) in
        try database.tableNames()
      }
      if tables.isEmpty { throw .plan("\(plan.database) has no tables") }
      var sources: [ExportSource] = []
      for name in tables { sources.append(try source(table: name)) }
      return sources
    }
  }

  /// Binds the plan's values to the parameters of `statement`; each has to be used.
  func bind(_ statement: inout Statement) throws(PipelineError) {
    var values = plan.values[...]
    var unused = Set(plan.parameters.map(\.name))
    for index in stride(from: 1, through: statement.parameterCount, by: 1) {
      let value: Value
      if let name = statement.parameterName(at: index), !name.hasPrefix("?") {
        let bare = String(name.dropFirst())
        let given = plan.parameters.last { $0.name == bare }
        guard let found = given?.value ?? plan.variables[bare] else {
          throw .plan("the parameter \(name) has no value; give one with --param \(bare)=VALUE")
        }
        unused.remove(bare)
        value = found
      } else {
        guard let next = values.popFirst() else {
          throw .plan("the parameter \(index) has no value; give one behind the other arguments")
        }
        value = next
      }
      try FurrowPipeline.database { () throws(SQLiteError) in try statement.bind(value, at: index) }
    }
    if let name = unused.min() { throw .plan("--param \(name): there is no parameter :\(name)") }
    if !values.isEmpty {
      throw .plan(
        "expected \(Amount.of(plan.values.count - values.count, "value")), one for each parameter of the SQL,"
          + " found \(plan.values.count); write a ? for each"
      )
    }
  }

  private func source(query sql: String) throws(PipelineError) -> ExportSource {
    let statement = try FurrowPipeline.database { () throws(SQLiteError) in
      try database.prepare(SQL(raw: sql))
    }
    var source = ExportSource(sql: sql, limit: plan.limit ?? .max)
    guard let column = plan.parts.column else { return source }
    let names = statement.columnNames
    let part = try Self.column(column, of: names, asked: "--partition-by")
    guard names.count(where: { $0.asFoldedName == part.asFoldedName }) == 1 else {
      throw .plan("--partition-by: two columns are called \"\(part)\"")
    }
    source.names = names
    // A line end closes a comment at the end of the query.
    source.sql = """
      SELECT * FROM (\(Self.withoutSemicolon(statement.sql))
      \(plan.limit.map { ") LIMIT \($0)" } ?? ")")
      """
    source.sql = "SELECT * FROM (\(source.sql)) ORDER BY \(Self.partOrder(part))"
    return source
  }

  private func source(table name: String) throws(PipelineError) -> ExportSource {
    let found = try FurrowPipeline.database {
      () throws(SQLiteError) -> (table: TableInfo, columns: [ColumnInfo], key: [String])? in
      guard let table = try database.table(name) else { return nil }
      let columns = try database.columns(of: name)
      return (table, columns, try key(of: table, columns))
    }
    guard let (table, all, key) = found else {
      let names = try FurrowPipeline.database { () throws(SQLiteError) in
        try database.tableNames()
      }
      throw .plan(
        "\(plan.database): no such table: \"\(name)\"\(Spelling.hint(for: name, among: names))"
      )
    }
    var columns = all.filter { $0.kind != .hidden }
    if let wanted = plan.columns {
      let names = columns.map(\.name)
      var chosen: [ColumnInfo] = []
      for name in wanted {
        let column = try Self.column(name, of: names, asked: "--columns", in: table.name)
        chosen += columns.filter { $0.name.isSpelled(column) }.prefix(1)
      }
      columns = chosen
    } else if plan.form.format == .sql || plan.hasManifest {
      columns = columns.filter { !$0.isGenerated }
    }
    let target = "main.\(quoted(table.name))"
    let list = columns.map { quoted($0.name) }.joined(separator: ", ")
    let filter = plan.filter.map { " WHERE (\($0)\n)" } ?? ""
    if let expression = plan.filter { try check(expression, of: target) }
    var terms = key
    if let order = plan.order {
      try check(order: order, "SELECT \(list) FROM \(target)")
      terms.insert("\(order)\n", at: 0)
    }
    let part = try plan.parts.column.map { column throws(PipelineError) in
      try Self.column(
        column,
        of: columns.map(\.name),
        asked: "--partition-by",
        in: table.name
      )
    }
    if let part, plan.limit == nil { terms.insert(Self.partOrder(part), at: 0) }
    var sql = "SELECT \(list) FROM \(target)\(filter)"
    if !terms.isEmpty { sql += " ORDER BY \(terms.joined(separator: ", "))" }
    if let limit = plan.limit {
      sql += " LIMIT \(limit)"
      if let part { sql = "SELECT * FROM (\(sql)) ORDER BY \(Self.partOrder(part))" }
    }
    let names = columns.map { quoted($0.name) }
    return ExportSource(
      table: table,
      columns: columns,
      sql: sql,
      key: key,
      hasKeyColumns: !key.isEmpty && key.allSatisfy { names.index(spelled: $0) != nil }
    )
  }

  /// What makes the order of a table's rows total and is the order they lie in: the rowid, or the
  /// primary key of a table without one; none for views.
  ///
  /// <https://www.sqlite.org/lang_createtable.html#rowid>
  private func key(
    of table: TableInfo,
    _ columns: [ColumnInfo]
  ) throws(SQLiteError) -> [String] {
    switch table.kind {
    case .view, .shadow, .virtual: return []
    case .table: break
    }
    let primary = columns.filter { $0.primaryKeyPosition != nil }
      .sorted { ($0.primaryKeyPosition ?? 0) < ($1.primaryKeyPosition ?? 0) }
      .map { quoted($0.name) }
    if table.isWithoutRowID { return primary }
    if let column = try database.rowIDColumn(of: table.name) { return [quoted(column)] }
    let taken = Set(columns.map { $0.name.lowercased() })
    let free = ["rowid", "_rowid_", "oid"].first { !taken.contains($0) }
    return free.map { [$0] } ?? primary
  }

  /// Rows of one part stand together; values of different storage classes are different parts.
  private static func partOrder(_ column: String) -> String {
    "typeof(\(quoted(column))), \(quoted(column)) COLLATE BINARY"
  }

  /// Proves that a filter is one expression: one that leaves its parentheses makes another statement.
  private func check(_ filter: String, of target: String) throws(PipelineError) {
    let start = "SELECT ("
    do throws(SQLiteError) {
      let alone = try database.prepare("\(raw: start)\(raw: filter)\n), 1 FROM \(raw: target)")
      guard alone.columnCount == 2 else {
        throw SQLiteError(code: .error, message: "this is not one expression", sql: filter)
      }
    } catch {
      throw .database(Self.placed(error, in: filter, behind: start))
    }
    // Parentheses that it closes and opens again went unseen within others.
    do throws(SQLiteError) {
      _ = try database.prepare("SELECT 1 FROM \(raw: target) WHERE \(raw: filter)")
    } catch {
      throw .database(SQLiteError(code: .error, message: "this is not one expression", sql: filter))
    }
  }

  /// Proves that an order is nothing but terms of ORDER BY.
  private func check(order: String, _ select: String) throws(PipelineError) {
    let start = "SELECT 1 FROM (\(select) ORDER BY "
    do throws(SQLiteError) {
      _ = try database.prepare("\(raw: start)\(raw: order)\n LIMIT 1)")
    } catch {
      throw .database(Self.placed(error, in: order, behind: start))
    }
  }

  private static func placed(
    _ error: SQLiteError,
    in text: String,
    behind start: String
  ) -> SQLiteError {
    var error = error
    error.sql = text
    error.byteOffset = error.byteOffset.map { min(max($0 - start.utf8.count, 0), text.utf8.count) }
    return error
  }

  private static func column(
    _ name: String,
    of names: [String],
    asked option: String,
    in table: String? = nil
  ) throws(PipelineError) -> String {
    guard let index = names.index(ofColumn: name) else {
      throw .plan(
        "\(option): \(table ?? "the query") has no column \"\(name)\"\(Spelling.hint(for: name, among: names))"
      )
    }
    return names[index]
  }

  private static func withoutSemicolon(_ sql: String) -> Substring {
    var rest = sql[...]
    while let last = rest.last, last == ";" || last.isWhitespace { rest.removeLast() }
    return rest
  }
}

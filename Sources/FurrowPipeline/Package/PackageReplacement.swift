internal import FurrowCore
internal import FurrowSQLite

/// Takes out the tables that a package makes anew, and proves afterwards that nothing else suffered.
///
/// Foreign keys are off meanwhile, so that no row of another table is changed.
struct PackageReplacement {
  private let database: Database
  /// The tables that are taken out, as SQLite compares them.
  private let tables: Set<[UInt8]>
  /// Indexes that those had: names, and the statements that make them.
  private var indexes: [(name: String, sql: String)] = []
  /// Rows of each other table that refer to none.
  private var broken: [(table: String, count: Int)] = []

  /// Drops the tables that are there of those called `names`; `made` are the statements of the package.
  ///
  /// - Throws: ``PipelineError`` for a view, and for a trigger that the package does not make: it would
  ///   be gone.
  init(of names: [String], making made: [String], in database: Database) throws(PipelineError) {
    self.database = database
    tables = Set(names.map(\.asFoldedName))
    for name in names {
      guard let table = try Self.looking({ () throws(SQLiteError) in try database.table(name) })
      else { continue }
      guard table.kind == .table || table.kind == .virtual else {
        throw .plan("\(name) is no table of its own, so it cannot be replaced")
      }
      let dependents = try Self.looking { () throws(SQLiteError) in
        try database.query(
          """
          SELECT name, type, sql FROM main.sqlite_schema WHERE tbl_name = ? COLLATE NOCASE
            AND type IN ('index', 'trigger') AND sql NOT NULL ORDER BY rowid
          """,
          [.text(name)]
        ) { row in
          (name: row.text(at: 0) ?? "", type: row.text(at: 1) ?? "", sql: row.text(at: 2) ?? "")
        }
      }
      for dependent in dependents where dependent.type == "trigger" && !made.contains(dependent.sql)
      {
        throw .plan(
          "the trigger \"\(dependent.name)\" of \(name) is not the package's, and would be gone; drop it"
            + " first, or load into a new database"
        )
      }
      indexes += dependents.filter { $0.type == "index" }.map { ($0.name, $0.sql) }
    }
    broken = try brokenReferences()
    for name in names {
      try Self.looking { () throws(SQLiteError) in
        try database.execute("DROP TABLE IF EXISTS main.\(identifier: name)")
      }
    }
  }

  /// Makes the indexes that the package has not made, and looks at rows of other tables.
  func finish() throws(PipelineError) {
    for (name, sql) in indexes where try !isThere(name) {
      try Self.looking { () throws(SQLiteError) in try database.execute(SQL(raw: sql)) }
    }
    for (table, count) in try brokenReferences()
    where count > broken.first(where: { $0.table.isSpelled(table) })?.count ?? 0 {
      throw .rejected(
        "rows of \(table) refer to rows that are not there any more; nothing was loaded"
      )
    }
  }

  /// Whether a view, a trigger or an index of this name is there.
  func isThere(_ name: String) throws(PipelineError) -> Bool {
    try Self.looking { () throws(SQLiteError) in
      try database.firstValue(
        "SELECT 1 FROM main.sqlite_schema WHERE name = ? COLLATE NOCASE",
        [.text(name)]
      ) != nil
    }
  }

  /// Whether just what `sql` makes is there still, as views are.
  func isMade(_ sql: String) throws(PipelineError) -> Bool {
    try Self.looking { () throws(SQLiteError) in
      try database.firstValue("SELECT 1 FROM main.sqlite_schema WHERE sql = ?", [.text(sql)]) != nil
    }
  }

  private func brokenReferences() throws(PipelineError) -> [(table: String, count: Int)] {
    try Self.looking { () throws(SQLiteError) in
      var counts: [(table: String, count: Int)] = []
      for name in try database.tableNames() where !tables.contains(name.asFoldedName) {
        guard try !database.foreignKeys(of: name).isEmpty else { continue }
        counts.append((name, try database.brokenReferences(of: name).reduce(0) { $0 + $1.count }))
      }
      return counts
    }
  }

  private static func looking<Result>(
    _ body: () throws(SQLiteError) -> Result
  ) throws(PipelineError) -> Result {
    try FurrowPipeline.database(body)
  }
}

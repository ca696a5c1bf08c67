internal import FurrowCore
internal import FurrowFormats
internal import FurrowSQLite

/// Runs the SQL that an export has written in a new database, and compares the table that comes of it
/// with the rows of the old one: every value with its storage class, bit for bit.
///
/// The new database is a temporary file without a name, and no statement can open another.
struct SQLReadBack {
  let table: SQLTable
  let columns: [String]
  let file: OutputSet.File
  /// The terms that the rows of both databases are ordered by; empty for the order they lie in.
  let order: [String]

  func compare(
    with rows: RowReader,
    of source: Database,
    until cancellation: Cancellation?
  ) throws(PipelineError) {
    let copy = try run(cancellation)
    if table.definition != nil { try compareDefinitions(source, copy) }
    let found = try checking("the table") { () throws(SQLiteError) in
      let list = columns.map(quoted).joined(separator: ", ")
      let terms = order.isEmpty ? "" : " ORDER BY \(order.joined(separator: ", "))"
      let sql = "SELECT \(list) FROM main.\(quoted(table.name))\(terms)"
      return RowReader(try copy.prepare(SQL(raw: sql)))
    }
    var expected = BatchWalk()
    var written = BatchWalk()
    var row = 0
    while try expected.advance(rows) {
      row += 1
      if row & 0xFFFF == 0 { try cancellation?.check() }
      guard try written.advance(found) else {
        throw fault("row \(row)", "the row of the database is not there")
      }
      for column in columns.indices {
        let left = expected.record * columns.count + column
        let right = written.record * columns.count + column
        guard !expected.batch.isSame(left, as: written.batch, right) else { continue }
        throw fault(
          "row \(row), column \(column + 1), field \"\(columns[column])\"",
          "expected \(expected.batch.described(left)), read back \(written.batch.described(right))"
        )
      }
    }
    guard try !written.advance(found) else {
      throw fault("row \(row + 1)", "the database has no such row")
    }
  }

  /// Makes the table in a database of its own.
  private func run(_ cancellation: Cancellation?) throws(PipelineError) -> Database {
    guard let path = file.sealedPath else {
      throw .plan("\(file.path): what is written there cannot be read back")
    }
    // No statement comes twice, and without a path SQLite makes a file that has no name.
    var options = Database.Options(mode: .create)
    options.enforcesForeignKeys = false
    options.statementCacheCapacity = 0
    let copy = try checking("a new database") { () throws(SQLiteError) in
      try Database(path: "", options: options)
    }
    copy.setLimit(.attached, to: 0)
    let endWatch = cancellation?.watch(copy)
    defer { endWatch?() }
    var statements = SQLStatements(
      try reading { () throws(ReadFailure) in try openSource(path: path) }
    )
    while let sql = try reading({ () throws(ReadFailure) in try statements.next() }) {
      try cancellation?.check()
      try checking("the statements") { () throws(SQLiteError) in try copy.execute(SQL(raw: sql)) }
    }
    return copy
  }

  private func compareDefinitions(_ source: Database, _ copy: Database) throws(PipelineError) {
    let (expected, found) = try checking("the table") { () throws(SQLiteError) in
      (try source.definitions(of: table.name), try copy.definitions(of: table.name))
    }
    for index in 0..<max(expected.count, found.count) {
      let left = expected.indices.contains(index) ? expected[index] : nil
      let right = found.indices.contains(index) ? found[index] : nil
      guard left != right else { continue }
      throw fault(
        "the table",
        "expected \(left.map { "\(Excerpt($0))" } ?? "nothing more"), made"
          + " \(right.map { "\(Excerpt($0))" } ?? "nothing more")"
      )
    }
  }

  private func checking<Result: ~Copyable>(
    _ place: String,
    _ body: () throws(SQLiteError) -> Result
  ) throws(PipelineError) -> Result {
    do throws(SQLiteError) {
      return try body()
    } catch {
      throw fault(place, error.message)
    }
  }

  private func fault(_ place: String, _ message: String) -> PipelineError {
    .plan("\(file.path): \(place): --verify: \(message); nothing was written")
  }
}

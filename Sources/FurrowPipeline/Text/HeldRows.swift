internal import FurrowCore
internal import FurrowFormats
internal import FurrowSQLite

/// The rows of a table as they are when the run begins, kept as text that is read like any other source.
///
/// So numbers have the text that an export gives them, no lock is held while the run writes, and the
/// rows can be read again.
struct HeldRows {
  let source: TextSource
  /// The table's own name.
  let table: String
  /// The columns by the names that the records have for them: those that both have.
  let columns: [String]
  let count: Int

  /// Reads the columns of `table`, called `name`, that are `wanted`, of which those that are `needed` have to be there;
  /// `nil` where there is no table, and need be none.
  init?(
    _ table: HeldTable,
    named name: String,
    wanted: [String],
    needed: [String],
    _ cancellation: Cancellation?
  ) throws(PipelineError) {
    let path = table.database
    if table.mayBeMissing, !Database.isDatabase(path) { return nil }
    var options = Database.Options(mode: .readOnly)
    options.busyTimeout = table.busyTimeout
    let (database, found) = try FurrowPipeline.database { () throws(SQLiteError) in
      let database = try Database(path: path, options: options)
      return (database, try database.table(name))
    }
    let endWatch = cancellation?.watch(database)
    defer { endWatch?() }
    guard let found else {
      if table.mayBeMissing { return nil }
      let names = try FurrowPipeline.database { () throws(SQLiteError) in
        try database.tables().map(\.name)
      }
      throw .plan(
        "\(path): no table \"\(name)\"\(Spelling.hint(for: name, among: names))"
      )
    }
    let names = try FurrowPipeline.database { () throws(SQLiteError) in
      try database.columns(of: found.name).map(\.name)
    }
    var columns: [String] = []
    var selected: [String] = []
    for name in wanted {
      let theirs = table.renamings.last { $0.old.isSpelled(name) }?.new ?? name
      if let index = names.index(ofColumn: theirs) {
        columns.append(name)
        selected.append(quoted(names[index]))
      } else if needed.index(spelled: name) != nil {
        throw .plan(
          "\(path): the table \"\(found.name)\" has no column \"\(theirs)\""
            + Spelling.hint(for: theirs, among: names)
        )
      }
    }
    // By the order of the rows themselves, whatever indexes there are.
    let sql = SQL(
      raw: "SELECT \(selected.joined(separator: ", ")) FROM main.\(quoted(found.name)) NOT INDEXED"
    )
    let sink = try writing { () throws(WriteFailure) in try SpoolSink(path: path) }
    do throws(PipelineError) {
      count = try Self.copy(sql, of: database, to: sink, columns)
    } catch {
      try cancellation?.check()
      throw error
    }
    self.columns = columns
    self.table = found.name
    var source = TextSource(Spool(sink), path: path, columns: columns, cancellation: cancellation)
    source.limits = ReadingLimits(recordBytes: .max)
    self.source = source
  }

  /// Writes the rows as CSV, and counts them.
  private static func copy(
    _ sql: SQL,
    of database: Database,
    to sink: SpoolSink,
    _ columns: [String]
  ) throws(PipelineError) -> Int {
    var dialect = Dialect.csv
    dialect.hasHeader = false
    var style = DelimitedStyle()
    style.quoting = .all
    let writer = try writing { () throws(WriteFailure) in
      try DelimitedWriter(sink, columns: columns, dialect: dialect, style: style)
    }
    let rows = try FurrowPipeline.database { () throws(SQLiteError) in
      RowReader(try database.prepare(sql))
    }
    var batch = RecordBatch()
    while try FurrowPipeline.database({ () throws(SQLiteError) in try rows.fill(&batch) }) {
      try writing { () throws(WriteFailure) in try writer.write(batch) }
    }
    try writing { () throws(WriteFailure) in try writer.finish() }
    return writer.counts.records
  }
}

internal import FurrowCore
internal import FurrowFormats
internal import FurrowSQLite

/// Runs an export: the same loop the other way, from rows to text.
public struct Exporter {
  /// What an export did.
  public struct Report: Sendable {
    /// The books; what is written counts as loaded.
    public internal(set) var ledger = Ledger()
    /// What the user should know.
    public internal(set) var warnings: [String] = []
  }

  private let plan: ExportPlan

  /// Makes an exporter for `plan`.
  public init(_ plan: ExportPlan) {
    self.plan = plan
  }

  /// Writes the rows; the file appears when it is whole, and a failure leaves the old one.
  ///
  /// - Throws: ``PipelineError`` when the rows cannot be read or written.
  public func run() throws(PipelineError) -> Report {
    var options = Database.Options(mode: .readOnly)
    options.busyTimeout = plan.busyTimeout
    let database = try FurrowPipeline.database { () throws(SQLiteError) in
      try Database(path: plan.database, options: options)
    }
    let (sql, values) = try statement(in: database)
    let rows = try FurrowPipeline.database { () throws(SQLiteError) in
      var statement = try database.prepare(SQL(raw: sql))
      try statement.bind(values, named: plan.variables)
      return RowReader(statement)
    }
    if rows.columns.isEmpty { throw .plan("the statement has no rows to write: \(Excerpt(sql))") }
    var report = Report()
    let names = try names(of: rows, &report)
    if let unknown = plan.json.columnsOfJSON.first(where: { !names.contains($0) }) {
      throw .plan(
        "--json-columns: the rows have no column \"\(unknown)\"\(Nearest(unknown, of: names).hint)"
      )
    }
    let writer = try writer(of: names)
    var pipeline = Pipeline(
      from: RowIntake(rows),
      to: WriterSink(writer),
      rejects: NoRejects()
    )
    pipeline.cancellation = plan.cancellation
    plan.progress?.begin("writing \(plan.output == "-" ? "rows" : plan.output)")
    if let progress = plan.progress { pipeline.listeners.append(progress) }
    let endWatch = plan.cancellation?.watch(database)
    defer { endWatch?() }
    do throws(PipelineError) {
      try pipeline.run(&report.ledger)
    } catch {
      // Whatever ended first, it did so because of the wish.
      try plan.cancellation?.check()
      throw error
    }
    try writing { () throws(WriteFailure) in try writer.finish() }
    guard report.ledger.isBalanced else {
      throw .unbalanced(
        "the books do not balance: read \(report.ledger.read), written \(report.ledger.loaded)"
      )
    }
    let counts = writer.counts
    if counts.indistinctNulls > 0, counts.indistinctTexts > 0 {
      report.warnings.append(
        "\(plan.output): \(counts.indistinctNulls) NULLs and \(counts.indistinctTexts) empty texts are"
          + " written alike; --escape backslash keeps them apart"
      )
    }
    return report
  }

  private func statement(in database: Database) throws(PipelineError) -> (String, [Value]) {
    switch plan.rows {
    case .query(let sql, let values): return (sql, values)
    case .table(let name):
      let names = try FurrowPipeline.database { () throws(SQLiteError) -> [String]? in
        try database.table(name) == nil ? database.tableNames() : nil
      }
      if let names {
        throw .plan("\(plan.database): no such table: \"\(name)\"\(Nearest(name, of: names).hint)")
      }
      return ("SELECT \(try selection(of: name, in: database)) FROM main.\(quoted(name))", [])
    }
  }

  /// The columns to write, as SQL: a name that is none is told, where SQLite may take it for a text.
  private func selection(of table: String, in database: Database) throws(PipelineError) -> String {
    guard let columns = plan.columns else { return "*" }
    let known = try FurrowPipeline.database { () throws(SQLiteError) in
      try database.columns(of: table).map(\.name)
    }
    var names: [String] = []
    for column in columns {
      guard let index = known.index(ofColumn: column) else {
        throw .plan(
          "--columns: \(table) has no column \"\(column)\"\(Nearest(column, of: known).hint)"
        )
      }
      names.append(quoted(known[index]))
    }
    return names.joined(separator: ", ")
  }

  /// The columns' names; in JSON each stands once.
  private func names(of rows: RowReader, _ report: inout Report) throws(PipelineError) -> [String] {
    guard plan.renamesDuplicates else { return rows.columns }
    let names = HeaderNames(rows.columns)
    report.warnings += names.renamings.map {
      "column \($0.column) \"\($0.old)\" is called \"\($0.new)\""
    }
    return names.names
  }

  private func writer(of columns: [String]) throws(PipelineError) -> any RecordWriter {
    try writing { () throws(WriteFailure) in
      try ProtectedFiles(database: plan.database).check(plan.output)
      let sink = try openSink(path: plan.output)
      switch plan.format {
      case .csv, .tsv:
        return try DelimitedWriter(
          sink,
          columns: columns,
          dialect: plan.dialect,
          lineEnding: plan.lineEnding,
          blob: plan.blob
        )
      case .json, .ndjson:
        var encoding = plan.json
        encoding.layout = plan.format == .json ? .array : .lines
        encoding.blob = plan.blob
        encoding.lineEnding = plan.lineEnding
        return try JSONWriter(sink, columns: columns, encoding: encoding)
      }
    }
  }
}

/// The rows of a statement as a source of the pipeline.
private struct RowIntake: RecordSource {
  private let rows: RowReader

  init(_ rows: RowReader) {
    self.rows = rows
  }

  func fill(_ batch: inout RecordBatch) throws(PipelineError) -> Bool {
    try database { () throws(SQLiteError) in try rows.fill(&batch) }
  }
}

/// Rows of a database are never refused: what cannot be written is a failure.
private struct NoRejects: RejectKeeper {
  func keep(_ batch: borrowing RecordBatch) {}
}

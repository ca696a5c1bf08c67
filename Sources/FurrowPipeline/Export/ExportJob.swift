internal import FurrowCore
internal import FurrowFormats
internal import FurrowSQLite

/// What an export has made of one table or query.
struct ExportedTable {
  var source: ExportSource
  var columns: [String]
  var classes: ColumnClasses
  var parts: [(path: String, rows: Int)]
}

/// The export of one table or query.
struct ExportJob {
  let plan: ExportPlan
  let source: ExportSource
  let path: String
  let set: OutputSet
  let screen: ((any ByteSink, [String]) -> any RecordWriter)?

  /// Writes the rows; `nil` when the statement has none to give.
  mutating func run(
    _ select: ExportSelect,
    _ report: inout Exporter.Report
  ) throws(PipelineError) -> ExportedTable? {
    let rows = try reader(select)
    if rows.columns.isEmpty {
      guard plan.allowsNoColumns else {
        throw .plan("the statement has no rows to write: \(Excerpt(source.sql))")
      }
      var batch = RecordBatch()
      _ = try database { () throws(SQLiteError) in try rows.fill(&batch) }
      return nil
    }
    let names = names(of: rows, &report)
    if let unknown = plan.form.json.columnsOfJSON.first(where: { !names.contains($0) }) {
      throw .plan(
        "--json-columns: the rows have no column \"\(unknown)\"\(Spelling.hint(for: unknown, among: names))"
      )
    }
    let sink = try sink(of: names, in: select.database)
    try write(rows, to: sink, &report)
    let counts = sink.counts
    if counts.indistinctNulls > 0, counts.indistinctTexts > 0 {
      report.warnings.append(
        "\(path): \(counts.indistinctNulls) NULLs and \(counts.indistinctTexts) empty texts are"
          + " written alike; --escape backslash keeps them apart"
      )
    }
    report.files += sink.parts
    if plan.isVerified {
      let written = set.files.suffix(sink.parts.count)
      let check = ReadBack(form: plan.form, columns: names, files: Array(written))
      try check.compare(with: reader(select), until: plan.cancellation)
    }
    return ExportedTable(
      source: source,
      columns: names,
      classes: sink.classes ?? ColumnClasses(count: names.count),
      parts: sink.parts
    )
  }

  private func reader(_ select: ExportSelect) throws(PipelineError) -> RowReader {
    var statement = try database { () throws(SQLiteError) in
      try select.database.prepare(SQL(raw: source.sql))
    }
    try select.bind(&statement)
    return RowReader(statement, limit: source.limit)
  }

  /// The columns' names; those that stand twice are numbered where that is asked for.
  private func names(of rows: RowReader, _ report: inout Exporter.Report) -> [String] {
    let names = source.names ?? rows.columns
    guard plan.renamesDuplicates else { return names }
    let header = HeaderNames(names)
    report.warnings += header.renamings.map {
      "column \($0.column) \"\($0.old)\" is called \"\($0.new)\""
    }
    return header.names
  }

  private func sink(
    of names: [String],
    in database: Database
  ) throws(PipelineError) -> ExportSink {
    var form = plan.form
    if form.format == .sql { form.table = try SQLTable(source, path, in: database) }
    let protected = ProtectedFiles(database: plan.database)
    let (set, screen, isTable) = (set, screen, form.format == .table)
    return try writing { () throws(WriteFailure) in
      try ExportSink(
        path: path,
        columns: names,
        division: plan.parts,
        countsClasses: plan.hasManifest
      ) { path throws(WriteFailure) in
        try protected.check(path)
        if isTable, let screen { return screen(try set.sink(path), names) }
        return try form.writer(to: set.sink(path), columns: names)
      }
    }
  }

  /// Reads and writes, each on a thread of its own, if there are two.
  private func write(
    _ rows: RowReader,
    to sink: ExportSink,
    _ report: inout Exporter.Report
  ) throws(PipelineError) {
    let intake = RowIntake(rows)
    let lane = plan.lanes > 1 ? Lane(intake, through: []) : nil
    // The lane has the database until then.
    defer { lane?.end() }
    var pipeline = Pipeline(from: lane ?? intake, to: sink, rejects: NoRejects())
    pipeline.cancellation = plan.cancellation
    plan.progress?.begin("writing \(path == "-" ? "rows" : path)")
    if let progress = plan.progress { pipeline.listeners.append(progress) }
    try pipeline.run(&report.ledger)
    try writing { () throws(WriteFailure) in try sink.finish() }
  }
}

/// The rows of a statement as a source of the pipeline.
///
/// `@unchecked Sendable`, since 1. whoever gives it to a lane leaves its database alone until
/// ``Lane/end()`` has returned, so that one thread at a time has both.
private struct RowIntake: RecordSource, @unchecked Sendable {
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

extension SQLTable {
  /// The table that SQL makes of `source`: the same one, with its indexes, or one named after the
  /// file at `path`, without types.
  fileprivate init(
    _ source: ExportSource,
    _ path: String,
    in database: Database
  ) throws(PipelineError) {
    guard let table = source.table else {
      let stem = path.split(separator: "/").last?.prefix { $0 != "." } ?? ""
      self.init(name: stem.isEmpty || stem == "-" ? "records" : String(stem))
      return
    }
    self.init(name: table.name)
    let names = Set(source.columns.map(\.name))
    let isWhole = try FurrowPipeline.database { () throws(SQLiteError) in
      try database.columns(of: table.name).allSatisfy {
        $0.isGenerated || $0.kind == .hidden || names.contains($0.name)
      }
    }
    // A part of the columns cannot fill the table, and a view is none.
    guard isWhole, table.kind == .table || table.kind == .virtual else { return }
    let sql = try FurrowPipeline.database { () throws(SQLiteError) in
      try database.definitions(of: table.name)
    }
    definition = sql.first
    followers = Array(sql.dropFirst())
  }
}

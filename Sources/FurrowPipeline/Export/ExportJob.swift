internal import FurrowCore
internal import FurrowFormats
internal import FurrowSQLite

/// What an export has made of one table or query.
struct ExportedTable {
  var source: ExportSource
  var columns: [String]
  var classes: ColumnClasses
  /// The columns, counted from 0, whose values have ``ValueMarks``.
  var marks: Set<Int>
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
    let rows = try reader(source.sql, select)
    if rows.columns.isEmpty {
      guard plan.allowsNoColumns else {
        throw .plan("the statement has no rows to write: \(Excerpt(source.sql))")
      }
      var batch = RecordBatch()
      _ = try database { () throws(SQLiteError) in try rows.fill(&batch) }
      return nil
    }
    let names = try names(of: rows, &report)
    if let unknown = plan.form.json.columnsOfJSON.first(where: { names.index(spelled: $0) == nil })
    {
      throw .plan(
        "--json-columns: the rows have no column \"\(unknown)\"\(Spelling.hint(for: unknown, among: names))"
      )
    }
    let table = try marked(rows, names, select, &report)
    if plan.isVerified { try verify(table, names, select) }
    return table
  }

  /// Writes the rows, and once more with marks where values of a column cannot be told apart without
  /// them, and the manifest can say so.
  private func marked(
    _ rows: RowReader,
    _ names: [String],
    _ select: ExportSelect,
    _ report: inout Exporter.Report
  ) throws(PipelineError) -> ExportedTable {
    let before = report
    var table = try write(rows, names, marking: [], in: select.database, &report)
    let unclear = names.indices.filter { table.classes.columns[$0].needsMarks(in: plan.form) }
    guard let first = unclear.first else { return table }
    let classes = table.classes
    let reason =
      "\(path): column \"\(names[first])\" \(classes.columns[first].reason(in: plan.form))"
    guard plan.hasManifest else {
      throw .plan(
        "\(reason), so it cannot be verified; add --manifest, which marks such values, or use --format sql"
      )
    }
    guard set.takeBack(table.parts.count) else {
      throw .plan("\(reason), and what was written there cannot be written again with marks")
    }
    report = before
    let again = try reader(source.sql, select)
    table = try write(again, names, marking: unclear, in: select.database, &report)
    table.classes = classes
    return table
  }

  /// Writes the rows with marks on the values of these columns.
  private func write(
    _ rows: RowReader,
    _ names: [String],
    marking marks: [Int],
    in database: Database,
    _ report: inout Exporter.Report
  ) throws(PipelineError) -> ExportedTable {
    let sink = try sink(of: names, in: database)
    try write(rows, marking: marks, to: sink, &report)
    let counts = sink.counts
    if counts.indistinctNulls > 0, counts.indistinctTexts > 0 {
      report.warnings.append(
        "\(path): \(counts.indistinctNulls) NULLs and \(counts.indistinctTexts) empty texts are"
          + " written alike; --escape backslash keeps them apart"
      )
    }
    report.files += sink.parts
    return ExportedTable(
      source: source,
      columns: names,
      classes: sink.classes ?? ColumnClasses(count: names.count),
      marks: Set(marks),
      parts: sink.parts
    )
  }

  /// Reads back what was written of `table`, and compares it with the database.
  private func verify(
    _ table: ExportedTable,
    _ names: [String],
    _ select: ExportSelect
  ) throws(PipelineError) {
    plan.progress?.begin("reading back \(path)")
    let files = Array(set.files.suffix(table.parts.count))
    guard plan.form.format == .sql, let file = files.last else {
      let check = ReadBack(form: plan.form, columns: names, marks: table.marks, files: files)
      return try check.compare(with: reader(source.sql, select), until: plan.cancellation)
    }
    let copy = try SQLTable(source, path, in: select.database)
    let isWhole = copy.definition != nil
    // The rows of a table with a key of its own lie by that, in whatever order they were written.
    let isReordered = isWhole && source.hasKeyColumns && plan.order != nil
    let sql =
      isReordered
      ? "SELECT * FROM (\(source.sql)\n) ORDER BY \(source.key.joined(separator: ", "))"
      : source.sql
    let check = SQLReadBack(
      table: copy,
      columns: names,
      file: file,
      order: isWhole ? source.key : []
    )
    try check.compare(with: reader(sql, select), of: select.database, until: plan.cancellation)
  }

  private func reader(
    _ sql: String,
    _ select: ExportSelect
  ) throws(PipelineError) -> RowReader {
    var statement = try database { () throws(SQLiteError) in
      try select.database.prepare(SQL(raw: sql))
    }
    try select.bind(&statement)
    return RowReader(statement, limit: source.limit)
  }

  /// The columns' names; those that stand twice are numbered where that is asked for.
  private func names(
    of rows: RowReader,
    _ report: inout Exporter.Report
  ) throws(PipelineError) -> [String] {
    let names = source.names ?? rows.columns
    let header = HeaderNames(names, allowsBlank: true)
    guard plan.renamesDuplicates else {
      if plan.hasManifest || plan.form.format == .sql, let twin = header.renamings.first {
        throw .plan(
          "\(path): column \(twin.column) is called \"\(twin.old)\" as an earlier one is, and no table has"
            + " both; add --rename-duplicates"
        )
      }
      return names
    }
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
        countsClasses: plan.hasManifest || plan.isVerified
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
    marking marks: [Int],
    to sink: ExportSink,
    _ report: inout Exporter.Report
  ) throws(PipelineError) {
    let intake = RowIntake(rows)
    let lane = plan.lanes > 1 ? Lane(intake, through: []) : nil
    // The lane has the database until then.
    defer { lane?.end() }
    let stages = marks.isEmpty ? [] : [ValueMarks(columns: marks)]
    var pipeline = Pipeline(from: lane ?? intake, through: stages, to: sink, rejects: NoRejects())
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
      self.init(name: path.tableName)
      return
    }
    self.init(name: table.name)
    let names = Set(source.columns.map { Array($0.name.utf8) })
    let isWhole = try FurrowPipeline.database { () throws(SQLiteError) in
      try database.columns(of: table.name).allSatisfy {
        $0.isGenerated || $0.kind == .hidden || names.contains(Array($0.name.utf8))
      }
    }
    // A part of the columns cannot fill the table, and a view is none.
    guard isWhole, table.kind == .table || table.kind == .virtual else { return }
    let (sql, sequence) = try FurrowPipeline.database { () throws(SQLiteError) in
      (try database.definitions(of: table.name), try database.sequence(of: table.name))
    }
    // SQLite reads the first statement of a schema's text, whoever runs the file would run all.
    if let forged = sql.first(where: { !SQLStatements.isOne($0) }) {
      throw .plan(
        "the schema's SQL of \"\(table.name)\" is not one statement, so it is not written: \(Excerpt(forged))"
      )
    }
    definition = sql.first
    followers = Array(sql.dropFirst())
    // The highest number given so far may be one of a row that is gone.
    guard let sequence else { return }
    let word =
      "'\(table.name.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''"))'"
    followers += [
      "DELETE FROM sqlite_sequence WHERE name = \(word)",
      "INSERT INTO sqlite_sequence (name, seq) VALUES (\(word), \(sequence))",
    ]
  }
}

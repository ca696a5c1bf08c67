internal import FurrowCore
internal import FurrowFormats

/// All that is decided before the first record of a text run: headers, stages, output.
struct TextPreparation {
  let sources: [TextSource]
  let headers: [SourceHeader]
  /// What is known of duplicates that differ from what is kept.
  private let conflicts: ConflictLog?
  /// The schema, if there is one.
  let document: SchemaDocument?

  private let plan: TextPlan
  private let schema: SchemaRun?
  private let comparisons: [SchemaColumns?]
  private let duplicates: KeyRun?
  /// The columns that are written, by their place in each source; `nil` for all as they stand.
  private let selections: [[Int]?]
  private let names: [String]
  private let expressions: RecordExpressions?
  /// The columns that SQL speaks of, if there is any.
  private let spoken: ExpressionColumns?

  init(_ plan: TextPlan) throws(PipelineError) {
    self.plan = plan
    var sources = plan.sources
    let document = try plan.schema.map { path throws(PipelineError) in
      try SchemaDocument(path, for: plan.sources.first?.path ?? "", resource: plan.resource)
    }
    if sources.filter({ $0.path == "-" }).count > 1 {
      throw .plan("standard input can be read only once")
    }
    self.document = document
    let rereads =
      plan.deduplication != nil || ExpressionColumns.rereads(plan)
      || document.map { SchemaRun.rereads($0.schema) } ?? false
    for source in sources { try source.prove() }
    for index in sources.indices {
      if let document, !sources[index].dialect.hasHeader, sources[index].dialect.columns.isEmpty {
        sources[index].dialect.columns = document.schema.fields.map(\.name)
      }
      if let document, document.schema.hasBlankName {
        sources[index].dialect.allowsBlankName = true
      }
      if rereads { try sources[index].spool() }
      try sources[index].sniff()
      try sources[index].findColumns()
    }
    var headers: [SourceHeader] = []
    for source in sources { headers.append(SourceHeader(try source.open())) }
    (self.sources, self.headers) = (sources, headers)
    let keyBytes = plan.keyBytes / (plan.deduplication != nil && document != nil ? 2 : 1)
    schema = try document.map { document throws(PipelineError) in
      try SchemaRun(
        document,
        sources,
        headers: headers,
        keyBytes: keyBytes,
        database: plan.referencedDatabase,
        isDeduplicated: plan.deduplication != nil
      )
    }
    let spoken = try ExpressionColumns(plan, sources, headers, document?.schema)
    self.spoken = spoken
    expressions = RecordExpressions(plan, spoken)
    var (selections, names) = try ColumnSelection.make(plan, headers)
    expressions?.place(&selections, &names)
    (self.selections, self.names) = (selections, names)
    guard let deduplication = plan.deduplication else {
      (comparisons, duplicates, conflicts) = ([], nil, nil)
      return
    }
    var rules: [RuleCheck?] = []
    for index in sources.indices { rules.append(try Self.rules(plan, spoken, index)) }
    let keys = try DeduplicationKeys(deduplication, sources, headers, schema, rules)
    comparisons = keys.comparisons
    duplicates = keys.run(limit: keyBytes, plan.cancellation)
    conflicts = try ConflictLog(
      deduplication.conflictsPath,
      headers,
      hiding: plan.secrets,
      memoryBytes: plan.memoryBytes
    )
  }

  /// Whether records are compared with others.
  var hasKeys: Bool {
    duplicates != nil || document.map { SchemaRun.rereads($0.schema) } ?? false
  }

  /// How many duplicates differ from what is kept, so far.
  var conflictCount: Int { conflicts?.count ?? 0 }

  /// Writes down those that were found, if that is asked for.
  func finishConflicts() throws(PipelineError) {
    if let duplicates { try conflicts?.finish(duplicates) }
  }

  /// All stages for the source at `index`.
  func stages(for index: Int) throws(PipelineError) -> [any Stage] {
    try typeStages(for: index) + stagesBehindTypes(for: index)
  }

  /// The stages that decide types and hold rules, which look at nothing but the record itself.
  func typeStages(for index: Int) throws(PipelineError) -> [any Stage] {
    var stages: [any Stage] = []
    let rules = try Self.rules(plan, spoken, index)
    if let schema {
      var check = schema.typeStage(for: index, keepsForKeys: duplicates == nil)
      check.rules = rules
      stages.append(check)
    } else if let rules {
      stages.append(rules)
    }
    if comparisons.indices.contains(index), let columns = comparisons[index] {
      stages.append(CompareAs(columns))
    }
    if let form = duplicates?.form(of: 0, in: index), form.contentColumns != nil {
      stages.append(DigestRecords(form: form))
    }
    return stages
  }

  /// The stages behind those: keys, expressions, and how the records are written.
  func stagesBehindTypes(for index: Int) throws(PipelineError) -> [any Stage] {
    var stages: [any Stage] = []
    if let duplicates, let conflicts {
      stages.append(Deduplicate(duplicates, source: index, conflicts: conflicts))
    }
    if let keys = schema?.keyStage(for: index) { stages.append(keys) }
    if let expressions { stages += try expressions.stages(for: index) }
    if case .written(let form) = plan.output?.form, form.format.isDelimited,
      sources[index].format.isDelimited, schema != nil || duplicates != nil
    {
      stages.append(AsWritten(columns: Array(headers[index].columns.indices)))
    }
    if let columns = selections[index] { stages.append(SelectColumns(columns: columns)) }
    return stages
  }

  /// The rules over the records of the source at `index`.
  private static func rules(
    _ plan: TextPlan,
    _ spoken: ExpressionColumns?,
    _ index: Int
  ) throws(PipelineError) -> RuleCheck? {
    guard let spoken, !plan.rules.isEmpty else { return nil }
    return try RuleCheck(plan.rules, spoken.columns[index], spoken.types[index], plan.variables)
  }

  /// Opens what the records go to.
  func output() throws(PipelineError) -> TextOutputTarget {
    guard let output = plan.output else { return TextOutputTarget(sink: CountingSink()) }
    switch output.form {
    case .raw:
      let sink = try RawSink(path: output.path, header: headers[0].bytes)
      return TextOutputTarget(sink: sink, raw: sink)
    case .written(let form):
      let writer = try writing { () throws(WriteFailure) -> any RecordWriter in
        var form = form
        // What keeps every record as it stands may find no header.
        if names.isEmpty { form.dialect.hasHeader = false }
        return try form.writer(to: openSink(path: output.path), columns: names)
      }
      return TextOutputTarget(sink: WriterSink(writer), writer: writer, path: output.path)
    }
  }
}

/// Where the records of a text run go, and how that ends.
struct TextOutputTarget {
  let sink: any RecordSink
  var raw: RawSink?
  var writer: (any RecordWriter)?
  var path = ""

  func finish() throws(PipelineError) {
    try raw?.finish()
    try writing { () throws(WriteFailure) in try writer?.finish() }
  }

  var warnings: [String] {
    guard let counts = writer?.counts, counts.indistinctNulls > 0, counts.indistinctTexts > 0 else {
      return []
    }
    return [
      "\(path): \(counts.indistinctNulls) NULLs and \(counts.indistinctTexts) empty texts are"
        + " written alike; --escape backslash keeps them apart"
    ]
  }
}

/// Which columns are written, in which order and by which names.
enum ColumnSelection {
  static func make(
    _ plan: TextPlan,
    _ headers: [SourceHeader]
  ) throws(PipelineError) -> (columns: [[Int]?], names: [String]) {
    let first = headers[0]
    let wanted = plan.selection ?? first.columns
    guard plan.output != nil else { return (headers.map { _ in nil }, wanted) }
    let isRaw = if case .raw = plan.output?.form { true } else { false }
    var selections: [[Int]?] = []
    for header in headers {
      if plan.selection == nil && header.columns == wanted {
        selections.append(nil)
        continue
      }
      if isRaw || plan.keepsRagged, header.columns != first.columns {
        throw .plan(
          "\(header.path):\(header.line): the columns are others than those of \(first.path), and"
            + " records are written as they stand"
            + (isRaw ? "; name a format, or select columns" : "; convert each alone")
        )
      }
      var columns: [Int] = []
      for name in wanted {
        guard let index = header.columns.firstIndex(of: name) else {
          throw .plan(
            "\(header.path):\(header.line): no column \"\(name)\""
              + Spelling.hint(for: name, among: header.columns)
          )
        }
        columns.append(index)
      }
      guard plan.selection != nil || columns.count == header.columns.count else {
        throw .plan(
          "\(header.path):\(header.line): \(Amount.of(header.columns.count, "column")), where \(first.path) has"
            + " \(first.columns.count); select those to write with --select"
        )
      }
      selections.append(columns)
    }
    var names = plan.keepsRagged ? first.labels : wanted
    for (old, new) in plan.renamings {
      guard let index = wanted.firstIndex(of: old) else {
        throw .plan(
          "--rename: no column \"\(old)\" is written\(Spelling.hint(for: old, among: wanted))"
        )
      }
      names[index] = new
    }
    return (selections, names)
  }
}

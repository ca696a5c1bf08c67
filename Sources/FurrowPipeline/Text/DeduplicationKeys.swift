internal import FurrowCore
internal import FurrowFormats

/// The keys that make records unique, for each source of a run.
struct DeduplicationKeys {
  /// What has to be a number in each source.
  let comparisons: [SchemaColumns?]

  private let deduplication: Deduplication
  private let sources: [KeyRun.Source]
  private let terms: KeyTerms
  /// The rows that come before all records.
  private var held: KeyRun.Source?

  init(
    _ deduplication: Deduplication,
    _ sources: [TextSource],
    _ headers: [SourceHeader],
    _ schema: SchemaRun?,
    _ rules: [RuleCheck?]
  ) throws(PipelineError) {
    self.deduplication = deduplication
    var terms = KeyTerms(rule: deduplication.rule, hasContent: deduplication.canDiffer)
    var content: [String] = []
    for name in headers.flatMap(\.columns) where content.index(spelled: name) == nil {
      content.append(name)
    }
    let names = deduplication.columns.isEmpty ? headers[0].columns : deduplication.columns
    if deduplication.columns.isEmpty {
      try Self.proveWhole(headers, content)
    } else {
      for header in headers {
        for name in names { _ = try Self.column(name, of: header, option: "--by") }
      }
    }
    let rows = try deduplication.table.flatMap { table throws(PipelineError) in
      try HeldRows(
        table,
        named: table.name ?? headers[0].path.tableName,
        wanted: terms.hasContent ? content : names,
        needed: names,
        sources.first?.cancellation
      )
    }
    if let rows {
      terms.heldRows = rows.count
      content = rows.columns
    }
    var comparisons: [SchemaColumns?] = []
    var keyed: [KeyRun.Source] = []
    for (index, (source, header)) in zip(sources, headers).enumerated() {
      let columns = try Self.comparisons(deduplication, source, header)
      comparisons.append(columns)
      let types = schema?.typeStage(for: index, keepsForKeys: false)
      let rules = rules[index]
      keyed.append(
        KeyRun.Source(
          path: source.path,
          columns: header.columns,
          open: { () throws(PipelineError) in try source.open() },
          prepare: { batch throws(PipelineError) in
            try source.cancellation?.check()
            let faulty = types?.columns.check(&batch) ?? []
            var rules = rules
            try rules?.check(&batch, without: faulty)
            batch.narrow()
            _ = columns?.check(&batch)
            batch.narrow()
          },
          forms: [try Self.form(deduplication, names, header, content)]
        )
      )
    }
    self.comparisons = comparisons
    self.sources = keyed
    self.terms = terms
    held = try rows.map { rows throws(PipelineError) in
      try Self.held(rows, deduplication, names, content)
    }
  }

  /// Proves that records can be compared as a whole.
  private static func proveWhole(
    _ headers: [SourceHeader],
    _ columns: [String]
  ) throws(PipelineError) {
    for header in headers {
      if let name = columns.first(where: { header.columns.index(spelled: $0) == nil }) {
        throw .plan(
          "\(header.path):\(header.line): whole records are compared, and there is no column \"\(name)\";"
            + " name the columns of the key"
        )
      }
    }
  }

  /// The run's keys, which may take `limit` bytes.
  func run(limit: Int, _ cancellation: Cancellation?) -> KeyRun {
    let judge = KeyJudge(sources[0].forms[0], terms, limit: limit, cancellation: cancellation)
    return KeyRun(sources, judges: [judge], after: held)
  }

  /// The rows of a table, of which those have no key whose values cannot be compared.
  private static func held(
    _ rows: HeldRows,
    _ deduplication: Deduplication,
    _ names: [String],
    _ content: [String]
  ) throws(PipelineError) -> KeyRun.Source {
    let (source, table) = (rows.source, rows.table)
    let header = SourceHeader(try source.open())
    var deduplication = deduplication
    // Such rows keep their keys, so that they need not have the column which decides.
    deduplication.rule = .first
    deduplication.comparisons.removeAll { rows.columns.index(spelled: $0.column) == nil }
    let columns = try comparisons(deduplication, source, header)
    return KeyRun.Source(
      path: source.path,
      table: table,
      columns: header.columns,
      open: { () throws(PipelineError) in try source.open() },
      prepare: { batch throws(PipelineError) in
        try source.cancellation?.check()
        if let rejection = batch.rejections.first {
          let row = batch.position(of: rejection.extent).record
          throw .plan(
            "\(source.path): row \(row) of the table \"\(table)\" cannot be compared: \(rejection.message)"
          )
        }
        _ = columns?.check(&batch)
        batch.narrow()
      },
      forms: [try form(deduplication, names, header, content)]
    )
  }

  private static func comparisons(
    _ deduplication: Deduplication,
    _ source: TextSource,
    _ header: SourceHeader
  ) throws(PipelineError) -> SchemaColumns? {
    guard !deduplication.comparisons.isEmpty else { return nil }
    var fields: [(SchemaField, Int)] = []
    for (name, comparison) in deduplication.comparisons {
      let type: FieldType =
        comparison == .integer ? .integer(NumberForm()) : .number(NumberForm())
      // What stands for NULL is the reader's business here.
      let field = SchemaField(name: name, type: type, missingValues: [""])
      fields.append((field, try column(name, of: header, option: "--as")))
    }
    return try SchemaColumns(fields, isText: source.format.isDelimited)
  }

  /// How records of the source with `header` claim the key of the columns `names`.
  private static func form(
    _ deduplication: Deduplication,
    _ names: [String],
    _ header: SourceHeader,
    _ content: [String]
  ) throws(PipelineError) -> ClaimForm {
    var parts: [KeyEncoding.Part] = []
    for name in names {
      let folding = deduplication.folding
      var form: KeyEncoding.Form = folding.isEmpty ? .text : .folded(folding)
      if deduplication.comparisons.contains(where: { $0.column.isSpelled(name) }) {
        form = .value(.number(NumberForm()))
      }
      parts.append(
        KeyEncoding.Part(column: try column(name, of: header, option: "--by"), form: form)
      )
    }
    let nullsAreEqual = deduplication.nullsAreEqual || deduplication.columns.isEmpty
    var form = ClaimForm(KeyEncoding(parts: parts, nullsAreEqual: nullsAreEqual))
    if deduplication.canDiffer {
      form.contentColumns = content.map { header.columns.index(spelled: $0) }
    }
    switch deduplication.rule {
    case .first, .last, .none: break
    case .minimum(let name), .maximum(let name):
      form.rankColumn = try column(name, of: header, option: "--keep")
    }
    return form
  }

  private static func column(
    _ name: String,
    of header: SourceHeader,
    option: String
  ) throws(PipelineError) -> Int {
    guard let index = header.columns.index(spelled: name) else {
      throw .plan(
        "\(option): \(header.path) has no column \"\(name)\""
          + Spelling.hint(for: name, among: header.columns)
      )
    }
    return index
  }
}

extension Deduplication {
  /// Whether a duplicate can differ from what is kept.
  fileprivate var canDiffer: Bool {
    rule != .none && (!columns.isEmpty || !folding.isEmpty || !comparisons.isEmpty)
  }

  /// What counts for nothing in the texts of keys.
  fileprivate var folding: KeyFolding {
    KeyFolding(ignoresCase: ignoresCase, trims: trims, normalizes: normalization == .nfc)
  }
}

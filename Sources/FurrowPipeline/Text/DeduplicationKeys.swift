internal import FurrowCore
internal import FurrowFormats

/// The keys that make records unique, for each source of a run.
struct DeduplicationKeys {
  /// What has to be a number in each source.
  let comparisons: [SchemaColumns?]

  private let deduplication: Deduplication
  private let sources: [KeyRun.Source]
  private let rankColumn: Int?

  init(
    _ deduplication: Deduplication,
    _ sources: [TextSource],
    _ headers: [SourceHeader],
    _ schema: SchemaRun?,
    _ rules: [RuleCheck?]
  ) throws(PipelineError) {
    self.deduplication = deduplication
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
          encodings: [try Self.encoding(deduplication, header)]
        )
      )
    }
    self.comparisons = comparisons
    self.sources = keyed
    rankColumn = try Self.rankColumn(deduplication.rule, headers)
  }

  /// The run's keys, which may take `limit` bytes.
  func run(limit: Int, _ cancellation: Cancellation?) -> KeyRun {
    let judge = KeyJudge(
      sources[0].encodings[0],
      rule: deduplication.rule,
      rankColumn: rankColumn,
      hasContent: deduplication.conflictsPath != nil,
      limit: limit,
      cancellation: cancellation
    )
    return KeyRun(sources, judges: [judge])
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

  private static func encoding(
    _ deduplication: Deduplication,
    _ header: SourceHeader
  ) throws(PipelineError) -> KeyEncoding {
    var parts: [KeyEncoding.Part] = []
    for name in deduplication.columns {
      var form = KeyEncoding.Form.text
      let folding = KeyFolding(
        ignoresCase: deduplication.ignoresCase,
        trims: deduplication.trims,
        normalizes: deduplication.normalization == .nfc
      )
      if !folding.isEmpty { form = .folded(folding) }
      if deduplication.comparisons.contains(where: { $0.column == name }) {
        form = .value(.number(NumberForm()))
      }
      parts.append(
        KeyEncoding.Part(column: try column(name, of: header, option: "--by"), form: form)
      )
    }
    return KeyEncoding(parts: parts, nullsAreEqual: deduplication.nullsAreEqual)
  }

  private static func rankColumn(
    _ rule: KeepRule,
    _ headers: [SourceHeader]
  ) throws(PipelineError) -> Int? {
    switch rule {
    case .first, .last, .none: return nil
    case .minimum(let name), .maximum(let name):
      var found: Int?
      for header in headers {
        let column = try column(name, of: header, option: "--keep")
        if let found, found != column {
          throw .plan("--keep: the column \"\(name)\" has another place in \(header.path)")
        }
        found = column
      }
      return found
    }
  }

  private static func column(
    _ name: String,
    of header: SourceHeader,
    option: String
  ) throws(PipelineError) -> Int {
    guard let index = header.columns.firstIndex(of: name) else {
      throw .plan(
        "\(option): \(header.path) has no column \"\(name)\""
          + Spelling.hint(for: name, among: header.columns)
      )
    }
    return index
  }
}

internal import FurrowCore
internal import FurrowFormats
internal import FurrowSQLite

/// Opens the sources of an import, and knows what a table made from them looks like.
struct SourceOpening {
  private var plan: ImportPlan
  /// What a schema or a deduplication makes of the sources.
  private var preparation: TextPreparation?
  /// What was found out about sources, which are opened more than once.
  private var columns: [Int: JSONColumns] = [:]
  private var notes: [Int: String] = [:]
  /// What was found out about dialects, and what the user should know of it.
  private(set) var dialects: [Int: Dialect] = [:]
  private var dialectNotes: [Int: [String]] = [:]
  /// Whether the table that is filled has a column with a blank name.
  var allowsBlankName = false
  /// What types the columns of a table that is made were found to have.
  private(set) var inferredColumns: [ColumnInference] = []
  /// Sources that can be read only once, of which a sample was read.
  private var inputs: [Int: ReadOnceSource] = [:]
  /// The bytes of sources that can be read only once, and have to be read twice.
  private var spools: [Int: Spool] = [:]

  init(_ plan: ImportPlan) {
    self.plan = plan
    for (index, lock) in plan.locks.enumerated() { dialects[index] = lock.dialect }
  }

  /// The name that the first source gives a table: its file name up to the first dot.
  var tableName: String { (plan.sources.first ?? "-").tableName }

  /// The format of the source at `index`.
  func format(of index: Int) -> FileFormat {
    plan.format(of: index)
  }

  private func lock(of index: Int) -> ShapeLock? {
    plan.locks.indices.contains(index) ? plan.locks[index] : nil
  }

  private func encoding(of index: Int) -> TextEncoding {
    lock(of: index)?.encoding(unless: plan.encoding) ?? plan.encoding
  }

  /// The source at `index` as runs from text to text have it.
  private func textSource(_ index: Int) -> TextSource {
    var source = TextSource(
      path: plan.sources[index],
      dialect: dialect(of: index),
      format: format(of: index),
      cancellation: plan.cancellation,
      progress: plan.progress
    )
    source.limits = plan.readingLimits
    source.encoding = encoding(of: index)
    source.badBytes = plan.badBytes
    source.blockBytes = plan.blockBytes
    source.isSniffed = plan.isSniffed && dialects[index] == nil
    source.lock = lock(of: index)
    return source
  }

  /// What the user should know of the source at `index`, once it was opened.
  func notes(of index: Int) -> [String] {
    (notes[index].map { ["\(plan.sources[index]): \($0)"] } ?? []) + (dialectNotes[index] ?? [])
  }

  /// The dialect of the source at `index`, once it was looked for.
  func dialect(of index: Int) -> Dialect {
    var dialect = dialects[index] ?? plan.dialect(of: index)
    if allowsBlankName { dialect.allowsBlankName = true }
    return dialect
  }

  /// Takes the dialects that an earlier run of the same sources was read in.
  mutating func recall(_ dialects: [Int: Dialect]) {
    self.dialects = dialects
  }

  /// Finds out the dialects of sources, if that is wished.
  mutating func sniff() throws(PipelineError) {
    guard plan.isSniffed else { return }
    for index in plan.sources.indices
    where format(of: index) == .csv && dialects[index] == nil {
      let path = plan.sources[index]
      if FileSource.isReadOnce(path) {
        inputs[index] = ReadOnceSource(
          path: path,
          alarm: plan.cancellation?.alarm,
          meter: plan.progress?.meter
        )
      }
      let text = try input(index)
      let sample = try reading { () throws(ReadFailure) in try TextSample(text) }
      try sample.checkFormat(of: path)
      let finding = DialectSniffer(sample, known: plan.dialect(of: index)).find()
      dialects[index] = finding.dialect
      dialectNotes[index] = finding.codePageNotes(of: path, sample) + finding.notes(of: path)
    }
  }

  /// Proves that every source is there, before anything is done with one of them.
  ///
  /// A pipe is left alone: who opens it to look takes the bytes, or ends the program that writes.
  mutating func check() throws(PipelineError) {
    if plan.sources.filter({ $0 == "-" }).count > 1 {
      throw .plan("standard input can be read only once")
    }
    for path in plan.sources where !FileSource.isReadOnce(path) {
      try reading { () throws(ReadFailure) in _ = try FileSource(path: path) }
    }
    if !plan.locks.isEmpty { plan.progress?.begin("comparing", reading: plan.sources) }
    for index in plan.locks.indices {
      try textSource(index).prove()
      plan.locks[index].isProved = true
    }
  }

  /// Reads the schema and the headers, if there is a schema, and what makes records unique.
  mutating func prepare() throws(PipelineError) {
    guard plan.schema != nil || plan.deduplication != nil || !plan.rules.isEmpty else {
      return try sniff()
    }
    var text = TextPlan(sources: plan.sources.indices.map(textSource))
    text.schema = plan.schema
    text.referencedDatabase = ReferencedDatabase(
      path: plan.database,
      busyTimeout: plan.busyTimeout,
      cancellation: plan.cancellation
    )
    text.deduplication = plan.deduplication
    text.deduplication?.table = try plan.deduplication?.table.map {
      table throws(PipelineError) in try heldTable(table)
    }
    text.rules = plan.rules
    text.renamings = plan.renamings
    text.variables = plan.variables
    text.cancellation = plan.cancellation
    text.memoryBytes = plan.memoryBytes
    plan.progress?.begin("looking at", reading: plan.sources)
    // Resources of a data package are tables of their own, and an import fills one.
    if try text.parts().count > 1 {
      throw .plan(
        "the sources are of several resources of \(plan.schema ?? "the package"): import each into its own"
          + " table, or the package as a whole"
      )
    }
    let preparation = try TextPreparation(text)
    if plan.isWrittenDown, preparation.hasKeys {
      throw .plan(
        "--commit-every and --resume cannot go with unique keys of a schema, --dedupe or"
          + " --dedupe-by, which have to know all records"
      )
    }
    for (index, source) in preparation.sources.enumerated() {
      dialects[index] = source.dialect
      dialectNotes[index] = source.notes
    }
    self.preparation = preparation
  }

  /// The table whose rows hold their keys, which is the one that is loaded unless another is named.
  private func heldTable(_ table: HeldTable) throws(PipelineError) -> HeldTable {
    var table = table
    let target = plan.table ?? tableName
    let name = table.name ?? target
    table.name = name
    table.busyTimeout = plan.busyTimeout
    table.renamings = plan.renamings
    let isSame =
      table.database == plan.database
      || RealPath.of(table.database) == RealPath.of(plan.database)
    table.mayBeMissing = isSame && name.asFoldedName == target.asFoldedName
    if table.mayBeMissing, plan.existing == .replace || plan.existing == .truncate {
      throw .plan(
        "--against: the rows of \(target) go with --if-exists \(plan.existing.rawValue), and records that"
          + " they hold back would be in neither; drop one of the two"
      )
    }
    return table
  }

  /// How many duplicates differ from what is kept, so far.
  var conflictCount: Int { preparation?.conflictCount ?? 0 }

  /// The stages before the target's own types are checked by `rules`.
  func stages(for index: Int, _ rules: [TypeCheck.Rule]) throws(PipelineError) -> [any Stage] {
    guard let preparation else { return [] }
    // A number of the schema stays as it is written where the table has text.
    let texts = rules.filter { $0.type == .text }.map(\.column)
    return try preparation.stages(for: index) + [AsWritten(columns: texts)]
  }

  /// Opens the source at `index` and finds its columns.
  mutating func open(_ index: Int) throws(PipelineError) -> sending any RecordReader {
    if let preparation, FileSource.isReadOnce(plan.sources[index]) {
      return try preparation.sources[index].open()
    }
    let layout: JSONEncoding.Layout
    switch format(of: index) {
    case .csv, .tsv:
      let text = try text(index)
      let (plan, dialect) = (plan, dialect(of: index))
      return try reading { () throws(ReadFailure) -> sending any RecordReader in
        switch plan.reader {
        case .native:
          return try DelimitedReader(
            text,
            dialect: dialect,
            blockBytes: plan.blockBytes,
            limits: plan.readingLimits
          )
        case .libcsv:
          return try LibcsvReader(
            text,
            dialect: dialect,
            blockBytes: plan.blockBytes,
            limits: plan.readingLimits
          )
        }
      }
    case .json: layout = .array
    case .ndjson: layout = .lines
    }
    let columns = try columns(of: index, layout)
    return JSONReader(
      try text(index),
      layout: layout,
      columns: columns,
      keepsNulls: dialect(of: index).keepsNulls,
      blockBytes: plan.blockBytes,
      limits: plan.readingLimits
    )
  }

  private mutating func text(_ index: Int) throws(PipelineError) -> sending any ByteSource {
    let input = try input(index)
    notes[index] = input.note
    return input.source
  }

  private func input(_ index: Int) throws(PipelineError) -> sending TextInput {
    let plan = plan
    let spool = spools[index]
    let known = inputs[index]
    let encoding = encoding(of: index)
    return try reading { () throws(ReadFailure) in
      if let spool {
        return try decode(spool.open(), encoding: encoding, badBytes: plan.badBytes)
      }
      if let known {
        return try decode(
          lookThrough(known.open()),
          encoding: encoding,
          badBytes: plan.badBytes
        )
      }
      return try openText(
        path: plan.sources[index],
        encoding: encoding,
        badBytes: plan.badBytes,
        alarm: plan.cancellation?.alarm,
        meter: plan.progress?.meter
      )
    }
  }

  /// Keeps the bytes of the source at `index` if it can be read only once.
  private mutating func keepForTwice(_ index: Int) throws(PipelineError) {
    let path = plan.sources[index]
    guard spools[index] == nil, FileSource.isReadOnce(path) else { return }
    let (alarm, meter) = (plan.cancellation?.alarm, plan.progress?.meter)
    let known = inputs[index]
    spools[index] = try reading { () throws(ReadFailure) in
      guard let known else {
        return try Spool(openSource(path: path, alarm: alarm, meter: meter))
      }
      return try Spool(lookThrough(known.open()))
    }
  }

  /// The keys of all records, for which a source is read once before it is loaded.
  private mutating func columns(
    of index: Int,
    _ layout: JSONEncoding.Layout
  ) throws(PipelineError) -> JSONColumns {
    let dialect = dialect(of: index)
    if !dialect.columns.isEmpty {
      return JSONColumns(dialect.columns, allowsBlankName: dialect.allowsBlankName)
    }
    if let found = columns[index] { return found }
    try keepForTwice(index)
    let text = try text(index)
    let plan = plan
    let found = try reading { () throws(ReadFailure) in
      try JSONColumns.find(
        in: text,
        layout: layout,
        hasHeader: dialect.hasHeader,
        allowsBlankName: dialect.allowsBlankName,
        blockBytes: plan.blockBytes,
        limits: plan.readingLimits
      )
    }
    columns[index] = found
    return found
  }

  /// Looks through all sources for the table that holds them.
  mutating func creation(
    of name: String,
    in database: Database
  ) throws(PipelineError) -> TableCreation {
    if let preparation, let schema = preparation.document?.schema, !plan.isAllText {
      let header = preparation.headers[0]
      var creation = described(header.columns, as: name) { column in
        schema.field(named: column).map { SchemaTable.declaration(of: $0, in: schema, plan) }
          ?? "TEXT"
      }
      creation.constraints = SchemaTable.constraints(of: schema, in: creation.columns, plan)
      try creation.check(in: database, source: header.path, line: header.line)
      return creation
    }
    plan.progress?.begin("looking at", reading: plan.sources)
    for index in plan.sources.indices { try keepForTwice(index) }
    let first = try open(0)
    var names = first.columns
    // Records of JSON need not have the same keys, and those of two files as little.
    for index in plan.sources.indices.dropFirst() where isJSON(index) {
      names += try open(index).columns.filter { names.index(ofColumn: $0) == nil }
    }
    try described(names, as: name) { _ in "TEXT" }
      .check(in: database, source: first.path, line: first.headerLine)
    var inference = TypeInference()
    for lock in plan.locks { inference.hold(to: lock) }
    if !plan.isAllText {
      for index in plan.sources.indices {
        let reader = try open(index)
        try inference.look(at: reader, until: plan.cancellation)
      }
    }
    inferredColumns = plan.isAllText ? [] : names.map { inference[$0] }
    return described(names, as: name) { column in
      plan.isAllText ? "TEXT" : inference[column].declaredType
    }
  }

  private func isJSON(_ index: Int) -> Bool {
    [.json, .ndjson].contains(format(of: index))
  }

  private func described(
    _ names: [String],
    as name: String,
    type: (String) -> String
  ) -> TableCreation {
    var columns: [(name: String, declaredType: String)] = []
    let selection = plan.selection.map { Set($0.map { names.index(ofColumn: $0) }) }
    for (index, column) in names.enumerated() {
      let renamed = plan.renamings.last { names.index(ofColumn: $0.old) == index }?.new ?? column
      guard selection?.contains(index) ?? true else { continue }
      columns.append((renamed, type(column)))
    }
    for (column, _) in plan.defaults + plan.expressions
    where !columns.contains(where: { $0.name.asFoldedName == column.asFoldedName }) {
      columns.append((column, ""))
    }
    return TableCreation(name: name, columns: columns)
  }
}

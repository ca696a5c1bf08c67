internal import FurrowCore
internal import FurrowFormats
internal import FurrowSQLite

/// Opens the sources of an import, and knows what a table made from them looks like.
struct SourceOpening {
  private let plan: ImportPlan

  init(_ plan: ImportPlan) {
    self.plan = plan
  }

  /// The name that the first source gives a table: its file name up to the first dot.
  var tableName: String {
    let base = plan.sources.first?.split(separator: "/").last ?? ""
    let stem = base.prefix { $0 != "." }
    return stem.isEmpty || stem == "-" ? "records" : String(stem)
  }

  /// Proves that every source is there, before anything is done with one of them.
  func check() throws(PipelineError) {
    if plan.sources.filter({ $0 == "-" }).count > 1 {
      throw .plan("standard input can be read only once")
    }
    for path in plan.sources where path != "-" {
      try reading { () throws(ReadFailure) in _ = try FileSource(path: path) }
    }
  }

  /// Opens the source at `index` and reads its header.
  func open(_ index: Int) throws(PipelineError) -> sending any RecordReader {
    try reading { () throws(ReadFailure) -> sending any RecordReader in
      let source = try openSource(path: plan.sources[index])
      switch plan.reader {
      case .native:
        return try DelimitedReader(
          source,
          dialect: plan.dialect,
          blockBytes: plan.blockBytes,
          limits: plan.readingLimits
        )
      case .libcsv:
        return try LibcsvReader(
          source,
          dialect: plan.dialect,
          blockBytes: plan.blockBytes,
          limits: plan.readingLimits
        )
      }
    }
  }

  /// Looks through all sources for the table that holds them.
  func creation(of name: String, in database: Database) throws(PipelineError) -> TableCreation {
    guard plan.isAllText || !plan.sources.contains("-") else {
      throw .plan(
        "the table \(name) is not there, and its types cannot be found from standard input, which is"
          + " read only once; make the table first, or give --text"
      )
    }
    if plan.sources.first == "-" {
      throw .plan("make the table \(name) first to load standard input")
    }
    let first = try open(0)
    try described(first, as: name) { _ in "TEXT" }
      .check(in: database, source: first.path, line: first.headerLine)
    var inference = TypeInference()
    if !plan.isAllText {
      for index in plan.sources.indices {
        let reader = try open(index)
        try reading { () throws(ReadFailure) in try inference.look(at: reader) }
      }
    }
    return described(first, as: name) { column in
      plan.isAllText ? "TEXT" : inference.declaredType(of: column)
    }
  }

  private func described(
    _ reader: any RecordReader,
    as name: String,
    type: (String) -> String
  ) -> TableCreation {
    var columns: [(name: String, declaredType: String)] = []
    for column in reader.columns {
      let renamed = plan.renamings.last { $0.old == column }?.new ?? column
      guard plan.selection?.contains(column) ?? true else { continue }
      columns.append((renamed, type(column)))
    }
    for (column, _) in plan.defaults + plan.expressions
    where !columns.contains(where: { $0.name.lowercased() == column.lowercased() }) {
      columns.append((column, ""))
    }
    return TableCreation(name: name, columns: columns)
  }
}

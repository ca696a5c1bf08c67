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
  ///
  /// A pipe is left alone: who opens it to look takes the bytes, or ends the program that writes.
  func check() throws(PipelineError) {
    if plan.sources.filter({ $0 == "-" }).count > 1 {
      throw .plan("standard input can be read only once")
    }
    for path in plan.sources where !FileSource.isReadOnce(path) {
      try reading { () throws(ReadFailure) in _ = try FileSource(path: path) }
    }
  }

  /// Opens the source at `index` and reads its header.
  func open(_ index: Int) throws(PipelineError) -> sending any RecordReader {
    try reading { () throws(ReadFailure) -> sending any RecordReader in
      let source = try openSource(path: plan.sources[index], alarm: plan.cancellation?.alarm)
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
    let once = plan.sources.enumerated().first { index, path in
      FileSource.isReadOnce(path) && (index == 0 || !plan.isAllText)
    }
    if let (index, path) = once.map({ ($0.offset, $0.element) }) {
      let place = path == "-" ? "standard input" : path
      throw .plan(
        "the table \(name) is not there, and cannot be made from \(place), which can be read only"
          + " once; make the table first\(index > 0 ? ", or give --text" : "")"
      )
    }
    let first = try open(0)
    try described(first, as: name) { _ in "TEXT" }
      .check(in: database, source: first.path, line: first.headerLine)
    var inference = TypeInference()
    if !plan.isAllText {
      for index in plan.sources.indices {
        let reader = try open(index)
        try inference.look(at: reader, until: plan.cancellation)
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
    let selection = plan.selection.map { Set($0.map { reader.index(ofColumn: $0) }) }
    for (index, column) in reader.columns.enumerated() {
      let renamed =
        plan.renamings.last { reader.index(ofColumn: $0.old) == index }?.new ?? column
      guard selection?.contains(index) ?? true else { continue }
      columns.append((renamed, type(column)))
    }
    for (column, _) in plan.defaults + plan.expressions
    where !columns.contains(where: { $0.name.lowercased() == column.lowercased() }) {
      columns.append((column, ""))
    }
    return TableCreation(name: name, columns: columns)
  }
}

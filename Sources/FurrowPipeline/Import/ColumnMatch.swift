internal import FurrowCore
internal import FurrowFormats
internal import FurrowSQLite

/// A source's columns beside a target's: what goes where, by name, and what each value has to be.
struct ColumnMatch {
  /// What is inserted.
  var plan: InsertPlan
  /// What the fields have to be.
  private(set) var rules: [TypeCheck.Rule] = []
  /// What the user should know.
  private(set) var warnings: [String] = []

  /// Matches the columns of `reader` with those of `target`.
  ///
  /// - Throws: ``PipelineError`` when a name is on one side only, twice, or a value is missing.
  init(
    _ reader: any RecordReader,
    with target: Target,
    by wishes: ImportPlan
  )
    throws(PipelineError)
  {
    let source = reader.path
    var names = reader.columns
    for (old, new) in wishes.renamings {
      guard let index = reader.columns.index(ofColumn: old) else {
        throw Self.unknown(
          old,
          asked: "--rename",
          of: reader.columns,
          where: "\(source) has no column"
        )
      }
      names[index] = new
    }
    let selected = try wishes.selection.map { names throws(PipelineError) in
      try Self.indices(of: names, in: reader)
    }
    plan = InsertPlan(table: target.table.name, batchColumns: [], assignments: [])
    var taken: [[UInt8]: String] = [:]
    for (index, name) in names.enumerated() {
      let isSelected = selected?.contains(index) ?? true
      let column = target.column(named: name)
      // A column that is left out may have the name that one which is not was given.
      let isShadowed = !isSelected && names.count { $0.asFoldedName == name.asFoldedName } > 1
      let batchColumn = InsertPlan.BatchColumn(
        index,
        name: isShadowed ? "column \(index + 1)" : name,
        declaredType: column?.affinity ?? ""
      )
      if wishes.mentions(name) { plan.batchColumns.append(batchColumn) }
      guard isSelected else {
        if let column, wishes.mentions(name) {
          rules.append(TypeCheck.Rule(column: index, type: column.type))
        }
        continue
      }
      guard let column else {
        if wishes.mentions(name) { continue }
        throw Self.unknown(
          name,
          line: reader.headerLine,
          column: index + 1,
          in: source,
          target: target
        )
      }
      if wishes.expressions.contains(where: { $0.column.asFoldedName == column.name.asFoldedName })
      {
        continue
      }
      if column.isGenerated {
        warnings.append("\(source): column \"\(name)\" is computed by the table, and passed over")
        continue
      }
      if let other = taken[Array(column.name.utf8)] {
        throw .plan(
          "\(source): the columns \"\(other)\" and \"\(name)\" both mean \"\(column.name)\" of"
            + " \(target.table.name); name one of them otherwise with --rename"
        )
      }
      taken[Array(column.name.utf8)] = name
      if !wishes.mentions(name) { plan.batchColumns.append(batchColumn) }
      plan.assignments.append(InsertPlan.Assignment(column: column.name, source: .field(index)))
      rules.append(
        TypeCheck.Rule(column: index, type: column.type, isPrimaryKey: column.isPrimaryKey)
      )
    }
    // A table needs a column, even where every value comes from elsewhere.
    if plan.batchColumns.isEmpty, let name = names.first {
      plan.batchColumns.append(InsertPlan.BatchColumn(0, name: name, declaredType: ""))
    }
    try add(wishes.expressions, to: target)
    try add(wishes.defaults, to: target)
    plan.filter = wishes.filter
    plan.variables = wishes.variables
    plan.conflict = wishes.conflict
    try checkKey(of: target, source: source)
    try checkNeeds(of: target, source: source)
  }

  private mutating func add(
    _ expressions: [(column: String, sql: String)],
    to target: Target
  ) throws(PipelineError) {
    for (name, sql) in expressions {
      let column = try Self.settable(name, of: target, asked: "--set")
      plan.assignments.append(
        InsertPlan.Assignment(column: column.name, source: .expression(sql))
      )
    }
  }

  private mutating func add(
    _ defaults: [(column: String, value: String)],
    to target: Target
  ) throws(PipelineError) {
    for (name, text) in defaults {
      let column = try Self.settable(name, of: target, asked: "--default")
      if plan.assignments.contains(where: { $0.column.isSpelled(column.name) }) { continue }
      guard let value = column.type.value(text) else {
        throw .plan(
          "--default \(name)=\(text): expected \(column.type.name), as the column is declared"
            + " \(column.declaredType)"
        )
      }
      plan.assignments.append(
        InsertPlan.Assignment(column: column.name, source: .constant(plan.nextParameter, value))
      )
    }
  }

  /// Every column of the key has to be a column of the target that gets a value.
  private func checkKey(of target: Target, source: String) throws(PipelineError) {
    for name in plan.conflict.key {
      let column = try Self.settable(name, of: target, asked: "--key")
      guard plan.assignments.contains(where: { $0.column.isSpelled(column.name) }) else {
        throw .plan("--key: \(source) gives no value for \"\(column.name)\"")
      }
    }
  }

  /// Every row would fail for the same reason, so it is said once.
  private func checkNeeds(of target: Target, source: String) throws(PipelineError) {
    let given = Set(plan.assignments.map { Array($0.column.utf8) })
    let missing = target.columns.filter { $0.isNeeded && !given.contains(Array($0.name.utf8)) }
    if let first = missing.first {
      throw .plan(
        "\(source): no value for \"\(first.name)\" of \(target.table.name), which is NOT NULL and has"
          + " no default; give one with --default \(first.name)=VALUE"
      )
    }
    if plan.assignments.isEmpty {
      throw .plan("\(source): no column is left to load into \(target.table.name)")
    }
  }

  private static func indices(
    of names: [String],
    in reader: any RecordReader
  )
    throws(PipelineError) -> Set<Int>
  {
    var result: Set<Int> = []
    for name in names {
      guard let index = reader.columns.index(ofColumn: name) else {
        throw unknown(
          name,
          asked: "--select",
          of: reader.columns,
          where: "\(reader.path) has no column"
        )
      }
      result.insert(index)
    }
    return result
  }

  private static func settable(
    _ name: String,
    of target: Target,
    asked option: String
  )
    throws(PipelineError) -> Target.Column
  {
    guard let column = target.column(named: name) else {
      throw unknown(
        name,
        asked: option,
        of: target.columns.map(\.name),
        where: "\(target.table.name) has no column"
      )
    }
    if column.isGenerated {
      throw .plan("\(option) \(name): the table computes that column itself")
    }
    return column
  }

  private static func unknown(
    _ name: String,
    asked option: String,
    of names: [String],
    where place: String
  ) -> PipelineError {
    .plan("\(option): \(place) \"\(name)\"\(Spelling.hint(for: name, among: names))")
  }

  private static func unknown(
    _ name: String,
    line: Int,
    column: Int,
    in source: String,
    target: Target
  ) -> PipelineError {
    .plan(
      "\(source):\(line): field \"\(name)\": column \(column) is not in the table"
        + " \(target.table.name)\(Spelling.hint(for: name, among: target.columns.map(\.name)));"
        + " name it otherwise with --rename, or leave it out with --select"
    )
  }
}

extension ImportPlan {
  /// Whether an expression may speak of the column called `name`.
  fileprivate func mentions(_ name: String) -> Bool {
    (expressions.map(\.sql) + [filter ?? ""]).mention(name)
  }
}

extension ValueType {
  /// Returns the value that `text` is, or `nil` when it is none of this type.
  fileprivate func value(_ text: String) -> Value? {
    var batch = RecordBatch(text)
    guard batch.type(0, 0, as: self) else { return nil }
    switch batch[0, 0].kind {
    case .null: return .null
    case .text: return .text(text)
    case .integer: return .integer(Int64(bitPattern: batch.values[0]))
    case .real: return .real(Double(bitPattern: batch.values[0]))
    case .blob:
      let field = batch[0, 0]
      return .blob(Array(batch.bytes[Int(field.start)..<field.end]))
    }
  }
}

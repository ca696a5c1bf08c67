internal import FurrowCore
internal import FurrowFormats
internal import FurrowSQLite

/// The SQL expressions of a run from text to text, made ready for each source.
///
/// As in an import, an expression sees the columns by their new names and with their types: those of
/// the schema, else, where a column is spoken of, the narrowest that keeps each value as it is written.
struct RecordExpressions {
  private let plan: TextPlan
  private let columns: [[InsertPlan.BatchColumn]]
  private let rules: [[TypeCheck.Rule]]
  /// The columns of each source.
  private let counts: [Int]

  /// Looks at the columns that the expressions of `plan` speak of; `nil` when there are no expressions.
  init?(
    _ plan: TextPlan,
    _ sources: [TextSource],
    _ headers: [SourceHeader],
    _ schema: Schema?
  ) throws(PipelineError) {
    guard !plan.expressions.isEmpty || plan.filter != nil else { return nil }
    self.plan = plan
    let sql = plan.expressions.map(\.sql) + [plan.filter ?? ""]
    var inference: TypeInference?
    for (source, header) in zip(sources, headers)
    where schema == nil && source.format.isDelimited
      && header.columns.contains(where: {
        sql.mention(Self.name($0, plan))
      })
    {
      var found = inference ?? TypeInference()
      if let lock = source.lock { found.hold(to: lock) }
      try found.look(at: source.open(), until: plan.cancellation)
      inference = found
    }
    var columns: [[InsertPlan.BatchColumn]] = []
    var rules: [[TypeCheck.Rule]] = []
    var counts: [Int] = []
    for (source, header) in zip(sources, headers) {
      var own: [TypeCheck.Rule] = []
      var spoken: [InsertPlan.BatchColumn] = []
      for (index, old) in header.columns.enumerated() {
        let name = Self.name(old, plan)
        // A table needs a column, even where the expressions speak of none.
        guard sql.mention(name) || index == 0 else { continue }
        var type = ""
        if let schema {
          type = Self.declaredType(of: schema.field(named: old))
        } else if source.format.isDelimited {
          type = inference.map { $0[old].declaredType } ?? "TEXT"
          own.append(TypeCheck.Rule(column: index, type: Self.type(of: type)))
        }
        spoken.append(InsertPlan.BatchColumn(index, name: name, declaredType: type))
      }
      columns.append(spoken)
      counts.append(header.columns.count)
      rules.append(own)
    }
    self.columns = columns
    self.rules = rules
    self.counts = counts
  }

  /// Whether sources have to be read before the run.
  static func rereads(_ plan: TextPlan) -> Bool {
    (!plan.expressions.isEmpty || plan.filter != nil) && plan.schema == nil
  }

  /// The stages for the source at `index`.
  func stages(for index: Int) throws(PipelineError) -> [any Stage] {
    let (columns, plan) = (columns[index], plan)
    let expressions = try database { () throws(SQLiteError) in
      try BatchExpressions(
        columns: columns,
        expressions: plan.expressions.map(\.sql),
        filter: plan.filter,
        variables: plan.variables
      )
    }
    let typed = rules[index].map(\.column)
    return [TypeCheck(rules[index]), ExpressionStage(expressions), AsWritten(columns: typed)]
  }

  /// Puts the columns that the expressions make in place of those they name, or behind the others.
  func place(_ selections: inout [[Int]?], _ names: inout [String]) {
    for (number, (column, _)) in plan.expressions.enumerated() {
      let place = names.index(ofColumn: column)
      for index in selections.indices {
        let count = counts[index]
        var selection = selections[index] ?? Array(0..<count)
        if let place { selection[place] = count + number } else { selection.append(count + number) }
        selections[index] = selection
      }
      if place == nil { names.append(column) }
    }
  }

  private static func name(_ old: String, _ plan: TextPlan) -> String {
    plan.renamings.last { $0.old == old }?.new ?? old
  }

  private static func declaredType(of field: SchemaField?) -> String {
    switch field?.type {
    case .integer, .boolean: "INTEGER"
    case .number: "REAL"
    case .any, nil: ""
    default: "TEXT"
    }
  }

  private static func type(of declared: String) -> ValueType {
    switch declared {
    case "INTEGER": .integer
    case "REAL": .real
    default: .text
    }
  }
}

/// Computes expressions and filters records.
///
/// `@unchecked Sendable`, since 1. a stage is used on one thread at a time, and nobody else has the
/// database in memory.
private struct ExpressionStage: Stage, @unchecked Sendable {
  let name = "compute"
  private let expressions: BatchExpressions

  init(_ expressions: BatchExpressions) {
    self.expressions = expressions
  }

  func process(_ batch: inout RecordBatch) throws(PipelineError) {
    do throws(SQLiteError) {
      try expressions.evaluate(&batch)
    } catch {
      throw .database(error)
    }
  }
}

extension [String] {
  /// Whether one of these texts of SQL may speak of the column called `name`: it stands there as a
  /// whole word.
  func mention(_ name: String) -> Bool {
    // In SQL a quote in a name is doubled, so it is not looked for.
    if name.contains("\"") || name.contains("`") { return contains { !$0.isEmpty } }
    let name = name.lowercased()
    return contains { sql in
      let sql = sql.lowercased()
      return sql.ranges(of: name).contains { range in
        let before = sql[..<range.lowerBound].last
        let after = sql[range.upperBound...].first
        return ![before, after].contains {
          $0.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
        }
      }
    }
  }
}

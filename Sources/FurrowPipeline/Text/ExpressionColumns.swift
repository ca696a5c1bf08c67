internal import FurrowCore
internal import FurrowFormats
internal import FurrowSQLite

/// The columns that the SQL of a run speaks of, as it sees them, for each source.
///
/// As in an import, an expression sees the columns by their new names and with their types: those of
/// the schema, else, where a column is spoken of, the narrowest that keeps each value as it is written.
struct ExpressionColumns {
  /// The columns of each source that are spoken of.
  let columns: [[InsertPlan.BatchColumn]]
  /// What makes values of their text.
  let types: [[TypeCheck.Rule]]
  /// All columns of each source.
  let counts: [Int]

  /// Looks at the columns that the SQL of `plan` speaks of; `nil` when there is none.
  init?(
    _ plan: TextPlan,
    _ sources: [TextSource],
    _ headers: [SourceHeader],
    _ schema: Schema?
  ) throws(PipelineError) {
    let sql =
      plan.expressions.map(\.sql) + (plan.filter.map { [$0] } ?? []) + plan.rules.map(\.condition)
    guard !sql.isEmpty else { return nil }
    if !plan.rules.isEmpty {
      // What is wrong with a rule is told before all records are read for their types.
      for header in headers {
        let all = header.columns.enumerated().compactMap { index, old -> InsertPlan.BatchColumn? in
          let name = Self.name(old, plan)
          guard index == 0 || sql.mention(name) else { return nil }
          return InsertPlan.BatchColumn(index, name: name, declaredType: "")
        }
        _ = try RuleCheck(plan.rules, all, [], plan.variables, among: header.columns)
      }
    }
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
    var types: [[TypeCheck.Rule]] = []
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
      types.append(own)
    }
    self.columns = columns
    self.types = types
    counts = headers.map(\.columns.count)
  }

  /// Whether sources have to be read before the run.
  static func rereads(_ plan: TextPlan) -> Bool {
    (!plan.expressions.isEmpty || plan.filter != nil || !plan.rules.isEmpty) && plan.schema == nil
  }

  private static func name(_ old: String, _ plan: TextPlan) -> String {
    let exact = plan.renamings.last { $0.old == old }
    return (exact ?? plan.renamings.last { $0.old.lowercased() == old.lowercased() })?.new ?? old
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

internal import FurrowCore
internal import FurrowFormats
internal import FurrowSQLite

/// The SQL expressions of a run from text to text, made ready for each source.
struct RecordExpressions {
  private let plan: TextPlan
  private let spoken: ExpressionColumns

  /// The expressions of `plan` over the columns that they speak of; `nil` when there are none.
  init?(_ plan: TextPlan, _ spoken: ExpressionColumns?) {
    guard let spoken, !plan.expressions.isEmpty || plan.filter != nil else { return nil }
    self.plan = plan
    self.spoken = spoken
  }

  /// The stages for the source at `index`.
  func stages(for index: Int) throws(PipelineError) -> [any Stage] {
    let (columns, plan) = (spoken.columns[index], plan)
    let expressions = try database { () throws(SQLiteError) in
      try BatchExpressions(
        columns: columns,
        expressions: plan.expressions.map(\.sql),
        filter: plan.filter,
        variables: plan.variables
      )
    }
    let types = spoken.types[index]
    return [
      TypeCheck(types), ExpressionStage(expressions), AsWritten(columns: types.map(\.column)),
    ]
  }

  /// Puts the columns that the expressions make in place of those they name, or behind the others.
  func place(_ selections: inout [[Int]?], _ names: inout [String]) {
    for (number, (column, _)) in plan.expressions.enumerated() {
      let place = names.index(ofColumn: column)
      for index in selections.indices {
        let count = spoken.counts[index]
        var selection = selections[index] ?? Array(0..<count)
        if let place { selection[place] = count + number } else { selection.append(count + number) }
        selections[index] = selection
      }
      if place == nil { names.append(column) }
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

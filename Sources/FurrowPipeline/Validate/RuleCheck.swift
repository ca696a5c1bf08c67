internal import FurrowCore
internal import FurrowSQLite

/// Holds records against rules in SQL.
///
/// `@unchecked Sendable`, since it is used on one thread at a time, and nobody else has the database in
/// memory.
struct RuleCheck: Stage, @unchecked Sendable {
  let name = "rules"
  private let rules: [RecordRule]
  private let conditions: BatchConditions
  /// The columns of the records by name, and those that each rule speaks of, counted from 0.
  private let names: [Int: String]
  private let spoken: [[Int]]
  /// What makes values of text before the rules are asked, where no schema has.
  private var types: TypeCheck
  private var text: AsWritten

  init(
    _ rules: [RecordRule],
    _ columns: [InsertPlan.BatchColumn],
    _ types: [TypeCheck.Rule],
    _ variables: [String: Value],
    among all: [String] = []
  ) throws(PipelineError) {
    self.rules = rules
    names = Dictionary(columns.map { ($0.index, $0.name) }) { first, _ in first }
    spoken = rules.map { rule in
      columns.filter { [rule.condition].mention($0.name) }.map(\.index)
    }
    self.types = TypeCheck(types)
    text = AsWritten(columns: types.map(\.column))
    do throws(SQLiteError) {
      conditions = try BatchConditions(
        columns: columns,
        conditions: rules.map(\.condition),
        variables: variables
      )
    } catch {
      throw .plan(Self.text(of: error, rules, all))
    }
  }

  mutating func process(_ batch: inout RecordBatch) throws(PipelineError) {
    try check(&batch, without: [])
  }

  /// Rejects the live records that break a rule; a rule is not asked of one with a field that the rule
  /// speaks of among the `faulty`, by their index in the batch, which are no values.
  mutating func check(
    _ batch: inout RecordBatch,
    without faulty: Set<Int>
  ) throws(PipelineError) {
    try types.process(&batch)
    for (index, rule) in rules.enumerated() {
      let breaches = try database { () throws(SQLiteError) in
        try conditions.breaches(of: index, in: batch)
      }
      for breach in breaches {
        let start = breach.record * batch.columnCount
        if !faulty.isEmpty, spoken[index].contains(where: { faulty.contains(start + $0) }) {
          continue
        }
        reject(breach, rule, spoken[index], in: &batch)
      }
    }
    try text.process(&batch)
  }

  private func reject(
    _ breach: BatchConditions.Breach,
    _ rule: RecordRule,
    _ columns: [Int],
    in batch: inout RecordBatch
  ) {
    let fields = columns.map { batch[breach.record, $0] }
    let values = fields.map { $0.isNull ? nil : batch.text($0) }
    let shown = zip(columns, values).prefix(4).map { column, value in
      "\(names[column] ?? "") \(value.map { Excerpt($0).description } ?? "NULL")"
    }
    var message = rule.message ?? "expected \(rule.condition)"
    if let failure = breach.failure {
      message = "the check \(rule.name) cannot be computed: \(failure)"
    } else if !shown.isEmpty {
      message += (rule.message == nil ? ", found " : ": ") + shown.joined(separator: ", ")
    }
    batch.reject(
      breach.record,
      column: columns.count == 1 ? columns.first : nil,
      .rowConstraint,
      rule: rule.name,
      value: values.count == 1 ? values[0] : nil,
      message: message
    )
  }

  /// What is wrong with a rule itself, in words.
  private static func text(
    of error: SQLiteError,
    _ rules: [RecordRule],
    _ names: [String]
  ) -> String {
    let rule = rules.first { $0.condition == error.sql }
    let missing = error.message.split(separator: ": ").last.map(String.init) ?? ""
    let isMissing = error.message.hasPrefix("no such column")
    let hint = isMissing ? Spelling.hint(for: missing, among: names) : ""
    return "--check \(Excerpt(rule?.name ?? "")): \(error.message)\(hint)"
  }
}

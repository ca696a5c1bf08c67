public import FurrowCore

/// Makes each field a value of its column's type, or rejects the record with every fault it has.
public struct TypeCheck: Stage {
  /// What the values of one column have to be.
  public struct Rule: Sendable, Equatable {
    /// The batch's column, counted from 0.
    public var column: Int
    /// The type.
    public var type: ValueType
    /// Whether the column is part of a primary key, so that NULL is no value of it.
    public var isPrimaryKey: Bool

    /// Makes a rule.
    public init(column: Int, type: ValueType, isPrimaryKey: Bool = false) {
      self.column = column
      self.type = type
      self.isPrimaryKey = isPrimaryKey
    }
  }

  /// The stage's name in a report.
  public let name = "check"
  private let rules: [Rule]
  /// Those that matter where every field is text.
  private let rulesOfText: [Rule]

  /// Makes a stage that keeps `rules`.
  public init(_ rules: [Rule]) {
    self.rules = rules.filter { $0.type != .any || $0.isPrimaryKey }
    rulesOfText = self.rules.filter { $0.type != .text || $0.isPrimaryKey }
  }

  /// Types the live records' fields.
  public func process(_ batch: inout RecordBatch) throws(PipelineError) {
    let rules = batch.isTyped ? rules : rulesOfText
    guard !rules.isEmpty else { return }
    batch.reserveValues()
    for index in batch.live.indices {
      let record = Int(batch.live[index])
      for rule in rules {
        if rule.isPrimaryKey, batch[record, rule.column].isNull {
          batch.reject(
            record,
            column: rule.column,
            .primaryKeyError,
            rule: "required",
            message: "expected a primary key, found NULL"
          )
        } else if !batch.type(record, rule.column, as: rule.type) {
          let field = batch[record, rule.column]
          let value = batch.text(field)
          batch.reject(
            record,
            column: rule.column,
            offset: Int(field.start),
            .typeError,
            rule: "type",
            value: value,
            message: "expected \(rule.type.name), found \(Excerpt(value))"
          )
        }
      }
    }
  }
}

internal import FurrowCore

/// One column's part of a schema, made ready for whole batches.
struct ColumnCheck: Sendable {
  /// The batch's column, counted from 0.
  let column: Int
  let field: SchemaField
  /// Whether the column is part of the primary key, so that NULL is no value of it.
  let isPrimaryKey: Bool

  /// Texts besides the empty one that stand for NULL.
  private let tokens: ChoiceSet?
  private let nulls: RecordBatch.NullRule
  private let unmarksEmpty: Bool
  private let judge: Judge
  let pattern: Pattern?

  /// How sound values are told from others.
  private enum Judge: Sendable {
    case integers(Int64, Int64)
    case numbers(Double, Double)
    case booleans
    case dates(Int64, Int64)
    case texts(ClosedRange<Int>, ChoiceSet?, FieldType.StringFormat)
    case anything
    case values
  }

  /// Makes the check of `field`, which stands in `column`.
  ///
  /// `isText` says that the source has no other values than texts, so that an empty one can be told
  /// from NULL by the schema alone.
  init(
    _ field: SchemaField,
    column: Int,
    isPrimaryKey: Bool,
    isText: Bool,
    path: JSONPath
  ) throws(DocumentError) {
    self.column = column
    self.field = field
    self.isPrimaryKey = isPrimaryKey
    let others = field.missingValues.filter { !$0.isEmpty }
    tokens = others.isEmpty ? nil : ChoiceSet(others)
    let emptyIsNull = field.missingValues.contains("")
    nulls = RecordBatch.NullRule(
      isRequired: isPrimaryKey || field.constraints.isRequired,
      emptyIsNull: emptyIsNull && isText
    )
    unmarksEmpty = !emptyIsNull && isText
    judge = Self.judge(field)
    pattern = try field.constraints.pattern.map { text throws(DocumentError) in
      try Pattern(text, at: path.key("constraints").key("pattern"))
    }
  }

  private static func judge(_ field: SchemaField) -> Judge {
    let rules = field.constraints
    switch field.type {
    case .integer(let form) where form.isDefault && rules.choices.isEmpty:
      let range = rules.integerRange
      return .integers(range.0, range.1)
    case .number(let form) where form.isDefault && rules.choices.isEmpty:
      let range = rules.numberRange
      return .numbers(range.0, range.1)
    case .boolean(FieldType.trueValues, FieldType.falseValues) where rules.choices.isEmpty:
      return .booleans
    case .date(.default) where rules.choices.isEmpty:
      let range = rules.dayRange
      return .dates(range.0, range.1)
    case .string(let format): return .texts(rules.length, rules.choiceSet, format)
    case .any where rules.choices.isEmpty && rules.length == 0...Int.max: return .anything
    default: return .values
    }
  }

  /// Types the live records' fields and adds those that need a closer look to `suspects`.
  func check(_ batch: inout RecordBatch, _ suspects: inout [UInt32]) {
    if unmarksEmpty { batch.unmarkEmpty(column) }
    if let tokens { batch.markMissing(column, tokens) }
    switch judge {
    case .integers(let lower, let upper):
      batch.judgeIntegers(column, lower, upper, nulls, &suspects)
    case .numbers(let lower, let upper):
      batch.judgeNumbers(column, lower, upper, nulls, &suspects)
    case .booleans: batch.judgeBooleans(column, nulls, &suspects)
    case .dates(let lower, let upper): batch.judgeDates(column, lower, upper, nulls, &suspects)
    case .texts(let length, let choices, let format):
      batch.judgeTexts(column, length, choices, format, nulls, &suspects)
    case .anything: batch.judgeAnything(column, nulls, &suspects)
    case .values:
      batch.judgeValues(column, field.type, nulls, &suspects) { value in
        field.constraints.faults(of: value).isEmpty
      }
    }
    if let pattern { match(pattern, batch, &suspects) }
  }

  private func match(
    _ pattern: Pattern,
    _ batch: borrowing RecordBatch,
    _ suspects: inout [UInt32]
  ) {
    let known = suspects.count
    PatternColumn.suspects(of: pattern, in: batch, column: column, &suspects)
    guard known > 0, suspects.count > known else { return }
    // Some were suspected before; each is looked at once.
    let earlier = Set(suspects[..<known])
    suspects = suspects[..<known] + suspects[known...].filter { !earlier.contains($0) }
  }
}

extension Constraints {
  /// The lengths that there may be.
  var length: ClosedRange<Int> {
    let lower = minimumLength ?? 0
    let upper = maximumLength ?? .max
    // Where no length will do, each value is looked at closely: none is that long.
    return lower <= upper ? lower...upper : Int.max...Int.max
  }

  /// The choices as texts; `nil` for any.
  fileprivate var choiceSet: ChoiceSet? {
    choices.isEmpty ? nil : ChoiceSet(choices.map(\.text))
  }

  /// The whole numbers that are within for sure.
  fileprivate var integerRange: (Int64, Int64) {
    let bounds = (
      minimum.map { Self.nearest($0, isMinimum: true) } ?? .min,
      maximum.map { Self.nearest($0, isMinimum: false) } ?? .max
    )
    guard let lower = bounds.0, let upper = bounds.1 else { return (1, 0) }
    return (lower, upper)
  }

  /// The last whole number within `bound`; `nil` where it leaves none.
  private static func nearest(_ bound: Bound, isMinimum: Bool) -> Int64? {
    guard case .integer(let value) = bound.value else {
      // Beyond all of them, on one side or the other.
      let isBelow = bound.value.isLess(than: .integer(0)) == true
      return isBelow == isMinimum ? isMinimum ? .min : .max : nil
    }
    guard bound.isExclusive else { return value }
    let next = value.addingReportingOverflow(isMinimum ? 1 : -1)
    return next.overflow ? nil : next.partialValue
  }

  /// The numbers that are within for sure; at an end of the range the digits count.
  fileprivate var numberRange: (Double, Double) {
    (
      minimum.map { Self.number($0, next: \.nextUp) } ?? -.infinity,
      maximum.map { Self.number($0, next: \.nextDown) } ?? .infinity
    )
  }

  private static func number(_ bound: Bound, next: (Double) -> Double) -> Double {
    switch bound.value {
    case .number(let value): bound.isExclusive ? next(value) : value
    case .integer(let value):
      bound.isExclusive || value.magnitude > 1 << 53 ? next(Double(value)) : Double(value)
    case .decimal(let text): next(Double(text) ?? .nan)
    default: .nan
    }
  }

  /// The days that are within for sure.
  fileprivate var dayRange: (Int64, Int64) {
    var range = (Int64.min, Int64.max)
    if let minimum {
      guard case .instant(let value) = minimum.value else { return (1, 0) }
      range.0 = value.day + (minimum.isExclusive ? 1 : 0)
    }
    if let maximum {
      guard case .instant(let value) = maximum.value else { return (1, 0) }
      range.1 = value.day - (maximum.isExclusive ? 1 : 0)
    }
    return range
  }
}

internal import FurrowCore

/// A constraint that a value breaks: its name in the schema, and what is expected.
struct ConstraintFault: Equatable {
  var rule: String
  var expected: String
  /// What was found, where it is not the value itself.
  var found: String?
}

extension Constraints {
  /// The constraints that `value` breaks, but for the pattern.
  func faults(of value: LogicalValue) -> [ConstraintFault] {
    var faults: [ConstraintFault] = []
    if let minimum, !isWithin(value, minimum, isMinimum: true) {
      faults.append(
        ConstraintFault(
          rule: minimum.isExclusive ? "exclusiveMinimum" : "minimum",
          expected: minimum.isExclusive ? "more than \(minimum.text)" : "at least \(minimum.text)"
        )
      )
    }
    if let maximum, !isWithin(value, maximum, isMinimum: false) {
      faults.append(
        ConstraintFault(
          rule: maximum.isExclusive ? "exclusiveMaximum" : "maximum",
          expected: maximum.isExclusive ? "less than \(maximum.text)" : "at most \(maximum.text)"
        )
      )
    }
    if let length = value.length { faults += lengthFaults(length.count, length.unit) }
    if !choices.isEmpty, !choices.contains(where: { $0.value.isSame(as: value) }) {
      let shown = choices.prefix(8).map(\.text).joined(separator: ", ")
      let rest = choices.count > 8 ? " or \(choices.count - 8) others" : ""
      faults.append(ConstraintFault(rule: choicesRule, expected: "one of \(shown)\(rest)"))
    }
    if let jsonSchema, case .json(let json) = value, !jsonSchema.accepts(json) {
      faults.append(
        ConstraintFault(rule: "jsonSchema", expected: "a value that fits the jsonSchema")
      )
    }
    return faults
  }

  private func isWithin(_ value: LogicalValue, _ bound: Bound, isMinimum: Bool) -> Bool {
    if value.isSame(as: bound.value) { return !bound.isExclusive }
    // What has no order with the bound, such as NaN, is not within.
    return (isMinimum ? bound.value.isLess(than: value) : value.isLess(than: bound.value)) ?? false
  }

  private func lengthFaults(_ count: Int, _ unit: String) -> [ConstraintFault] {
    var faults: [ConstraintFault] = []
    if let minimumLength, count < minimumLength {
      faults.append(
        ConstraintFault(
          rule: "minLength",
          expected: "at least \(minimumLength) \(unit)",
          found: "\(count)"
        )
      )
    }
    if let maximumLength, count > maximumLength {
      faults.append(
        ConstraintFault(
          rule: "maxLength",
          expected: "at most \(maximumLength) \(unit)",
          found: "\(count)"
        )
      )
    }
    return faults
  }
}

extension LogicalValue {
  /// How long the value is, and in what.
  fileprivate var length: (count: Int, unit: String)? {
    switch self {
    case .text(let text): (text.unicodeScalars.count, "characters")
    case .list(let items): (items.count, "items")
    case .json(.array(let items)): (items.count, "items")
    case .json(.object(let members)): (members.count, "keys")
    default: nil
    }
  }
}

package import Furrow

extension ValueParser {
  /// A number of records, `10000`, or a time, `200ms`.
  package static func commitRule(_ placeholder: String) -> Self
  where Value == ImportPlan.CommitRule {
    let durations = ValueParser<Duration>.duration(placeholder)
    return Self(placeholder) { text throws(ValueFault) in
      if let records = WholeNumber.read(text, in: 1...Int.max) { return .records(records) }
      if let interval = try? durations.parse(text), interval > .zero { return .interval(interval) }
      throw ValueFault(expected: "a number of records or a time such as 200ms", found: text)
    }
  }
}

/// Whole numbers as they are typed: ASCII digits with an optional sign.
enum WholeNumber {
  /// The number of `text`; `nil` when it is none, or none within `range`.
  static func read(_ text: some StringProtocol, in range: ClosedRange<Int>) -> Int? {
    guard let number = Int(text), range.contains(number) else { return nil }
    return number
  }

  /// How a number of `range` is asked for.
  static func description(of range: ClosedRange<Int>) -> String {
    range.upperBound == Int.max
      ? "a whole number, \(range.lowerBound) or more"
      : "a whole number from \(range.lowerBound) to \(range.upperBound)"
  }
}

extension ValueParser where Value == Int {
  /// A whole number within `range`.
  package static func wholeNumber(_ placeholder: String, in range: ClosedRange<Int>) -> Self {
    Self(placeholder, kind: .wholeNumber) { text throws(ValueFault) in
      guard let number = WholeNumber.read(text, in: range) else {
        throw ValueFault(expected: WholeNumber.description(of: range), found: text)
      }
      return number
    }
  }
}

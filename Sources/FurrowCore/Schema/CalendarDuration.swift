/// A length of time as XML Schema has it: months and seconds, which no fixed factor joins.
///
/// <https://www.w3.org/TR/xmlschema-2/#duration>
public struct CalendarDuration: Sendable, Equatable {
  /// Whole months, years included.
  public var months: Int64
  /// Whole seconds, days included.
  public var seconds: Int64
  /// The rest, towards zero.
  public var nanoseconds: Int64

  /// Reads `PnYnMnDTnHnMnS`; each part may be missing, but not all of them.
  public init?(_ text: Span<UInt8>) {
    var reader = TextScanner(text)
    let isNegative = reader.take(ASCII.minus)
    guard reader.take(UInt8(ascii: "P")) else { return nil }
    (months, seconds, nanoseconds) = (0, 0, 0)
    var isInTime = false
    var hasPart = false
    var units = Self.dateUnits
    while !reader.isAtEnd {
      if !isInTime, reader.take(UInt8(ascii: "T")) {
        isInTime = true
        units = Self.timeUnits
        guard !reader.isAtEnd else { return nil }
        continue
      }
      guard let count = reader.digits(1...17) else { return nil }
      var fraction: Int64 = 0
      var hasFraction = false
      if isInTime, reader.take(ASCII.period) {
        guard let found = reader.fraction() else { return nil }
        (fraction, hasFraction) = (found, true)
      }
      guard let unit = reader.next(),
        let index = units.firstIndex(where: { $0.letter == unit }),
        !hasFraction || unit == UInt8(ascii: "S")
      else { return nil }
      let (product, overflows) = Int64(count).multipliedReportingOverflow(by: units[index].factor)
      guard !overflows, product < 1 << 60 else { return nil }
      if units[index].isMonths { months += product } else { seconds += product }
      nanoseconds += fraction
      units = units[(index + 1)...]
      hasPart = true
    }
    guard hasPart else { return nil }
    if isNegative { (months, seconds, nanoseconds) = (-months, -seconds, -nanoseconds) }
  }

  private typealias Unit = (letter: UInt8, factor: Int64, isMonths: Bool)

  private static let dateUnits: ArraySlice<Unit> = [
    (UInt8(ascii: "Y"), 12, true), (UInt8(ascii: "M"), 1, true), (UInt8(ascii: "D"), 86_400, false),
  ]
  private static let timeUnits: ArraySlice<Unit> = [
    (UInt8(ascii: "H"), 3600, false), (UInt8(ascii: "M"), 60, false), (UInt8(ascii: "S"), 1, false),
  ]

  /// Whether `self` is shorter whatever the date it is counted from; `nil` when that depends.
  ///
  /// The four dates are those of XML Schema, section 3.2.6.2.
  public func isLess(than other: CalendarDuration) -> Bool? {
    let references = [(1696, 9), (1697, 2), (1903, 3), (1903, 7)]
    let answers = references.map { year, month in
      let left = end(year, month)
      let right = other.end(year, month)
      return (left, nanoseconds) < (right, other.nanoseconds)
        ? -1 : (left, nanoseconds) == (right, other.nanoseconds) ? 0 : 1
    }
    guard let first = answers.first, answers.allSatisfy({ $0 == first }) else { return nil }
    return first < 0
  }

  /// Seconds from 1970 to the end of this duration from the first of `month` on.
  private func end(_ year: Int, _ month: Int) -> Int64 {
    let total = Int64(year) * 12 + Int64(month - 1) + max(-(1 << 40), min(1 << 40, months))
    let newYear = total >= 0 ? total / 12 : (total - 11) / 12
    let day = Calendar.day(year: Int(newYear), month: Int(total - newYear * 12) + 1, day: 1)
    return day * 86_400 + seconds
  }
}

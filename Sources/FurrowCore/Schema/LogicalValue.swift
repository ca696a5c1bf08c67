/// A value as a schema means it, whatever the text it is written as.
public enum LogicalValue: Sendable, Equatable {
  /// Text that stands for itself.
  case text(String)
  /// A whole number; a year; the months since year 0.
  case integer(Int64)
  /// Any other number: the one that a double is written as by its fewest digits.
  case number(Double)
  /// A number that is neither, such as one of more digits: its text in XML Schema's form.
  case decimal(String)
  /// A truth value.
  case boolean(Bool)
  /// A date, a time of day or both.
  case instant(Instant)
  /// A length of time.
  case duration(CalendarDuration)
  /// A JSON value.
  case json(JSONValue)
  /// The items of a list.
  case list([LogicalValue])

  /// Whether `self` is less than `other`; `nil` when the two have no order.
  public func isLess(than other: LogicalValue) -> Bool? {
    switch (self, other) {
    case (.integer(let left), .integer(let right)): left < right
    case (.number(let left), .number(let right)):
      left.isNaN || right.isNaN ? nil : left < right
    case (.instant(let left), .instant(let right)): left < right
    case (.duration(let left), .duration(let right)): left.isLess(than: right)
    case (.text(let left), .text(let right)):
      left.unicodeScalars.lexicographicallyPrecedes(right.unicodeScalars)
    default: difference(from: other).map { $0 < 0 }
    }
  }

  /// Whether the two are the same value; numbers are, however they are kept.
  public func isSame(as other: LogicalValue) -> Bool {
    switch (self, other) {
    case (.number(let left), .number(let right)): left == right || left.isNaN && right.isNaN
    case (.integer, .number), (.number, .integer), (.decimal, _), (_, .decimal):
      difference(from: other) == 0
    case (.json(let left), .json(let right)): left.isSame(as: right)
    case (.text(let left), .text(let right)):
      // Not canonical equivalence: a text is its characters.
      left.unicodeScalars.elementsEqual(right.unicodeScalars)
    case (.list(let left), .list(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.isSame(as: $1) }
    default: self == other
    }
  }

  /// The sign of the difference of two numbers, by their digits; `nil` where there is none.
  private func difference(from other: LogicalValue) -> Int? {
    guard let left = number, let right = other.number else { return nil }
    return DecimalText.difference(left.utf8.span, right.utf8.span)
  }

  /// The number as text.
  var number: String? {
    switch self {
    case .integer(let value): String(value)
    case .number(let value): value.description
    case .decimal(let text): text
    default: nil
    }
  }
}

/// A point in time: a day of the proleptic Gregorian calendar and the time on it.
public struct Instant: Sendable, Equatable, Comparable {
  /// Days since 1970-01-01.
  public var day: Int64
  /// Nanoseconds since midnight.
  public var nanosecond: Int64

  /// Makes an instant.
  public init(day: Int64 = 0, nanosecond: Int64 = 0) {
    self.day = day
    self.nanosecond = nanosecond
  }

  /// Nanoseconds in a day.
  public static let nanosecondsPerDay: Int64 = 86_400_000_000_000

  /// The same instant where the clock shows `seconds` less.
  public func behind(bySeconds seconds: Int) -> Instant {
    var result = self
    result.nanosecond -= Int64(seconds) * 1_000_000_000
    if result.nanosecond < 0 {
      result.day -= 1
      result.nanosecond += Self.nanosecondsPerDay
    } else if result.nanosecond >= Self.nanosecondsPerDay {
      result.day += 1
      result.nanosecond -= Self.nanosecondsPerDay
    }
    return result
  }

  /// Whether `left` comes first.
  public static func < (left: Instant, right: Instant) -> Bool {
    (left.day, left.nanosecond) < (right.day, right.nanosecond)
  }
}

/// Days and months of the proleptic Gregorian calendar.
enum Calendar {
  /// Days in `month`, counted from 1.
  static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days since 1970-01-01, by the arithmetic of years that start in March.
  ///
  /// <https://howardhinnant.github.io/date_algorithms.html#days_from_civil>
  static func day(year: Int, month: Int, day: Int) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return Int64(era * 146_097 + dayOfEra - 719_468)
  }
}

extension Timestamp: CustomStringConvertible {
  /// The moment in UTC, as `2025-03-04 05:06:07.089`; years beyond 9999 have more digits.
  public var description: String {
    let days = milliseconds.dividedDown(by: 86_400_000)
    let (year, month, day) = Self.date(ofDay: days)
    let rest = milliseconds - days * 86_400_000
    return padded(year, 4) + "-" + padded(month, 2) + "-" + padded(day, 2) + " "
      + padded(rest / 3_600_000, 2) + ":" + padded(rest / 60_000 % 60, 2) + ":"
      + padded(rest / 1000 % 60, 2) + "." + padded(rest % 1000, 3)
  }

  /// Reads `2025-03-04 05:06:07.089` or a part of it.
  ///
  /// The time may be missing, and its seconds or their decimals; digits behind the third decimal
  /// are cut off. A `T` may stand for the space, and a `Z` at the end.
  ///
  /// - Returns: `nil` if the text is none of these, or names a day or hour that is not there.
  public init?(text: String) {
    var rest = Substring(text)
    if rest.last == "Z" { rest.removeLast() }
    guard let year = rest.number(digits: 4), rest.skip("-"), let month = rest.number(digits: 2),
      rest.skip("-"), let day = rest.number(digits: 2)
    else { return nil }
    let days = Self.day(of: year, month, day)
    guard Self.date(ofDay: days) == (year, month, day) else { return nil }
    guard let time = Self.time(&rest), rest.isEmpty else { return nil }
    self.init(milliseconds: days * 86_400_000 + time)
  }

  /// The milliseconds since midnight that `rest` says; 0 if there is nothing.
  private static func time(_ rest: inout Substring) -> Int64? {
    guard !rest.isEmpty else { return 0 }
    guard rest.skip(" ") || rest.skip("T"), let hour = rest.number(digits: 2), rest.skip(":"),
      let minute = rest.number(digits: 2), hour < 24, minute < 60
    else { return nil }
    var time = hour * 3_600_000 + minute * 60_000
    guard rest.skip(":") else { return time }
    guard let second = rest.number(digits: 2), second < 60 else { return nil }
    time += second * 1000
    guard rest.skip(".") else { return time }
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    guard !digits.isEmpty, let thousandths = Int64((digits + "000").prefix(3)) else { return nil }
    rest = rest.dropFirst(digits.count)
    return time + thousandths
  }

  /// The date of a day that is so many days after 1970-01-01.
  ///
  /// Years start in March here, so that a leap day is the last of its year:
  /// <https://howardhinnant.github.io/date_algorithms.html#civil_from_days>.
  private static func date(ofDay days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = days + 719_468
    let era = shifted.dividedDown(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  /// The days between 1970-01-01 and a date; the inverse of `date(ofDay:)`.
  private static func day(of year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = shiftedYear.dividedDown(by: 400)
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private func padded(_ number: Int64, _ digits: Int) -> String {
    let text = "\(number.magnitude)"
    return (number < 0 ? "-" : "")
      + String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}

extension Substring {
  /// Takes `digits` ASCII digits off the front.
  fileprivate mutating func number(digits: Int) -> Int64? {
    let front = prefix(digits)
    guard front.count == digits, front.allSatisfy({ $0.isASCII && $0.isNumber }) else {
      return nil
    }
    self = dropFirst(digits)
    return Int64(front)
  }

  /// Takes `character` off the front, if it stands there.
  fileprivate mutating func skip(_ character: Character) -> Bool {
    guard first == character else { return false }
    removeFirst()
    return true
  }
}

extension Int64 {
  /// The quotient, rounded down also below zero.
  func dividedDown(by divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}

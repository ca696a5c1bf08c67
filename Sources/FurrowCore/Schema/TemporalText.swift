/// Dates and times as Table Schema writes them by default, read straight from bytes.
package enum TemporalText {
  /// Whether `text` is a day, `YYYY-MM-DD`.
  package static func isDate(_ text: Span<UInt8>) -> Bool { date(text) != nil }

  /// Whether `text` is a day with a time as XML Schema writes it, a `T` between them.
  package static func isDateTime(_ text: Span<UInt8>) -> Bool {
    text.count > 18 && datetime(text) != nil
  }

  /// Whether `text` is `YYYY-MM-DD hh:mm:ss`.
  package static func isSpacedDateTime(_ text: Span<UInt8>) -> Bool {
    text.count == 19 && text[10] == ASCII.space && date(text.extracting(0..<10)) != nil
      && time(text.extracting(11..<19)) != nil
  }

  /// Reads `YYYY-MM-DD`, and nothing else.
  static func date(_ text: Span<UInt8>) -> Int64? {
    guard text.count == 10, text[4] == ASCII.minus, text[7] == ASCII.minus else { return nil }
    guard let century = pair(text, 0), let rest = pair(text, 2), let month = pair(text, 5),
      let day = pair(text, 8)
    else { return nil }
    let year = century * 100 + rest
    guard (1...12).contains(month), day >= 1, day <= Calendar.days(in: month, of: year) else {
      return nil
    }
    return Calendar.day(year: year, month: month, day: day)
  }

  /// Reads `hh:mm:ss`, and nothing else; in nanoseconds since midnight.
  static func time(_ text: Span<UInt8>) -> Int64? {
    guard text.count == 8, text[2] == ASCII.colon, text[5] == ASCII.colon else { return nil }
    guard let hour = pair(text, 0), let minute = pair(text, 3), let second = pair(text, 6),
      hour < 24, minute < 60, second < 60
    else { return nil }
    return Int64(hour * 3600 + minute * 60 + second) * 1_000_000_000
  }

  /// Reads XML Schema's `dateTime`: a date, `T`, a time, perhaps a fraction and a zone.
  ///
  /// <https://www.w3.org/TR/xmlschema-2/#dateTime>
  static func datetime(_ text: Span<UInt8>) -> Instant? {
    var end = 0
    while end < text.count, text[end] != UInt8(ascii: "T") { end += 1 }
    guard end < text.count, let day = longDate(text.extracting(0..<end)),
      end + 9 <= text.count
    else { return nil }
    let clock = text.extracting((end + 1)..<(end + 9))
    var scanner = TextScanner(text.extracting((end + 9)..<text.count))
    var fraction: Int64 = 0
    if scanner.take(ASCII.period) {
      guard let found = scanner.fraction() else { return nil }
      fraction = found
    }
    var instant = Instant(day: day)
    if let time = time(clock) {
      instant.nanosecond = time + fraction
    } else if isMidnight24(clock), fraction == 0 {
      instant.day += 1
    } else {
      return nil
    }
    if scanner.isAtEnd { return instant }
    guard let offset = zone(&scanner), scanner.isAtEnd else { return nil }
    return instant.behind(bySeconds: offset)
  }

  /// Reads a year of XML Schema: four digits or more, perhaps a minus and a zone.
  static func year(_ text: Span<UInt8>) -> Int64? {
    var scanner = TextScanner(text)
    guard let year = year(&scanner) else { return nil }
    guard scanner.isAtEnd || zone(&scanner) != nil && scanner.isAtEnd else { return nil }
    return Int64(year)
  }

  /// Reads a year and a month; in months since year 0.
  static func yearmonth(_ text: Span<UInt8>) -> Int64? {
    var scanner = TextScanner(text)
    guard let year = year(&scanner), scanner.take(ASCII.minus),
      let month = scanner.digits(2...2), (1...12).contains(month)
    else { return nil }
    guard scanner.isAtEnd || zone(&scanner) != nil && scanner.isAtEnd else { return nil }
    return Int64(year * 12 + month - 1)
  }

  /// Reads `Z` or `+hh:mm`; in seconds that the clock is ahead.
  static func zone(_ scanner: inout TextScanner) -> Int? {
    if scanner.take(UInt8(ascii: "Z")) { return 0 }
    let isBehind = scanner.take(ASCII.minus)
    guard isBehind || scanner.take(ASCII.plus) else { return nil }
    guard let hours = scanner.digits(2...2), scanner.take(ASCII.colon),
      let minutes = scanner.digits(2...2), minutes < 60, hours * 60 + minutes <= 14 * 60
    else { return nil }
    let seconds = hours * 3600 + minutes * 60
    return isBehind ? -seconds : seconds
  }

  private static func longDate(_ text: Span<UInt8>) -> Int64? {
    if let day = date(text) { return day }
    var scanner = TextScanner(text)
    guard let year = year(&scanner), scanner.take(ASCII.minus),
      let month = scanner.digits(2...2), scanner.take(ASCII.minus),
      let day = scanner.digits(2...2), scanner.isAtEnd, (1...12).contains(month), day >= 1,
      day <= Calendar.days(in: month, of: year)
    else { return nil }
    return Calendar.day(year: year, month: month, day: day)
  }

  private static func year(_ scanner: inout TextScanner) -> Int? {
    let isBefore = scanner.take(ASCII.minus)
    let start = scanner.index
    let hasZero = scanner.peek == ASCII.zero
    guard let year = scanner.digits(4...9) else { return nil }
    // More than four digits have no leading zero.
    guard scanner.index - start == 4 || !hasZero else { return nil }
    return isBefore ? -year : year
  }

  private static func isMidnight24(_ clock: Span<UInt8>) -> Bool {
    clock[2] == ASCII.colon && clock[5] == ASCII.colon && pair(clock, 0) == 24
      && pair(clock, 3) == 0 && pair(clock, 6) == 0
  }

  /// The number that two digits are.
  @inline(__always)
  private static func pair(_ text: Span<UInt8>, _ index: Int) -> Int? {
    let tens = text[index] &- ASCII.zero
    let ones = text[index + 1] &- ASCII.zero
    return tens < 10 && ones < 10 ? Int(tens) * 10 + Int(ones) : nil
  }
}

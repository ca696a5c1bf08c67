/// What a pattern has found so far.
struct TemporalParts {
  private var year = 1900
  private var month = 1
  private var day = 1
  private var dayOfYear: Int?
  /// Days behind Monday.
  private var weekday: Int?
  private var week: (number: Int, startsOnMonday: Bool)?
  private var isoYear: Int?
  private var isoWeek: Int?
  private var hour = 0
  private var half: Int?
  private var minute = 0
  private var second = 0
  private var fraction: Int64 = 0
  private var offset = 0

  mutating func take(_ step: TemporalPattern.Step, from scanner: inout TextScanner) -> Bool {
    switch step {
    case .literal(let byte): return scanner.take(byte)
    case .space: return scanner.skipSpace()
    case .year: return number(4...4, 0...9999, &scanner) { $0.year = $1 }
    case .shortYear:
      return number(2...2, 0...99, &scanner) { $0.year = $1 < 69 ? 2000 + $1 : 1900 + $1 }
    case .month: return number(1...2, 1...12, &scanner) { $0.month = $1 }
    case .day: return number(1...2, 1...31, &scanner) { $0.day = $1 }
    case .dayOfYear: return number(1...3, 1...366, &scanner) { $0.dayOfYear = $1 }
    case .weekdayNumber: return number(1...1, 0...7, &scanner) { $0.weekday = ($1 + 6) % 7 }
    case .week(let startsOnMonday):
      return number(1...2, 0...53, &scanner) { $0.week = ($1, startsOnMonday) }
    case .isoYear: return number(4...4, 1...9999, &scanner) { $0.isoYear = $1 }
    case .isoWeek: return number(1...2, 1...53, &scanner) { $0.isoWeek = $1 }
    case .hour: return number(1...2, 0...23, &scanner) { $0.hour = $1 }
    case .halfHour:
      return number(1...2, 1...12, &scanner) { $0.hour = $1 % 12 }
    case .minute: return number(1...2, 0...59, &scanner) { $0.minute = $1 }
    case .second: return number(1...2, 0...61, &scanner) { $0.second = $1 }
    case .half: return takeHalf(&scanner)
    case .monthName: return takeMonth(&scanner)
    case .weekday: return takeWeekday(&scanner)
    case .fraction:
      guard let found = scanner.fraction() else { return false }
      fraction = found
      return true
    case .zone: return takeZone(&scanner)
    case .zoneName: return scanner.takeWord("utc") || scanner.takeWord("gmt")
    }
  }

  var instant: Instant? {
    guard day <= Calendar.days(in: month, of: year) else { return nil }
    let start = Calendar.day(year: year, month: month, day: day)
    var result = Instant(day: start)
    if let dayOfYear {
      let leap = Calendar.days(in: 2, of: year) == 29
      guard dayOfYear < 366 || leap else { return nil }
      result.day = Calendar.day(year: year, month: 1, day: 1) + Int64(dayOfYear - 1)
    }
    if let isoYear, let isoWeek, let weekday {
      result.day = Self.firstMonday(of: isoYear) + Int64((isoWeek - 1) * 7 + weekday)
      // Not every year has 53 weeks.
      guard result.day < Self.firstMonday(of: isoYear + 1) else { return nil }
    } else if let week, let weekday {
      let newYear = Calendar.day(year: year, month: 1, day: 1)
      let shift = week.startsOnMonday ? 0 : 1
      let first = (Self.weekday(newYear) + shift) % 7
      let days = (7 - first) % 7 + 7 * (week.number - 1) + (weekday + shift) % 7
      result.day = newYear + Int64(days)
    }
    // A leap second is the next minute's first.
    let seconds = (hour + (half ?? 0)) * 3600 + minute * 60 + second
    result.nanosecond = Int64(seconds) * 1_000_000_000 + fraction
    return result.behind(bySeconds: offset)
  }

  private mutating func number(
    _ digits: ClosedRange<Int>,
    _ range: ClosedRange<Int>,
    _ scanner: inout TextScanner,
    _ set: (inout Self, Int) -> Void
  ) -> Bool {
    guard let value = scanner.digits(digits, most: range.upperBound), range.contains(value) else {
      return false
    }
    set(&self, value)
    return true
  }

  private mutating func takeHalf(_ scanner: inout TextScanner) -> Bool {
    if scanner.takeWord("am") {
      half = 0
    } else if scanner.takeWord("pm") {
      half = 12
    } else {
      return false
    }
    return true
  }

  private mutating func takeMonth(_ scanner: inout TextScanner) -> Bool {
    for (index, name) in Self.months.enumerated()
    where scanner.takeWord(name.long) || scanner.takeWord(name.short) {
      month = index + 1
      return true
    }
    return false
  }

  private mutating func takeWeekday(_ scanner: inout TextScanner) -> Bool {
    for (index, name) in Self.weekdays.enumerated()
    where scanner.takeWord(name.long) || scanner.takeWord(name.short) {
      weekday = index
      return true
    }
    return false
  }

  /// Days of `day` behind Monday; 1970 began on a Thursday.
  private static func weekday(_ day: Int64) -> Int { Int(((day + 3) % 7 + 7) % 7) }

  /// The day on which the first week of `year` begins, the one with January 4.
  private static func firstMonday(of year: Int) -> Int64 {
    let fourth = Calendar.day(year: year, month: 1, day: 4)
    return fourth - Int64(weekday(fourth))
  }

  private mutating func takeZone(_ scanner: inout TextScanner) -> Bool {
    if scanner.take(UInt8(ascii: "Z")) { return true }
    let isBehind = scanner.take(ASCII.minus)
    guard isBehind || scanner.take(ASCII.plus), let hours = scanner.digits(2...2) else {
      return false
    }
    _ = scanner.take(ASCII.colon)
    guard let minutes = scanner.digits(2...2), hours < 24, minutes < 60 else { return false }
    offset = (hours * 3600 + minutes * 60) * (isBehind ? -1 : 1)
    return true
  }

  private static let months: [(long: StaticString, short: StaticString)] = [
    ("january", "jan"), ("february", "feb"), ("march", "mar"), ("april", "apr"), ("may", "may"),
    ("june", "jun"), ("july", "jul"), ("august", "aug"), ("september", "sep"), ("october", "oct"),
    ("november", "nov"), ("december", "dec"),
  ]
  private static let weekdays: [(long: StaticString, short: StaticString)] = [
    ("monday", "mon"), ("tuesday", "tue"), ("wednesday", "wed"), ("thursday", "thu"),
    ("friday", "fri"), ("saturday", "sat"), ("sunday", "sun"),
  ]
}

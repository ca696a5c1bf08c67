/// A pattern of strptime, taken apart once.
///
/// Names of days and months are the English ones, in any case; white space stands for one or more
/// of it. <https://docs.python.org/3/library/datetime.html#strftime-and-strptime-behavior>
public struct TemporalPattern: Sendable, Equatable {
  enum Step: Sendable, Equatable {
    case literal(UInt8)
    case space
    case year
    case shortYear
    case month
    case monthName
    case day
    case dayOfYear
    case weekday
    case hour
    case halfHour
    case half
    case minute
    case second
    case fraction
    case zone
    case zoneName
  }

  /// The pattern as it is written.
  public let text: String
  private let steps: [Step]

  /// Takes `text` apart; `nil` when it holds no directive, or one that is not known.
  public init?(_ text: String) {
    self.text = text
    var steps: [Step] = []
    var rest = Array(text.utf8)[...]
    var directives = 0
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        let isSpace = byte == ASCII.space || (0x09...0x0D).contains(byte)
        if !isSpace {
          steps.append(.literal(byte))
        } else if steps.last != .space {
          steps.append(.space)
        }
        continue
      }
      guard let letter = rest.popFirst(), let found = Self.steps(letter) else { return nil }
      steps += found
      directives += found == [.literal(UInt8(ascii: "%"))] ? 0 : 1
    }
    guard directives > 0 else { return nil }
    self.steps = steps
  }

  private static func steps(_ letter: UInt8) -> [Step]? {
    let colon = Step.literal(ASCII.colon)
    switch Character(Unicode.Scalar(letter)) {
    case "Y": return [.year]
    case "y": return [.shortYear]
    case "m": return [.month]
    case "b", "B", "h": return [.monthName]
    case "d", "e": return [.day]
    case "j": return [.dayOfYear]
    case "a", "A": return [.weekday]
    case "H": return [.hour]
    case "I": return [.halfHour]
    case "p": return [.half]
    case "M": return [.minute]
    case "S": return [.second]
    case "f": return [.fraction]
    case "z": return [.zone]
    case "Z": return [.zoneName]
    case "n", "t": return [.space]
    case "%": return [.literal(UInt8(ascii: "%"))]
    case "T": return [.hour, colon, .minute, colon, .second]
    case "R": return [.hour, colon, .minute]
    case "F": return [.year, .literal(ASCII.minus), .month, .literal(ASCII.minus), .day]
    case "D":
      let slash = Step.literal(UInt8(ascii: "/"))
      return [.month, slash, .day, slash, .shortYear]
    default: return nil
    }
  }

  /// Returns the instant that `text` is, which has to match to its end.
  public func instant(_ text: Span<UInt8>) -> Instant? {
    var scanner = TextScanner(text)
    var parts = TemporalParts()
    for step in steps where !parts.take(step, from: &scanner) { return nil }
    return scanner.isAtEnd ? parts.instant : nil
  }
}

/// What a pattern has found so far.
private struct TemporalParts {
  private var year = 1900
  private var month = 1
  private var day = 1
  private var dayOfYear: Int?
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
    guard let value = scanner.digits(digits), range.contains(value) else { return false }
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

  private func takeWeekday(_ scanner: inout TextScanner) -> Bool {
    Self.weekdays.contains { name in
      let isLong = scanner.takeWord(name.long)
      return isLong || scanner.takeWord(name.short)
    }
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

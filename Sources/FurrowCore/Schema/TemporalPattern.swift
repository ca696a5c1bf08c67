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
    /// The name of a day of the week.
    case weekday
    /// Its number, Sunday being 0 or 7.
    case weekdayNumber
    /// The week of the year that starts on Sunday, or on Monday.
    case week(startsOnMonday: Bool)
    case isoYear
    case isoWeek
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
    guard let steps = Self.steps(of: text) else { return nil }
    let directives = steps.filter { step in
      if case .literal = step { false } else { step != .space }
    }
    // A week of ISO 8601 says nothing without its year and a day, nor does that year.
    let hasDay = steps.contains(.weekday) || steps.contains(.weekdayNumber)
    guard !directives.isEmpty, steps.contains(.isoYear) == steps.contains(.isoWeek),
      hasDay || !steps.contains(.isoWeek)
    else { return nil }
    self.text = text
    self.steps = steps
  }

  private static func steps(of text: String) -> [Step]? {
    var steps: [Step] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%") {
        guard let letter = rest.popFirst(), let found = Self.steps(letter) else { return nil }
        steps += found
      } else if byte != ASCII.space, !(0x09...0x0D).contains(byte) {
        steps.append(.literal(byte))
      } else if steps.last != .space {
        steps.append(.space)
      }
    }
    return steps
  }

  private static func steps(_ letter: UInt8) -> [Step]? {
    switch Character(Unicode.Scalar(letter)) {
    case "Y": return [.year]
    case "y": return [.shortYear]
    case "m": return [.month]
    case "b", "B", "h": return [.monthName]
    case "d", "e": return [.day]
    case "j": return [.dayOfYear]
    case "a", "A": return [.weekday]
    case "u", "w": return [.weekdayNumber]
    case "U": return [.week(startsOnMonday: false)]
    case "W": return [.week(startsOnMonday: true)]
    case "G": return [.isoYear]
    case "V": return [.isoWeek]
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
    case "T", "X": return steps(of: "%H:%M:%S")
    case "R": return steps(of: "%H:%M")
    case "r": return steps(of: "%I:%M:%S %p")
    case "F": return steps(of: "%Y-%m-%d")
    case "D", "x": return steps(of: "%m/%d/%y")
    case "c": return steps(of: "%a %b %d %H:%M:%S %Y")
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

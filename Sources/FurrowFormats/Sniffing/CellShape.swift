internal import FurrowCore

/// What the text of one cell looks like: a value of some kind, or a piece that was cut wrongly.
///
/// Only a sniffer asks, to compare readings of the same text; nothing is converted by it.
enum CellShape: UInt8 {
  case empty
  /// A number, perhaps with a currency, a percent sign, or groups of thousands.
  case number
  /// A date, a time or both.
  case temporal
  /// An address of the web or of mail.
  case link
  /// A word or a few.
  case word
  /// A sentence: delimiters stand in it as people write them, with a blank behind.
  case sentence
  /// Text that holds a quote.
  case quoteInside
  /// Text that begins with a quote and does not end with it.
  case openQuote
  /// Text that holds a comma between other characters.
  case commaInside
  /// Text that holds what is nearly always a delimiter.
  case delimiterInside

  /// How likely it is that somebody meant this as one value; 1 is as good as certain.
  var plausibility: Double {
    switch self {
    case .empty, .number, .temporal, .link: 1
    case .word: 0.95
    case .sentence: 0.8
    case .quoteInside: 0.6
    case .openQuote, .commaInside: 0.3
    case .delimiterInside: 0
    }
  }

  /// Whether a header seldom has it, and data often.
  var isTyped: Bool { self == .number || self == .temporal }

  /// Looks at the bytes of `range`.
  init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, bytes[start] == ASCII.space { start += 1 }
    while end > start, bytes[end - 1] == ASCII.space { end -= 1 }
    guard start < end else {
      self = .empty
      return
    }
    var counts = Counts()
    for index in start..<end {
      counts.take(bytes[index], isLoose: index + 1 == end || bytes[index + 1] == ASCII.space)
    }
    let length = end - start
    if counts.digits > 0, counts.digits + counts.punctuation == length {
      if counts.isTemporal {
        self = .temporal
        return
      }
      if counts.signs <= 2, Self.hasNumberCommas(bytes, start..<end, counts.commas) {
        self = .number
        return
      }
    }
    let first = bytes[start]
    let isQuote = first == ASCII.quote || first == UInt8(ascii: "'")
    if isQuote, length == 1 || bytes[end - 1] != first {
      self = .openQuote
    } else if counts.tightDelimiters > 0 {
      self = .delimiterInside
    } else if counts.spaces == 0, Self.isLink(bytes, start..<end, counts) {
      self = .link
    } else if counts.commas > counts.looseCommas {
      self = .commaInside
    } else if counts.quotes > 0 {
      self = .quoteInside
    } else {
      self = counts.looseCommas > 0 || counts.looseDelimiters > 0 ? .sentence : .word
    }
  }

  private struct Counts {
    var digits = 0
    /// Bytes that may stand in a number, a date or a time besides digits.
    var punctuation = 0
    var signs = 0
    var colons = 0
    var slashes = 0
    var minuses = 0
    var points = 0
    var commas = 0
    var looseCommas = 0
    var looseDelimiters = 0
    var tightDelimiters = 0
    var quotes = 0
    var spaces = 0
    var ats = 0

    mutating func take(_ byte: UInt8, isLoose: Bool) {
      switch byte {
      case ASCII.zero...ASCII.nine: digits += 1
      case ASCII.period: (points, punctuation) = (points + 1, punctuation + 1)
      case ASCII.comma:
        (commas, punctuation) = (commas + 1, punctuation + 1)
        if isLoose { looseCommas += 1 }
      case ASCII.minus: (minuses, punctuation) = (minuses + 1, punctuation + 1)
      case ASCII.colon: (colons, punctuation) = (colons + 1, punctuation + 1)
      case UInt8(ascii: "/"): (slashes, punctuation) = (slashes + 1, punctuation + 1)
      case ASCII.space: (spaces, punctuation) = (spaces + 1, punctuation + 1)
      case ASCII.plus, UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "("), UInt8(ascii: ")"),
        UInt8(ascii: "T"), UInt8(ascii: "Z"), UInt8(ascii: "e"), UInt8(ascii: "E"):
        (signs, punctuation) = (signs + 1, punctuation + 1)
      // Of the pound sign, the euro sign and the narrow space.
      case 0xC2, 0xA3, 0xE2, 0x82, 0xAC, 0xA0, 0x80, 0xAF: punctuation += 1
      case UInt8(ascii: ";"), UInt8(ascii: "|"):
        if isLoose { looseDelimiters += 1 } else { tightDelimiters += 1 }
      case ASCII.tab: tightDelimiters += 1
      case ASCII.quote: quotes += 1
      case UInt8(ascii: "@"): ats += 1
      default: break
      }
    }

    var isTemporal: Bool {
      guard commas == 0, digits >= 3, digits <= 20 else { return false }
      return colons > 0 && colons <= 4 && slashes + minuses + points <= 3 + 1
        || colons == 0 && digits >= 4 && signs == 0
          && (slashes == 2 || minuses == 2 && points == 0 || points == 2 && digits <= 8)
    }
  }

  /// Whether the commas stand where a number has them: one as a point, or before groups of three.
  private static func hasNumberCommas(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    _ commas: Int
  ) -> Bool {
    guard commas > 0 else { return true }
    guard let first = range.first(where: { bytes[$0] == ASCII.comma }) else { return true }
    if commas == 1 { return first > range.lowerBound && first + 1 < range.upperBound }
    var digits = 0
    for index in first + 1..<range.upperBound {
      guard bytes[index] == ASCII.comma else {
        if (ASCII.zero...ASCII.nine).contains(bytes[index]) { digits += 1 }
        if bytes[index] == ASCII.period { break }
        continue
      }
      guard digits == 3 else { return false }
      digits = 0
    }
    return digits == 3
  }

  private static func isLink(_ bytes: Span<UInt8>, _ range: Range<Int>, _ counts: Counts) -> Bool {
    if counts.ats == 1, counts.points > 0, counts.colons == 0 { return true }
    return prefixes.contains { prefix in
      range.count > prefix.count
        && prefix.indices.allSatisfy { bytes[range.lowerBound + $0] == prefix[$0] }
    }
  }

  private static let prefixes = ["http://", "https://", "www.", "ftp://"].map { Array($0.utf8) }
}

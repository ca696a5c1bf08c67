internal import FurrowCore

/// Whether a number is written just as SQLite writes it.
enum CanonicalText {
  /// Whether an `Int64` is written back as these bytes: no sign but a minus, no leading zero.
  static func isInteger(_ text: Span<UInt8>) -> Bool {
    var index = 0
    if text.count > 1, text[0] == ASCII.minus { index = 1 }
    guard index < text.count else { return false }
    if text[index] == ASCII.zero { return text.count == 1 }
    let digits = text.count - index
    while index < text.count {
      guard text[index] &- ASCII.zero < 10 else { return false }
      index += 1
    }
    // Nineteen digits may be too many for 64 bits.
    return digits < 19 || NumberText.integer(text) != nil
  }

  /// Whether a double is written back as these bytes: its shortest form, with a point.
  static func isReal(_ text: Span<UInt8>) -> Bool {
    switch plainDecimal(text) {
    case .yes: return true
    case .no: return false
    case .unknown: break
    }
    guard let value = NumberText.real(text), value.isFinite else { return false }
    // SQLite stores no negative zero. <https://www.sqlite.org/floatingpoint.html>
    if value == 0, value.sign == .minus { return false }
    let written = value.description.utf8
    guard written.count == text.count else { return false }
    // With an exponent there is more than one way to write the same number.
    return zip(written, text.indices).allSatisfy { byte, index in
      text[index] == byte && byte | 0x20 != UInt8(ascii: "e")
    }
  }

  private enum Answer {
    case yes
    case no
    case unknown
  }

  /// Decides on numbers of at most fifteen digits: no two of them have the same double, so that the
  /// shortest form of each is itself.
  private static func plainDecimal(_ text: Span<UInt8>) -> Answer {
    var index = 0
    if text.count > 0, text[0] == ASCII.minus { index = 1 }
    let start = index
    while index < text.count, text[index] &- ASCII.zero < 10 { index += 1 }
    let whole = index - start
    guard whole > 0, index + 1 < text.count, text[index] == ASCII.period else { return .no }
    if whole > 1, text[start] == ASCII.zero { return .no }
    let point = index
    index += 1
    while index < text.count {
      guard text[index] &- ASCII.zero < 10 else { return .no }
      index += 1
    }
    let fraction = text.count - point - 1
    if fraction > 1, text[text.count - 1] == ASCII.zero { return .no }
    // A fraction that begins with many zeros is written with an exponent.
    guard whole + fraction <= 15, text[start] != ASCII.zero || text[point + 1] != ASCII.zero else {
      return .unknown
    }
    return .yes
  }
}

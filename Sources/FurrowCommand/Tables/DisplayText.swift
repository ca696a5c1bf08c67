/// Text made safe for a terminal: nothing in it moves the cursor or hides what is there.
enum DisplayText {
  /// A mark that the end of a text is missing.
  static let cutMark = "…"

  /// The longest text that a message quotes.
  private static let quotedWidth = 60

  /// `text` in single quotes, escaped and shortened, for a message.
  static func quoted(_ text: String) -> String {
    "'\(plain(text))'"
  }

  /// `text` escaped and shortened, for a message.
  static func plain(_ text: String) -> String {
    escaped(text, cutAt: quotedWidth).text
  }

  /// `text` escaped, whole.
  static func escaped(_ text: String) -> String {
    escaped(text, cutAt: nil).text
  }

  /// Returns `text` escaped and its width; cut with `…` where it is wider than `limit`.
  ///
  /// Looks at no more of the text than it returns.
  static func escaped(_ text: String, cutAt limit: Int?) -> (text: String, width: Int) {
    let limit = limit ?? .max
    var result = ""
    var width = 0
    // What is kept if the text turns out to be too wide: all that leaves room for the mark.
    var kept = (text: "", width: 0)
    for character in text {
      let shown = escape(character)
      let next = width + (shown.map(DisplayWidth.of) ?? DisplayWidth.of(character))
      guard next <= limit else { return (kept.text + cutMark, kept.width + 1) }
      if let shown { result += shown } else { result.append(character) }
      width = next
      if limit != .max, width < limit { kept = (result, width) }
    }
    return (result, width)
  }

  /// How `character` is shown; `nil` when it is shown as itself.
  private static func escape(_ character: Character) -> String? {
    guard character.unicodeScalars.contains(where: isUnsafe) else { return nil }
    return character.unicodeScalars.reduce(into: "") { shown, scalar in
      switch scalar {
      case "\n": shown += "\\n"
      case "\r": shown += "\\r"
      case "\t": shown += "\\t"
      case let scalar where isUnsafe(scalar):
        let digits = String(scalar.value, radix: 16)
        shown += scalar.value < 0x80 ? "\\x\(pad(digits, to: 2))" : "\\u\(pad(digits, to: 4))"
      default: shown.unicodeScalars.append(scalar)
      }
    }
  }

  /// Control characters, line separators, and what is not seen or turns the direction of writing.
  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x200B, 0x200E...0x200F, 0x2028...0x202E, 0x2060...0x2069, 0xFEFF:
      true
    default: false
    }
  }

  private static func pad(_ digits: String, to count: Int) -> String {
    String(repeating: "0", count: max(0, count - digits.count)) + digits
  }
}

import Furrow

/// One character of the text format, typed as itself or by name.
enum CharacterValue {
  /// The names people type where a shell makes the character itself awkward.
  static let names: [String: UInt8] = [
    "tab": ASCII.tab, "\\t": ASCII.tab,
    "comma": ASCII.comma,
    "semicolon": UInt8(ascii: ";"),
    "colon": UInt8(ascii: ":"),
    "pipe": UInt8(ascii: "|"),
    "space": ASCII.space,
    "hash": UInt8(ascii: "#"),
    "single": UInt8(ascii: "'"),
    "double": ASCII.quote,
  ]

  /// Returns the byte that `text` stands for.
  ///
  /// Formats are scanned by the byte, so only ASCII is taken; line ends and NUL have a meaning of
  /// their own in every format.
  static func read(_ text: String) -> UInt8? {
    if let byte = names[text] { return byte }
    guard text.utf8.count == 1, let byte = text.utf8.first else { return nil }
    let isTaken = [ASCII.nul, ASCII.lineFeed, ASCII.carriageReturn].contains(byte)
    return byte < 0x80 && !isTaken ? byte : nil
  }
}

extension ValueParser where Value == UInt8 {
  /// One ASCII character, as its byte: `;`, `\t` or a name such as `tab`.
  package static func character(_ placeholder: String) -> Self {
    Self(placeholder) { text throws(ValueFault) in
      guard let byte = CharacterValue.read(text) else {
        throw ValueFault(
          expected: "one ASCII character or a name such as tab, comma, semicolon or pipe",
          found: text
        )
      }
      return byte
    }
  }
}

extension ValueParser where Value == Unicode.Scalar {
  /// One character, as it stands or by a name such as `tab`; one beyond ASCII too.
  package static func delimiter(_ placeholder: String) -> Self {
    Self(placeholder) { text throws(ValueFault) in
      if let byte = CharacterValue.read(text) { return Unicode.Scalar(byte) }
      let scalars = text.unicodeScalars
      guard scalars.count == 1, let character = scalars.first, !character.isASCII else {
        throw ValueFault(
          expected: "one character or a name such as tab, comma, semicolon or pipe",
          found: text
        )
      }
      return character
    }
  }
}

/// The character that quotes fields, or the decision to have none.
package enum QuoteRule: Sendable, Equatable {
  /// Quotes are data like any other byte.
  case none
  /// Fields may stand between two of these.
  case character(UInt8)
}

extension ValueParser where Value == QuoteRule {
  /// One ASCII character, as its byte, or `none`.
  package static func quote(_ placeholder: String) -> Self {
    Self(placeholder) { text throws(ValueFault) in
      if text == "none" { return .none }
      guard let byte = CharacterValue.read(text) else {
        throw ValueFault(
          expected: "one ASCII character, double, single or none",
          found: text
        )
      }
      return .character(byte)
    }
  }
}

/// The forms that Table Schema has for text, judged from bytes.
enum StringForms {
  static func isValid(_ text: Span<UInt8>, _ format: FieldType.StringFormat) -> Bool {
    switch format {
    case .default: true
    case .email: isEmail(text)
    case .uri: isURI(text)
    case .binary: isBase64(text)
    case .uuid: isUUID(text)
    }
  }

  /// Base64 with its padding, RFC 4648 section 4.
  private static func isBase64(_ text: Span<UInt8>) -> Bool {
    guard text.count.isMultiple(of: 4) else { return false }
    var padding = 0
    while padding < 2, padding < text.count, text[text.count - 1 - padding] == UInt8(ascii: "=") {
      padding += 1
    }
    for index in 0..<(text.count - padding) {
      let byte = text[index]
      guard isLetter(byte) || isDigit(byte) || byte == ASCII.plus || byte == UInt8(ascii: "/")
      else { return false }
    }
    return true
  }

  /// Groups of 8, 4, 4, 4 and 12 hexadecimal digits, RFC 9562 section 4.
  private static func isUUID(_ text: Span<UInt8>) -> Bool {
    guard text.count == 36 else { return false }
    for index in text.indices {
      let byte = text[index]
      if index == 8 || index == 13 || index == 18 || index == 23 {
        guard byte == ASCII.minus else { return false }
      } else {
        guard isHex(byte) else { return false }
      }
    }
    return true
  }

  /// A scheme, a colon and the characters of RFC 3986.
  private static func isURI(_ text: Span<UInt8>) -> Bool {
    guard text.count > 2, isLetter(text[0]) else { return false }
    var index = 1
    while index < text.count, text[index] != ASCII.colon {
      let byte = text[index]
      guard
        isLetter(byte) || isDigit(byte) || byte == ASCII.plus || byte == ASCII.minus
          || byte == ASCII.period
      else { return false }
      index += 1
    }
    guard index + 1 < text.count else { return false }
    index += 1
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "%"):
        guard index + 2 < text.count, isHex(text[index + 1]), isHex(text[index + 2]) else {
          return false
        }
        index += 3
      case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), ASCII.backslash,
        UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"),
        UInt8(ascii: "}"), 0...0x20, 0x7F...0xFF:
        return false
      default: index += 1
      }
    }
    return true
  }

  /// `local@domain` of RFC 5321 section 4.1.2, other letters than ASCII's included (RFC 6531).
  private static func isEmail(_ text: Span<UInt8>) -> Bool {
    var at = text.count - 1
    while at > 0, text[at] != UInt8(ascii: "@") { at -= 1 }
    guard at > 0, at <= 64, at + 1 < text.count else { return false }
    return isLocalPart(text.extracting(0..<at))
      && isDomain(text.extracting((at + 1)..<text.count))
  }

  private static func isLocalPart(_ text: Span<UInt8>) -> Bool {
    if text.count > 2, text[0] == ASCII.quote, text[text.count - 1] == ASCII.quote {
      for index in 1..<(text.count - 1)
      where text[index] < ASCII.space || text[index] == ASCII.quote { return false }
      return true
    }
    var last = ASCII.period
    for index in text.indices {
      let byte = text[index]
      if byte == ASCII.period, last == ASCII.period { return false }
      guard byte == ASCII.period || isAtomText(byte) else { return false }
      last = byte
    }
    return last != ASCII.period
  }

  private static func isAtomText(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, 0x7F, ASCII.quote, ASCII.comma, ASCII.colon, ASCII.backslash,
      UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: ";"), UInt8(ascii: "<"),
      UInt8(ascii: ">"), UInt8(ascii: "@"), UInt8(ascii: "["), UInt8(ascii: "]"):
      false
    default: true
    }
  }

  private static func isDomain(_ text: Span<UInt8>) -> Bool {
    guard text.count <= 255 else { return false }
    var label = 0
    var last = ASCII.minus
    for index in text.indices {
      let byte = text[index]
      if byte == ASCII.period {
        guard label > 0, last != ASCII.minus else { return false }
        label = 0
      } else {
        guard isLetter(byte) || isDigit(byte) || byte >= 0x80 || byte == ASCII.minus && label > 0
        else { return false }
        label += 1
        guard label < 64 else { return false }
      }
      last = byte
    }
    return label > 0 && last != ASCII.minus
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
  private static func isDigit(_ byte: UInt8) -> Bool { byte &- ASCII.zero < 10 }
  private static func isHex(_ byte: UInt8) -> Bool {
    isDigit(byte) || (byte | 0x20) &- 0x61 < 6
  }
}

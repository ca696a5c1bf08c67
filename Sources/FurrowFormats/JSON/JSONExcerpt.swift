internal import FurrowCore

/// What stands in a text, in the words of a message.
enum JSONExcerpt {
  /// Names what stands at `index`: a word or number as a whole, else one character.
  static func name(_ bytes: Span<UInt8>, _ index: Int) -> String {
    guard index < bytes.count else { return "the end" }
    switch bytes[index] {
    case ASCII.lineFeed: return "the line's end"
    case ASCII.tab: return "a tab"
    case 0..<ASCII.space: return "a control character"
    default: break
    }
    var end = index + 1
    if isWordPart(bytes[index]) {
      while end < min(bytes.count, index + 24), isWordPart(bytes[end]) { end += 1 }
    } else {
      while end < min(bytes.count, index + 4), bytes[end] & 0xC0 == 0x80 { end += 1 }
    }
    return "`\(text(bytes, index..<end))`"
  }

  /// Names one byte, where what follows may not have been read yet.
  static func name(_ byte: UInt8) -> String {
    switch byte {
    case 0x80...: "a character beyond ASCII"
    case 0..<ASCII.space, 0x7F: "a control character"
    default: "`\(Character(Unicode.Scalar(byte)))`"
    }
  }

  /// Returns `range` as text; what is not UTF-8 is shown as U+FFFD.
  static func text(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
    String(decoding: range.map { bytes[$0] }, as: UTF8.self)
  }

  private static func isWordPart(_ byte: UInt8) -> Bool {
    switch byte {
    case ASCII.zero...ASCII.nine, ASCII.plus, ASCII.minus, ASCII.period: true
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    default: false
    }
  }
}

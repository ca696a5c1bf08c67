/// A few texts, one of which a value has to be.
package struct ChoiceSet: Sendable {
  private struct Choice: Sendable {
    var length: Int
    /// The first eight bytes, or all of them.
    var prefix: UInt64
    var bytes: [UInt8]
  }

  private let choices: [Choice]
  /// Bit `n` is set when a choice has `n` bytes, the last when one has 63 or more.
  private let lengths: UInt64

  package init(_ texts: [String]) {
    choices = texts.map { text in
      let bytes = Array(text.utf8)
      return Choice(length: bytes.count, prefix: Self.prefix(bytes.span), bytes: bytes)
    }
    lengths = choices.reduce(0) { $0 | 1 << UInt64(min($1.length, 63)) }
  }

  /// Whether `text` is one of the choices.
  @inline(__always)
  func contains(_ text: Span<UInt8>) -> Bool {
    guard lengths >> UInt64(min(text.count, 63)) & 1 != 0 else { return false }
    let prefix = Self.prefix(text)
    for index in choices.indices
    where choices[index].length == text.count && choices[index].prefix == prefix {
      if text.count <= 8 || isRestEqual(text, index) { return true }
    }
    return false
  }

  private func isRestEqual(_ text: Span<UInt8>, _ choice: Int) -> Bool {
    for index in 8..<text.count where choices[choice].bytes[index] != text[index] { return false }
    return true
  }

  @inline(__always)
  private static func prefix(_ text: Span<UInt8>) -> UInt64 {
    var word: UInt64 = 0
    for index in 0..<min(8, text.count) { word = word << 8 | UInt64(text[index]) }
    return word
  }
}

internal import CScan
internal import FurrowCore

/// JSON's grammar, read strictly. <https://www.rfc-editor.org/rfc/rfc8259>
///
/// Every reading starts at a place in a buffer and returns the place behind, or `nil` with a
/// ``fault``. The buffer must hold a byte that stops a reading, and 64 bytes more than are meant: a
/// line ends with LF, and an array's element is known to be closed.
struct JSONGrammar {
  /// What keeps a text from being JSON.
  struct Fault {
    /// The offending byte, in the buffer.
    var offset: Int
    var code = Rejection.Code.jsonError
    var message: String
    /// Whether a bracket is closed by one of the other kind, so that nobody knows where it ends.
    var isMismatch = false
  }

  /// Whether LF and CR are white space; where each line is a text of its own, LF is its end.
  let spansLines: Bool
  /// Why the last reading failed.
  var fault: Fault?

  init(spansLines: Bool) {
    self.spansLines = spansLines
  }

  /// Returns the first place from `index` on that is no white space.
  @inline(__always)
  func afterSpace(_ bytes: Span<UInt8>, _ index: Int) -> Int {
    if bytes[index] > ASCII.space { return index }
    return afterMoreSpace(bytes, index)
  }

  private func afterMoreSpace(_ bytes: Span<UInt8>, _ start: Int) -> Int {
    var index = start
    while index < bytes.count {
      switch bytes[index] {
      case ASCII.space, ASCII.tab, ASCII.carriageReturn: index += 1
      case ASCII.lineFeed where spansLines: index += 1
      default: return index
      }
    }
    return index
  }

  /// Notes a fault; the reading ends.
  mutating func fail<Result>(
    _ offset: Int,
    _ code: Rejection.Code = .jsonError,
    _ message: String
  ) -> Result? {
    fault = Fault(offset: offset, code: code, message: message)
    return nil
  }

  /// Notes that something else was expected at `offset`.
  mutating func expected<Result>(_ what: String, _ bytes: Span<UInt8>, _ offset: Int) -> Result? {
    fail(offset, .jsonError, "expected \(what), found \(JSONExcerpt.name(bytes, offset))")
  }

  /// Reads the word at `start`: `true`, `false` or `null`.
  mutating func word(_ bytes: Span<UInt8>, _ start: Int) -> Int? {
    let word: StaticString
    switch bytes[start] {
    case UInt8(ascii: "t"): word = "true"
    case UInt8(ascii: "f"): word = "false"
    case UInt8(ascii: "n"): word = "null"
    default: return expected("a value", bytes, start)
    }
    let matches = word.withUTF8Buffer { letters in
      // The index is one of the buffer's own.
      letters.indices.allSatisfy { unsafe bytes[start + $0] == letters[$0] }
    }
    guard matches else { return expected("a value", bytes, start) }
    return start + word.utf8CodeUnitCount
  }

  /// Reads whatever value stands at `start`, for its grammar alone.
  mutating func value(_ bytes: Span<UInt8>, _ start: Int) -> Int? {
    switch bytes[start] {
    case ASCII.quote:
      guard let string = string(bytes, start) else { return nil }
      return string.end + 1
    case ASCII.openBrace, ASCII.openBracket:
      return nested(bytes, start)
    case ASCII.minus, ASCII.zero...ASCII.nine:
      guard let number = number(bytes, start) else { return nil }
      return number.end
    default:
      return word(bytes, start)
    }
  }
}

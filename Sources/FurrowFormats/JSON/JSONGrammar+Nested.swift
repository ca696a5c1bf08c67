internal import FurrowCore

extension JSONGrammar {
  /// How deep values may lie in each other; SQLite's own functions go as far.
  /// <https://www.sqlite.org/json1.html>
  static let maximumDepth = 1000

  /// Reads the array or object at `start`, for its grammar alone; returns the place behind it.
  mutating func nested(_ bytes: Span<UInt8>, _ start: Int) -> Int? {
    var open = OpenBrackets()
    var index = start
    while true {
      let byte = bytes[index]
      var isEmpty = false
      if byte == ASCII.openBrace || byte == ASCII.openBracket {
        guard open.depth < Self.maximumDepth else {
          return fail(index, .jsonError, "values lie more than \(Self.maximumDepth) deep")
        }
        open.push(isObject: byte == ASCII.openBrace)
        index = afterSpace(bytes, index + 1)
        isEmpty = bytes[index] == (open.isObject ? ASCII.closeBrace : ASCII.closeBracket)
        if !isEmpty {
          if open.isObject {
            guard let value = key(bytes, index) else { return nil }
            index = value
          }
          continue
        }
      } else {
        guard let end = value(bytes, index) else { return nil }
        index = end
      }
      guard let next = behindValue(bytes, index, &open) else { return nil }
      index = next
      if open.depth == 0 { return index }
    }
  }

  /// Goes on behind a value: past what closes, to the next value or behind the outermost bracket.
  private mutating func behindValue(
    _ bytes: Span<UInt8>,
    _ start: Int,
    _ open: inout OpenBrackets
  ) -> Int? {
    var index = start
    while open.depth > 0 {
      index = afterSpace(bytes, index)
      switch bytes[index] {
      case ASCII.comma:
        index = afterSpace(bytes, index + 1)
        return open.isObject ? key(bytes, index) : index
      case ASCII.closeBrace where open.isObject, ASCII.closeBracket where !open.isObject:
        open.pop()
        index += 1
      case let byte:
        let wanted = open.isObject ? "a comma or `}`" : "a comma or `]`"
        let failure: Int? = expected(wanted, bytes, index)
        fault?.isMismatch = byte == ASCII.closeBrace || byte == ASCII.closeBracket
        return failure
      }
    }
    return index
  }

  /// Reads the key at `start` and the colon behind it; returns the place of the value.
  private mutating func key(_ bytes: Span<UInt8>, _ start: Int) -> Int? {
    guard bytes[start] == ASCII.quote else { return expected("a key in quotes", bytes, start) }
    guard let string = string(bytes, start) else { return nil }
    return value(behindKey: string.end + 1, bytes)
  }

  /// Reads the colon behind a key; returns the place of the value.
  mutating func value(behindKey end: Int, _ bytes: Span<UInt8>) -> Int? {
    let colon = afterSpace(bytes, end)
    guard bytes[colon] == ASCII.colon else { return expected("a colon", bytes, colon) }
    return afterSpace(bytes, colon + 1)
  }
}

/// The brackets that are open, a bit each.
private struct OpenBrackets {
  private var bits = InlineArray<16, UInt64>(repeating: 0)
  private(set) var depth = 0

  /// Whether the innermost one is an object's.
  private(set) var isObject = false

  mutating func push(isObject: Bool) {
    let bit: UInt64 = 1 << UInt64(depth & 63)
    if isObject { bits[depth >> 6] |= bit } else { bits[depth >> 6] &= ~bit }
    depth += 1
    self.isObject = isObject
  }

  mutating func pop() {
    depth -= 1
    guard depth > 0 else { return }
    isObject = bits[(depth - 1) >> 6] >> UInt64((depth - 1) & 63) & 1 != 0
  }
}

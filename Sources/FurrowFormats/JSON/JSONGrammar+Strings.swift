internal import CScan
internal import FurrowCore

/// A string that was read.
struct JSONString {
  /// Where its closing quote stands.
  var end: Int
  /// Whether it holds escapes.
  var hasEscapes: Bool
  /// Whether it holds bytes beyond ASCII.
  var isHigh: Bool
}

extension JSONGrammar {
  /// Reads the string whose opening quote stands at `start`.
  @inline(__always)
  mutating func string(_ bytes: Span<UInt8>, _ start: Int) -> JSONString? {
    let plain = plainText(bytes, start + 1)
    let end = start + 1 + plain.plain
    if bytes[end] == ASCII.quote {
      return JSONString(end: end, hasEscapes: false, isHigh: plain.high != 0)
    }
    return rest(of: start, bytes, from: end, isHigh: plain.high != 0)
  }

  /// The bytes from `start` on that stand for themselves.
  @inline(__always)
  private func plainText(_ bytes: Span<UInt8>, _ start: Int) -> furrow_copied {
    // A byte that stops the search is in the buffer, and 64 more than are meant.
    unsafe bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return furrow_copied() }
      return unsafe furrow_json_plain(base + start)
    }
  }

  private mutating func rest(
    of start: Int,
    _ bytes: Span<UInt8>,
    from stop: Int,
    isHigh: Bool
  ) -> JSONString? {
    var index = stop
    var result = JSONString(end: stop, hasEscapes: false, isHigh: isHigh)
    while true {
      switch bytes[index] {
      case ASCII.quote:
        result.end = index
        return result
      case ASCII.backslash:
        guard let next = escape(bytes, index) else { return nil }
        result.hasEscapes = true
        index = next
      case ASCII.lineFeed where !spansLines:
        return fail(start, "the string that opens here is not closed before the line ends")
      default:
        return fail(
          index,
          "expected an escape, found the control character 0x\(hex(bytes[index])) in a string"
        )
      }
      let plain = plainText(bytes, index)
      index += plain.plain
      result.isHigh = result.isHigh || plain.high != 0
    }
  }

  /// Reads the escape at `start`; returns the place behind it, or behind both halves of a pair.
  private mutating func escape(_ bytes: Span<UInt8>, _ start: Int) -> Int? {
    switch bytes[start + 1] {
    case ASCII.quote, ASCII.backslash, UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return start + 2
    case UInt8(ascii: "u"):
      guard let unit = JSONEscapes.unit(bytes, start) else {
        return fail(start, "expected four hexadecimal digits behind \\u")
      }
      guard unit & 0xF800 == 0xD800 else { return start + 6 }
      guard unit < 0xDC00, let low = JSONEscapes.unit(bytes, start + 6), low & 0xFC00 == 0xDC00
      else {
        return fail(start, "a lone surrogate (\\u\(hex(unit))) is no character")
      }
      return start + 12
    default:
      return fail(
        start,
        "expected one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t or \\u, found "
          + JSONExcerpt.name(bytes, start)
      )
    }
  }

  private func hex(_ value: some FixedWidthInteger) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return digits.count < 2 ? "0" + digits : digits
  }

  private mutating func fail<Result>(_ offset: Int, _ message: String) -> Result? {
    fail(offset, .jsonError, message)
  }
}

/// From a string's escapes to what they stand for.
enum JSONEscapes {
  /// Returns the UTF-16 unit of the `\uXXXX` at `start`, or `nil` when there is none.
  static func unit(_ bytes: Span<UInt8>, _ start: Int) -> UInt16? {
    guard start + 6 <= bytes.count, bytes[start] == ASCII.backslash,
      bytes[start + 1] == UInt8(ascii: "u")
    else { return nil }
    var unit: UInt16 = 0
    for index in (start + 2)..<(start + 6) {
      switch bytes[index] {
      case ASCII.zero...ASCII.nine: unit = unit << 4 | UInt16(bytes[index] - ASCII.zero)
      case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"):
        unit = unit << 4 | UInt16(bytes[index] | 0x20 - 0x61 + 10)
      default: return nil
      }
    }
    return unit
  }

  /// Appends what `string` means; its grammar was read before.
  static func append(_ string: Span<UInt8>, to result: inout [UInt8]) {
    var index = 0
    while index < string.count {
      let byte = string[index]
      guard byte == ASCII.backslash, index + 1 < string.count else {
        result.append(byte)
        index += 1
        continue
      }
      switch string[index + 1] {
      case UInt8(ascii: "b"): result.append(0x08)
      case UInt8(ascii: "f"): result.append(0x0C)
      case UInt8(ascii: "n"): result.append(ASCII.lineFeed)
      case UInt8(ascii: "r"): result.append(ASCII.carriageReturn)
      case UInt8(ascii: "t"): result.append(ASCII.tab)
      case UInt8(ascii: "u"):
        index = appendUnit(string, index, to: &result)
        continue
      case let other: result.append(other)
      }
      index += 2
    }
  }

  private static func appendUnit(
    _ string: Span<UInt8>,
    _ start: Int,
    to result: inout [UInt8]
  ) -> Int {
    let unit = UInt32(unit(string, start) ?? 0)
    var value = unit
    var next = start + 6
    if unit & 0xFC00 == 0xD800, let low = self.unit(string, next) {
      value = 0x10000 + (unit & 0x3FF) << 10 + UInt32(low) & 0x3FF
      next += 6
    }
    result.append(contentsOf: String(Character(Unicode.Scalar(value) ?? "\u{FFFD}")).utf8)
    return next
  }
}

internal import FurrowCore

/// A number that was read.
struct JSONNumber {
  /// The place behind it.
  var end: Int
  /// A whole number within `Int64`, a double, or text when it is neither.
  var kind: Field.Kind
  /// The value's bits; none of text.
  var bits: UInt64
}

extension JSONGrammar {
  /// Reads the number at `start`.
  ///
  /// Without fraction and exponent it is whole; what no `Int64` holds keeps its digits as text. Others
  /// are the nearest double, or text beyond a double's range. <https://www.rfc-editor.org/rfc/rfc8259#section-6>
  @inline(__always)
  mutating func number(_ bytes: Span<UInt8>, _ start: Int) -> JSONNumber? {
    let isNegative = bytes[start] == ASCII.minus
    let first = start + (isNegative ? 1 : 0)
    var index = first
    var magnitude: UInt64 = 0
    while case let digit = bytes[index] &- ASCII.zero, digit < 10 {
      magnitude = magnitude &* 10 &+ UInt64(digit)
      index += 1
    }
    let digits = index - first
    let isPadded = digits > 1 && bytes[first] == ASCII.zero
    let next = bytes[index]
    guard digits > 0, !isPadded, next != ASCII.period, next | 0x20 != UInt8(ascii: "e"),
      digits <= 18
    else {
      return unusual(bytes, start, first: first, behindDigits: index, magnitude: magnitude)
    }
    let value = isNegative ? 0 &- magnitude : magnitude
    return JSONNumber(end: index, kind: .integer, bits: value)
  }

  /// Reads a number that has a fraction, an exponent or many digits, or is none.
  private mutating func unusual(
    _ bytes: Span<UInt8>,
    _ start: Int,
    first: Int,
    behindDigits: Int,
    magnitude: UInt64
  ) -> JSONNumber? {
    if behindDigits == first { return expected("a digit", bytes, first) }
    if behindDigits > first + 1, bytes[first] == ASCII.zero {
      return fail(first, .jsonError, "a number has no leading zeros")
    }
    var index = behindDigits
    var mantissa = magnitude
    var scale = 0
    if bytes[index] == ASCII.period {
      index += 1
      while case let digit = bytes[index] &- ASCII.zero, digit < 10 {
        mantissa = mantissa &* 10 &+ UInt64(digit)
        index += 1
      }
      scale = behindDigits + 1 - index
      if scale == 0 { return expected("a digit behind the point", bytes, index) }
    }
    let behindFraction = index
    if bytes[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      if bytes[index] == ASCII.plus || bytes[index] == ASCII.minus { index += 1 }
      let firstDigit = index
      while bytes[index] &- ASCII.zero < 10 { index += 1 }
      if index == firstDigit { return expected("a digit of the exponent", bytes, index) }
    } else if scale == 0 {
      guard let value = NumberText.integer(bytes.extracting(start..<index)) else {
        return JSONNumber(end: index, kind: .text, bits: 0)
      }
      return JSONNumber(end: index, kind: .integer, bits: UInt64(bitPattern: value))
    } else if behindFraction - first <= 16, -scale <= 15 {
      // Fifteen digits and the power are exact doubles, so that one rounding is all there is.
      let value = Double(mantissa) / Self.powersOfTen[-scale]
      let isNegative = first > start
      return JSONNumber(end: index, kind: .real, bits: (isNegative ? -value : value).bitPattern)
    }
    guard let value = NumberText.real(bytes.extracting(start..<index)) else {
      return JSONNumber(end: index, kind: .text, bits: 0)
    }
    return JSONNumber(end: index, kind: .real, bits: value.bitPattern)
  }

  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]
}

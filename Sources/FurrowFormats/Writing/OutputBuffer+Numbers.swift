internal import FurrowCore

extension OutputBuffer {
  /// Appends all digits of `value`.
  mutating func append(_ value: Int64) {
    if value < 0 { append(ASCII.minus) }
    appendDigits(value.magnitude, atLeast: 1)
  }

  /// Appends the shortest digits that read back as `value`, with `.0` or an exponent where it is whole.
  ///
  /// The digits are those of `Double.description`.
  /// - Precondition: `value` is finite.
  mutating func append(_ value: Double) {
    if value.sign == .minus { append(ASCII.minus) }
    let magnitude = value.magnitude
    if magnitude == 0 || magnitude >= 1e-4, appendShort(magnitude) { return }
    append(magnitude.description)
  }

  /// Appends `value` if few decimals are enough to tell it; false when nothing was appended.
  ///
  /// A decimal of at most 15 digits is the only one of its length that rounds to its double, so the
  /// first that does is the shortest. Numerator and power of ten are exact, so the one division rounds
  /// as reading the text does. <https://www.exploringbinary.com/fast-path-decimal-to-floating-point-conversion/>
  private mutating func appendShort(_ value: Double) -> Bool {
    var power = 1.0
    for decimals in 0...9 {
      let scaled = value * power
      guard scaled < 1e15 else { return false }
      let numerator = UInt64(scaled + 0.5)
      let rounded = Double(numerator)
      if (rounded - scaled).magnitude <= scaled * 0x1p-51, rounded / power == value {
        appendDecimal(numerator, power: UInt64(power), decimals: decimals)
        return true
      }
      power *= 10
    }
    return false
  }

  private mutating func appendDecimal(_ numerator: UInt64, power: UInt64, decimals: Int) {
    let (whole, part) = numerator.quotientAndRemainder(dividingBy: power)
    appendDigits(whole, atLeast: 1)
    append(ASCII.period)
    appendDigits(part, atLeast: max(decimals, 1))
  }

  /// Appends `value` in decimal, with zeros before it up to `width` digits.
  private mutating func appendDigits(_ value: UInt64, atLeast width: Int) {
    var digits: InlineArray<20, UInt8> = .init(repeating: ASCII.zero)
    var start = 20
    var rest = value
    while rest > 0 {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      start -= 1
      digits[start] = ASCII.zero + UInt8(truncatingIfNeeded: digit)
      rest = quotient
    }
    start = min(start, 20 - width)
    append(digits.span.extracting(start..<20))
  }
}

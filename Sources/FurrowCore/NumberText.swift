/// Numbers as they are written, read straight from bytes.
public enum NumberText {
  /// Returns the whole number that `text` is: an optional sign and ASCII digits, within `Int64`.
  ///
  /// Leading zeros are allowed, as in XML Schema's integer.
  public static func integer(_ text: Span<UInt8>) -> Int64? {
    var index = 0
    var isNegative = false
    if index < text.count, text[index] == ASCII.minus || text[index] == ASCII.plus {
      isNegative = text[index] == ASCII.minus
      index = 1
    }
    guard index < text.count else { return nil }
    // Eighteen digits cannot overflow; the rest is added with a check.
    let safe = min(text.count, index + 18)
    var magnitude: UInt64 = 0
    while index < safe {
      let digit = text[index] &- ASCII.zero
      guard digit < 10 else { return nil }
      magnitude = magnitude &* 10 &+ UInt64(digit)
      index += 1
    }
    while index < text.count {
      let digit = text[index] &- ASCII.zero
      guard digit < 10 else { return nil }
      let (product, overflows) = magnitude.multipliedReportingOverflow(by: 10)
      let (sum, carries) = product.addingReportingOverflow(UInt64(digit))
      guard !overflows, !carries else { return nil }
      magnitude = sum
      index += 1
    }
    if isNegative {
      return magnitude <= Int64.min.magnitude ? Int64(truncatingIfNeeded: 0 &- magnitude) : nil
    }
    return Int64(exactly: magnitude)
  }

  /// Returns the double nearest to the number that `text` is.
  ///
  /// A number is an optional sign, digits with at most one point, and an optional exponent; `INF`
  /// and `-INF` in any case are the infinities, as in Table Schema. A number too large for a
  /// double, or too small to differ from zero, is none here: its value would be another.
  public static func real(_ text: Span<UInt8>) -> Double? {
    guard let parts = DecimalParts(text) else { return infinity(text) }
    if let value = parts.exactValue { return value }
    var bytes: [UInt8] = []
    for index in text.indices { bytes.append(text[index]) }
    guard let value = Double(String(decoding: bytes, as: UTF8.self)), value.isFinite,
      value != 0 || parts.isZero
    else { return nil }
    return value
  }

  /// Returns the whole number that `text` is, however it is written: `007`, `1.0` and `1e3` are.
  ///
  /// It is decided by the digits, so that no rounding makes one of another number.
  public static func wholeNumber(_ text: Span<UInt8>) -> Int64? {
    if let value = integer(text) { return value }
    guard let parts = DecimalParts(text) else { return nil }
    return parts.wholeValue(text)
  }

  /// Returns the double that `text` is, if all its digits are those of the double, too.
  ///
  /// Fifteen significant digits always are; a number of more would be stored as another.
  /// <https://www.sqlite.org/floatingpoint.html>
  public static func decimal(_ text: Span<UInt8>) -> Double? {
    guard let parts = DecimalParts(text), parts.significantDigits <= 15 else { return nil }
    return real(text)
  }

  /// Whether a column of numeric affinity stores `text` so that it is read back as it was written.
  ///
  /// SQLite takes a text that is a number, blanks around it included, for that number.
  /// <https://www.sqlite.org/datatype3.html#type_affinity>
  public static func isKeptByNumericAffinity(_ text: Span<UInt8>) -> Bool {
    var start = 0
    var end = text.count
    while start < end, isBlank(text[start]) { start += 1 }
    while end > start, isBlank(text[end - 1]) { end -= 1 }
    let number = text.extracting(start..<end)
    guard DecimalParts(number) != nil else { return true }
    guard number.count == text.count else { return false }
    if let value = integer(text) { return isWritten(text, as: String(value)) }
    guard let value = decimal(text), value != value.rounded() else { return false }
    return isWritten(text, as: value.description)
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == ASCII.space || (ASCII.tab...ASCII.carriageReturn).contains(byte)
  }

  private static func isWritten(_ text: Span<UInt8>, as other: String) -> Bool {
    guard other.utf8.count == text.count else { return false }
    return zip(other.utf8, text.indices).allSatisfy { $0 == text[$1] }
  }

  private static func infinity(_ text: Span<UInt8>) -> Double? {
    let hasSign = text.count == 4 && (text[0] == ASCII.minus || text[0] == ASCII.plus)
    guard hasSign || text.count == 3 else { return nil }
    let start = hasSign ? 1 : 0
    let isWord =
      text[start] | 0x20 == UInt8(ascii: "i") && text[start + 1] | 0x20 == UInt8(ascii: "n")
      && text[start + 2] | 0x20 == UInt8(ascii: "f")
    guard isWord else { return nil }
    return hasSign && text[0] == ASCII.minus ? -.infinity : .infinity
  }
}

/// The digits and the exponent of a decimal number.
private struct DecimalParts {
  private var mantissa: UInt64 = 0
  private var digits = 0
  private var exponent = 0
  private var isNegative = false
  private(set) var isZero = true
  /// Digits from the first to the last that is not zero.
  private(set) var significantDigits = 0

  /// Takes `text` apart; `nil` when it is no decimal number.
  init?(_ text: Span<UInt8>) {
    var index = 0
    if index < text.count, text[index] == ASCII.minus || text[index] == ASCII.plus {
      isNegative = text[index] == ASCII.minus
      index = 1
    }
    var written = 0
    var hasPoint = false
    while index < text.count {
      let byte = text[index]
      if byte == ASCII.period, !hasPoint {
        hasPoint = true
      } else if case let digit = byte &- ASCII.zero, digit < 10 {
        written += 1
        if digit != 0 { isZero = false }
        if digits > 0 || digit != 0 { digits += 1 }
        if digit != 0 { significantDigits = digits }
        if digits <= 19 { mantissa = mantissa &* 10 &+ UInt64(digit) }
        if hasPoint { exponent -= 1 }
      } else {
        break
      }
      index += 1
    }
    guard written > 0 else { return nil }
    guard index < text.count else { return }
    guard text[index] | 0x20 == UInt8(ascii: "e") else { return nil }
    guard let power = NumberText.integer(text.extracting((index + 1)..<text.count)) else {
      return nil
    }
    exponent += Int(max(-100_000, min(100_000, power)))
  }

  /// The whole number that the digits of `text` are, its own text, or `nil` when they are none.
  func wholeValue(_ text: Span<UInt8>) -> Int64? {
    if isZero { return 0 }
    let wholeDigits = digits + exponent
    guard significantDigits <= wholeDigits, wholeDigits <= 19 else { return nil }
    var magnitude: UInt64 = 0
    var taken = 0
    var index = 0
    while taken < wholeDigits {
      var digit: UInt8 = 0
      if taken < significantDigits {
        digit = text[index] &- ASCII.zero
        index += 1
        // A sign, the point, or a zero before the first digit that counts.
        if digit > 9 || taken == 0 && digit == 0 { continue }
      }
      let (product, overflows) = magnitude.multipliedReportingOverflow(by: 10)
      let (sum, carries) = product.addingReportingOverflow(UInt64(digit))
      guard !overflows, !carries else { return nil }
      magnitude = sum
      taken += 1
    }
    if isNegative {
      return magnitude <= Int64.min.magnitude ? Int64(truncatingIfNeeded: 0 &- magnitude) : nil
    }
    return Int64(exactly: magnitude)
  }

  /// The value, when a double holds both the digits and the power of ten exactly.
  ///
  /// One rounding is then all there is, so it is the nearest double (Clinger, 1990).
  var exactValue: Double? {
    guard digits <= 19, mantissa <= 1 << 53, abs(exponent) <= 22 else { return nil }
    let power = Self.powersOfTen[abs(exponent)]
    let value = exponent < 0 ? Double(mantissa) / power : Double(mantissa) * power
    return isNegative ? -value : value
  }

  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}

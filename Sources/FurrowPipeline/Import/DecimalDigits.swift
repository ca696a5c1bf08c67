internal import FurrowCore

/// The digits of a decimal number and where its point stands: two are equal when the numbers are.
struct DecimalDigits: Equatable {
  /// From the first that is not 0 to the last that is not 0.
  private var digits: [UInt8] = []
  /// The power of ten of the last digit.
  private var exponent = 0

  /// Takes a number apart: digits, at most one point, and perhaps an exponent.
  init(_ text: some Sequence<UInt8>) {
    var hasPoint = false
    var power = 0
    var isPowerNegative = false
    var isInPower = false
    for byte in text {
      switch byte {
      case ASCII.zero...ASCII.nine where isInPower:
        power = min(100_000, power * 10 + Int(byte - ASCII.zero))
      case ASCII.zero...ASCII.nine:
        if !digits.isEmpty || byte != ASCII.zero { digits.append(byte) }
        if hasPoint { exponent -= 1 }
      case ASCII.period: hasPoint = true
      case ASCII.minus where isInPower: isPowerNegative = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"): isInPower = true
      default: break
      }
    }
    exponent += isPowerNegative ? -power : power
    while digits.last == ASCII.zero {
      digits.removeLast()
      exponent += 1
    }
    if digits.isEmpty { exponent = 0 }
  }
}

/// A REAL as SQL text that SQLite reads as the same double.
///
/// SQLite reads decimal digits with a few bits to spare only, so the shortest digits that give a double
/// may give its neighbour where they lie close to the middle between the two; there 17 digits stand,
/// which lie close to the double itself. Below 1e-280 its powers of ten are coarser than that, and the
/// double is a product with a power of two, which is exact. <https://www.sqlite.org/floatingpoint.html>
struct SQLReal {
  /// What SQLite reads as just this value, but for its sign; it is finite.
  let text: String

  init(_ value: Double) {
    let magnitude = value.magnitude
    let sign = value.sign == .minus ? "-" : ""
    if magnitude < 0x1p53, Double(Int64(magnitude)) == magnitude {
      text = sign + magnitude.description
    } else if magnitude < 0x1p-1054 {
      // The doubles are so few there that a digit more or less does not matter.
      text = sign + magnitude.description
    } else if magnitude < 1e-280 {
      text = "\(sign)\(Self.digits(of: magnitude * 0x1p512))*7.4583407312002067e-155"
    } else {
      text = sign + Self.digits(of: magnitude)
    }
  }

  /// The shortest digits of `value` if they lie well within the numbers that are closest to it, else 17.
  private static func digits(of value: Double) -> String {
    let shortest = value.description
    var exact = ExactDecimal(value)
    var short = ExactDecimal(digits: shortest)
    exact.align(with: &short)
    let distance = max(exact.digits, short.digits) - min(exact.digits, short.digits)
    // Below a power of two the doubles lie twice as close.
    let half = value.ulp / (value.significand == 1 ? 4 : 2)
    let isClear = Double(distance) / Double(exact.digits) < 0.997 * half / value
    return isClear ? shortest : exact.rounded
  }
}

/// A number as `digits` x 10^`exponent`, exactly or to 28 digits at least.
private struct ExactDecimal {
  var digits: UInt128
  var exponent: Int

  private static let base: UInt64 = 1_000_000_000

  /// Takes a normal number above 1e-280.
  init(_ value: Double) {
    let significand = value.significandBitPattern | 1 << 52
    let power = Int(value.exponent) - 52
    var limbs = [significand % Self.base, significand / Self.base]
    // Halving is multiplying by five and moving the point.
    let (factor, step) = power < 0 ? (UInt64(5), 13) : (2, 29)
    var left = power.magnitude
    while left > 0 {
      let count = min(left, UInt(step))
      var carry: UInt64 = 0
      let multiplier = (0..<count).reduce(UInt64(1)) { product, _ in product * factor }
      for index in limbs.indices {
        let product = limbs[index] * multiplier + carry
        (limbs[index], carry) = (product % Self.base, product / Self.base)
      }
      while carry > 0 {
        limbs.append(carry % Self.base)
        carry /= Self.base
      }
      left -= count
    }
    while limbs.last == 0 { limbs.removeLast() }
    digits = limbs.suffix(4).reversed().reduce(0) { $0 * UInt128(Self.base) + UInt128($1) }
    exponent = min(power, 0) + 9 * max(limbs.count - 4, 0)
  }

  /// Reads the digits of a number above zero: `0.5`, `1e-07`.
  init(digits text: String) {
    (digits, exponent) = (0, 0)
    var isFraction = false
    for (index, byte) in text.utf8.enumerated() {
      switch byte {
      case UInt8(ascii: "."): isFraction = true
      case UInt8(ascii: "e"):
        exponent += Int(String(text.utf8.dropFirst(index + 1)) ?? "") ?? 0
        return
      default:
        digits = digits * 10 + UInt128(byte - UInt8(ascii: "0"))
        if isFraction { exponent -= 1 }
      }
    }
  }

  /// Gives the two the same exponent: that of the finer one.
  mutating func align(with other: inout ExactDecimal) {
    while exponent > other.exponent { (digits, exponent) = (digits * 10, exponent - 1) }
    while other.exponent > exponent {
      (other.digits, other.exponent) = (other.digits * 10, other.exponent - 1)
    }
  }

  /// The number with 17 digits.
  var rounded: String {
    var (digits, exponent) = (digits, exponent)
    var last: UInt128 = 0
    let limit: UInt128 = 100_000_000_000_000_000
    while digits >= limit {
      last = digits % 10
      (digits, exponent) = (digits / 10, exponent + 1)
    }
    if last >= 5 { digits += 1 }
    let text = String(digits)
    return "\(text.prefix(1)).\(text.dropFirst())e\(exponent + text.utf8.count - 1)"
  }
}

/// A whole number with a unit behind it: `256MiB`, `10s`.
enum ScaledNumber {
  /// Returns the number times the factor of its unit.
  ///
  /// Units are compared without regard to case. The result is `nil` for a missing number, a unit
  /// that is not in `factors`, and a product that does not fit.
  static func read(_ text: String, factors: [String: Int]) -> Int? {
    let digits = text.utf8.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    let unit = text[digits.endIndex...].lowercased()
    guard let number = Int(text[..<digits.endIndex]), let factor = factors[unit] else { return nil }
    let (product, overflow) = number.multipliedReportingOverflow(by: factor)
    return overflow ? nil : product
  }
}

extension ValueParser where Value == Int {
  /// A number of bytes: `64k`, `256MiB`, `1GB`.
  ///
  /// As in the GNU tools, `k`, `M`, `G`, `T` and `KiB`, `MiB`, `GiB`, `TiB` are powers of 1024,
  /// `kB`, `MB`, `GB`, `TB` powers of 1000.
  package static func size(_ placeholder: String, atLeast minimum: Int = 0) -> Self {
    Self(placeholder) { text throws(ValueFault) in
      guard let bytes = ScaledNumber.read(text, factors: sizeFactors), bytes >= minimum else {
        let bound = minimum > 0 ? " of at least \(minimum) bytes" : ""
        throw ValueFault(expected: "a size\(bound) such as 64k, 256MiB or 1GB", found: text)
      }
      return bytes
    }
  }

  private static var sizeFactors: [String: Int] {
    [
      "": 1, "b": 1,
      "k": 1 << 10, "kib": 1 << 10, "kb": 1_000,
      "m": 1 << 20, "mib": 1 << 20, "mb": 1_000_000,
      "g": 1 << 30, "gib": 1 << 30, "gb": 1_000_000_000,
      "t": 1 << 40, "tib": 1 << 40, "tb": 1_000_000_000_000,
    ]
  }
}

extension ValueParser where Value == Duration {
  /// A length of time: `500ms`, `10s`, `2m`, `1h`.
  ///
  /// The longest is what SQLite can wait for, 2^31 - 1 milliseconds.
  package static func duration(_ placeholder: String) -> Self {
    Self(placeholder) { text throws(ValueFault) in
      let factors = ["ms": 1, "s": 1_000, "m": 60_000, "h": 3_600_000]
      guard let milliseconds = ScaledNumber.read(text, factors: factors) else {
        throw ValueFault(expected: "a duration such as 500ms, 10s or 2m", found: text)
      }
      guard milliseconds <= Int(Int32.max) else {
        throw ValueFault(expected: "a duration of less than 25 days", found: text)
      }
      return .milliseconds(milliseconds)
    }
  }
}

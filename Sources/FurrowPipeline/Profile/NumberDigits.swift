/// Numbers of a database as the text that tells them apart.
enum NumberDigits {
  /// Appends a whole number in decimal digits.
  static func append(_ number: Int64, to bytes: inout [UInt8]) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    let start = bytes.count
    var rest = number.magnitude
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    bytes[start...].reverse()
  }

  /// Appends a number in its shortest form.
  static func append(_ number: Double, to bytes: inout [UInt8]) {
    // A few bytes of text, which Swift keeps without a heap.
    bytes.append(contentsOf: number.description.utf8)
  }
}

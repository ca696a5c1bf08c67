/// From text to the bytes it stands for. <https://www.rfc-editor.org/rfc/rfc4648>
package enum BlobDecoding {
  /// Returns the bytes that `text` stands for, or `nil` when it is not of that form.
  package static func bytes(_ text: Span<UInt8>, _ form: BlobText) -> [UInt8]? {
    switch form {
    case .base64: base64(text)
    case .hex: hex(text)
    }
  }

  private static func hex(_ text: Span<UInt8>) -> [UInt8]? {
    guard text.count.isMultiple(of: 2) else { return nil }
    var result: [UInt8] = []
    result.reserveCapacity(text.count / 2)
    for index in stride(from: 0, to: text.count, by: 2) {
      guard let high = nibble(text[index]), let low = nibble(text[index + 1]) else { return nil }
      result.append(high << 4 | low)
    }
    return result
  }

  private static func nibble(_ byte: UInt8) -> UInt8? {
    switch byte {
    case ASCII.zero...ASCII.nine: byte - ASCII.zero
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  private static func base64(_ text: Span<UInt8>) -> [UInt8]? {
    guard text.count.isMultiple(of: 4) else { return nil }
    var padding = 0
    while padding < 2, padding < text.count, text[text.count - 1 - padding] == UInt8(ascii: "=") {
      padding += 1
    }
    var result: [UInt8] = []
    result.reserveCapacity(text.count / 4 * 3)
    var bits: UInt32 = 0
    var count = 0
    for index in 0..<(text.count - padding) {
      guard let digit = base64Digit(text[index]) else { return nil }
      bits = bits << 6 | UInt32(digit)
      count += 6
      if count >= 8 {
        count -= 8
        result.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    // Bits that no byte takes must be zero, or two texts would stand for the same bytes.
    guard bits & (1 << UInt32(count) - 1) == 0 else { return nil }
    return result
  }

  private static func base64Digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
    case ASCII.zero...ASCII.nine: byte - ASCII.zero + 52
    case ASCII.plus: 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}

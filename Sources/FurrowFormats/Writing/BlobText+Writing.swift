internal import FurrowCore

extension BlobText {
  /// Appends `blob` as text; hexadecimal digits are capitals.
  func append(_ blob: Span<UInt8>, to buffer: inout OutputBuffer) {
    switch self {
    case .base64: appendBase64(blob, to: &buffer)
    case .hex:
      for index in blob.indices {
        buffer.append(hexDigit(blob[index] >> 4))
        buffer.append(hexDigit(blob[index] & 15))
      }
    }
  }

  /// The text that stands for `blob`.
  package func text(of blob: Span<UInt8>) -> [UInt8] {
    var buffer = OutputBuffer(capacity: blob.count * 2 + 4)
    append(blob, to: &buffer)
    let text = buffer.span
    return text.indices.map { text[$0] }
  }

  private func appendBase64(_ blob: Span<UInt8>, to buffer: inout OutputBuffer) {
    var index = 0
    while index < blob.count {
      let left = min(blob.count - index, 3)
      var group: UInt32 = 0
      for offset in 0..<3 {
        group = group << 8 | (offset < left ? UInt32(blob[index + offset]) : 0)
      }
      for place in 0..<4 {
        let value = UInt8(truncatingIfNeeded: group >> UInt32(18 - 6 * place) & 63)
        buffer.append(place <= left ? base64Letter(value) : UInt8(ascii: "="))
      }
      index += 3
    }
  }

  private func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }

  private func base64Letter(_ value: UInt8) -> UInt8 {
    switch value {
    case 0..<26: UInt8(ascii: "A") + value
    case 26..<52: UInt8(ascii: "a") + value - 26
    case 52..<62: UInt8(ascii: "0") + value - 52
    case 62: UInt8(ascii: "+")
    default: UInt8(ascii: "/")
    }
  }
}

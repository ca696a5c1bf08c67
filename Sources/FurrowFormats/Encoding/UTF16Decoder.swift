/// Decodes UTF-16. <https://www.rfc-editor.org/rfc/rfc2781#section-2.2>
struct UTF16Decoder: TextDecoder {
  private let isBig: Bool

  init(_ order: TextEncoding.ByteOrder) {
    isBig = order == .big
  }

  mutating func decode(
    _ bytes: Span<UInt8>,
    isLast: Bool,
    into output: inout [UInt8]
  ) throws(UndecodableText) -> Int {
    var index = 0
    while index + 1 < bytes.count {
      let unit = unit(bytes, index)
      guard unit & 0xF800 == 0xD800 else {
        append(unit, to: &output)
        index += 2
        continue
      }
      let isLead = unit < 0xDC00
      if isLead, index + 3 >= bytes.count, !isLast { return index }
      if isLead, index + 3 < bytes.count, case let low = self.unit(bytes, index + 2),
        low & 0xFC00 == 0xDC00
      {
        append(0x10000 + (unit & 0x3FF) << 10 + low & 0x3FF, to: &output)
        index += 4
      } else {
        append(unit, to: &output)
        index += 2
      }
    }
    guard isLast, index < bytes.count else { return index }
    output.append(undecodable)
    return bytes.count
  }

  @inline(__always)
  private func unit(_ bytes: Span<UInt8>, _ index: Int) -> UInt32 {
    let (first, second) = (UInt32(bytes[index]), UInt32(bytes[index + 1]))
    return isBig ? first << 8 | second : second << 8 | first
  }
}

/// Makes UTF-8 of what is nearly UTF-8, by choice.
struct UTF8Repair: TextDecoder {
  private let table: SingleByteDecoder?

  /// Replaces what is at fault, or takes it for Windows-1252.
  init(_ wish: BadBytes) {
    table = wish == .windows1252 ? .windows1252 : nil
  }

  mutating func decode(
    _ bytes: Span<UInt8>,
    isLast: Bool,
    into output: inout [UInt8]
  ) throws(UndecodableText) -> Int {
    let end = isLast ? bytes.count : bytes.count - unfinishedBytes(bytes)
    var start = 0
    while start < end {
      let rest = bytes.extracting(start..<end)
      do throws(UTF8.ValidationError) {
        _ = try UTF8Span(validating: rest)
        append(rest, to: &output)
        return end
      } catch {
        let fault = error.byteOffsets
        append(rest.extracting(0..<fault.lowerBound), to: &output)
        if let table {
          for index in fault { table.append(rest[index], to: &output) }
        } else {
          FurrowFormats.append(0xFFFD, to: &output)
        }
        start += max(fault.upperBound, 1)
      }
    }
    return end
  }

  private func append(_ bytes: Span<UInt8>, to output: inout [UInt8]) {
    for index in bytes.indices { output.append(bytes[index]) }
  }

  /// How many bytes at the end may be the start of a longer character.
  private func unfinishedBytes(_ bytes: Span<UInt8>) -> Int {
    for length in 1...3 where length <= bytes.count {
      let byte = bytes[bytes.count - length]
      if byte & 0xC0 == 0x80 { continue }
      let wanted = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      return length < wanted ? length : 0
    }
    return 0
  }
}

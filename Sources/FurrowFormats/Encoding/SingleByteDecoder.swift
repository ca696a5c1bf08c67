/// Decodes an encoding of one byte a character.
struct SingleByteDecoder: TextDecoder {
  /// What the bytes from 0x80 on mean; 0 is nothing.
  private let table: [UInt16]

  /// ISO-8859-1: the numbers are Unicode's.
  static var latin1: Self { Self(table: Array(0x80...0xFF)) }
  /// Windows-1252. <https://www.unicode.org/Public/MAPPINGS/VENDORS/MICSFT/WINDOWS/CP1252.TXT>
  static var windows1252: Self { Self(table: Self.lowWindows1252 + Array(0xA0...0xFF)) }

  mutating func decode(
    _ bytes: Span<UInt8>,
    isLast: Bool,
    into output: inout [UInt8]
  ) throws(UndecodableText) -> Int {
    for index in bytes.indices { append(bytes[index], to: &output) }
    return bytes.count
  }

  /// Appends what `byte` means; where it means nothing it stands for itself, and is no UTF-8.
  @inline(__always)
  func append(_ byte: UInt8, to output: inout [UInt8]) {
    guard byte >= 0x80, case let scalar = table[Int(byte) - 0x80], scalar != 0 else {
      return output.append(byte)
    }
    FurrowFormats.append(UInt32(scalar), to: &output)
  }

  private static let lowWindows1252: [UInt16] = [
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
    0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
    0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178,
  ]
}

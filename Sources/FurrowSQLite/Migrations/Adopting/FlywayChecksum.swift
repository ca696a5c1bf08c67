/// Flyway's fingerprint of a file.
enum FlywayChecksum {
  /// The CRC-32 (ISO 3309) of all lines without their ends, and without a byte order mark.
  static func of(_ bytes: [UInt8]) -> Int64 {
    let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    var remainder: UInt32 = 0xFFFF_FFFF
    for byte in body where byte != 0x0A && byte != 0x0D {
      remainder ^= UInt32(byte)
      for _ in 0..<8 {
        remainder = remainder & 1 == 1 ? remainder >> 1 ^ 0xEDB8_8320 : remainder >> 1
      }
    }
    return Int64(Int32(bitPattern: ~remainder))
  }
}

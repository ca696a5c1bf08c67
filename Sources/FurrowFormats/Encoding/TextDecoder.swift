/// Makes UTF-8 of bytes in another encoding.
///
/// What cannot be decoded becomes bytes that are not UTF-8, so that the record which holds it is
/// rejected by whoever reads the text, and no other.
protocol TextDecoder {
  /// Decodes what is whole of `bytes`, appends it to `output`, and returns how much that was.
  ///
  /// `isLast` says that nothing follows: then everything is decoded.
  /// - Throws: ``UndecodableText`` when not even the place of the next character is known.
  mutating func decode(
    _ bytes: Span<UInt8>,
    isLast: Bool,
    into output: inout [UInt8]
  ) throws(UndecodableText) -> Int
}

/// Bytes behind which nothing can be decoded.
struct UndecodableText: Error {
  /// Counted from the first byte that was given.
  var offset: Int
}

/// A byte that is never part of UTF-8. <https://www.rfc-editor.org/rfc/rfc3629#section-1>
let undecodable: UInt8 = 0xFF

/// Appends the character called `scalar`, in UTF-8.
///
/// A surrogate gets the three bytes that its number has there, which are no UTF-8.
func append(_ scalar: UInt32, to output: inout [UInt8]) {
  switch scalar {
  case 0..<0x80:
    output.append(UInt8(scalar))
  case 0x80..<0x800:
    output.append(0xC0 | UInt8(scalar >> 6))
    output.append(continuation(scalar))
  case 0x800..<0x10000:
    output.append(0xE0 | UInt8(scalar >> 12))
    output.append(continuation(scalar >> 6))
    output.append(continuation(scalar))
  default:
    output.append(0xF0 | UInt8(truncatingIfNeeded: scalar >> 18))
    output.append(continuation(scalar >> 12))
    output.append(continuation(scalar >> 6))
    output.append(continuation(scalar))
  }
}

private func continuation(_ bits: UInt32) -> UInt8 {
  0x80 | UInt8(truncatingIfNeeded: bits & 0x3F)
}

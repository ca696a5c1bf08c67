internal import FurrowCore

/// Bytes that are not UTF-8 in a text that was read as UTF-8, and what they may be.
public struct CodePageEvidence: Sendable, Equatable {
  /// The first byte that is not UTF-8, counted from 0.
  public let offset: Int
  /// Its value.
  public let byte: UInt8
  /// The line it stands on, counted from 1.
  public let line: Int
  /// Whether no character outside ASCII is written as UTF-8 anywhere, so that the text is in a code
  /// page throughout rather than damaged in a place.
  public let isThroughout: Bool
  /// The code page that gives every byte a meaning.
  ///
  /// It is Windows-1252, or ISO-8859-1 where bytes stand that have none there. Others would fit as
  /// well, and bytes do not tell which.
  public let likely: TextEncoding

  init?(_ sample: TextSample) {
    guard sample.encoding == .utf8 else { return nil }
    let bytes = sample.bytes
    var index = 0
    var first: Int?
    var hasCharacters = false
    var hasUndefined = false
    while index < bytes.count {
      if bytes[index] < 0x80 {
        index += 1
        continue
      }
      let length = Self.length(of: bytes, at: index)
      if length > 0 {
        hasCharacters = true
        index += length
        continue
      }
      // A character that the sample cuts in two is no fault.
      if !sample.isWhole, index + 3 >= bytes.count { break }
      first = first ?? index
      hasUndefined = hasUndefined || [0x81, 0x8D, 0x8F, 0x90, 0x9D].contains(bytes[index])
      index += 1
    }
    guard let first else { return nil }
    offset = first + sample.markBytes
    byte = bytes[first]
    line = 1 + bytes[..<first].count { $0 == ASCII.lineFeed }
    isThroughout = !hasCharacters && sample.markBytes == 0
    likely = hasUndefined ? .latin1 : .windows1252
  }

  /// The bytes of the character outside ASCII at `index`; 0 when it is not UTF-8.
  private static func length(of bytes: [UInt8], at index: Int) -> Int {
    let length =
      switch bytes[index] {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 0
      }
    guard length > 0, index + length <= bytes.count else { return 0 }
    return bytes[index + 1..<index + length].allSatisfy { $0 & 0xC0 == 0x80 } ? length : 0
  }
}

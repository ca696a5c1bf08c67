internal import FurrowCore

/// From a field as it is written to the bytes it means.
enum FieldDecoding {
  /// Appends `field` with each doubled quote made one.
  static func appendUndoubled(_ field: Span<UInt8>, quote: UInt8, to bytes: inout [UInt8]) {
    var index = 0
    while index < field.count {
      let byte = field[index]
      bytes.append(byte)
      let isDoubled = byte == quote && index + 1 < field.count && field[index + 1] == quote
      index += isDoubled ? 2 : 1
    }
  }

  /// What a field with backslash escapes is.
  enum Unescaped: Equatable {
    /// It holds no backslash.
    case plain
    /// It is `\N`.
    case null
    /// It was decoded.
    case decoded
    /// It holds an escape that is not one, at this offset.
    case unknown(at: Int)
  }

  /// Decodes `\t`, `\n`, `\r` and `\\` of `field` into `bytes`.
  static func unescape(_ field: Span<UInt8>, into bytes: inout [UInt8]) -> Unescaped {
    if field.count == 2, field[0] == ASCII.backslash, field[1] == UInt8(ascii: "N") { return .null }
    var result = Unescaped.plain
    var index = 0
    while index < field.count {
      let byte = field[index]
      guard byte == ASCII.backslash else {
        bytes.append(byte)
        index += 1
        continue
      }
      result = .decoded
      switch index + 1 < field.count ? field[index + 1] : 0 {
      case UInt8(ascii: "t"): bytes.append(ASCII.tab)
      case UInt8(ascii: "n"): bytes.append(ASCII.lineFeed)
      case UInt8(ascii: "r"): bytes.append(ASCII.carriageReturn)
      case ASCII.backslash: bytes.append(ASCII.backslash)
      default: return .unknown(at: index)
      }
      index += 2
    }
    return result
  }
}

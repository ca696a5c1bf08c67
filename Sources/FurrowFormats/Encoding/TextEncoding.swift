/// How text is written as bytes.
public enum TextEncoding: Sendable, Equatable {
  /// As a byte order mark or the bytes of its head prove it, else UTF-8.
  case automatic
  /// UTF-8. <https://www.rfc-editor.org/rfc/rfc3629>
  case utf8
  /// UTF-16; without an order, a byte order mark or the head has to prove one.
  /// <https://www.rfc-editor.org/rfc/rfc2781>
  case utf16(ByteOrder?)
  /// Windows-1252, in which five bytes have no meaning.
  case windows1252
  /// ISO-8859-1: each byte is the character of that number.
  case latin1
  /// Another one that the system's iconv knows by this name.
  case other(String)

  /// Which byte of a unit comes first.
  public enum ByteOrder: String, Sendable {
    /// The less significant one.
    case little = "LE"
    /// The more significant one.
    case big = "BE"
  }

  /// Finds an encoding by its name, whatever the case of its letters; `nil` when nobody knows it.
  ///
  /// `auto` is the automatic one. Names are those of IANA.
  /// <https://www.iana.org/assignments/character-sets/character-sets.xhtml>
  public init?(_ name: String) {
    switch name.lowercased().filter({ $0 != "-" && $0 != "_" }) {
    case "auto": self = .automatic
    case "utf8", "ascii", "usascii": self = .utf8
    case "utf16": self = .utf16(nil)
    case "utf16le": self = .utf16(.little)
    case "utf16be": self = .utf16(.big)
    case "windows1252", "cp1252": self = .windows1252
    case "iso88591", "latin1": self = .latin1
    default:
      guard IconvDecoder.knows(name) else { return nil }
      self = .other(name)
    }
  }

  /// The name, as messages have it.
  public var name: String {
    switch self {
    case .automatic: "auto"
    case .utf8: "UTF-8"
    case .utf16(let order): "UTF-16" + (order?.rawValue ?? "")
    case .windows1252: "windows-1252"
    case .latin1: "ISO-8859-1"
    case .other(let name): name
    }
  }
}

/// What becomes of bytes that are not UTF-8 where UTF-8 is read.
public enum BadBytes: String, Sendable, CaseIterable {
  /// Their record is rejected.
  case reject
  /// Each sequence becomes U+FFFD.
  case replace
  /// Each byte means what it means in Windows-1252.
  case windows1252 = "windows-1252"
}

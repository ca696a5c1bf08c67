/// A result code of SQLite, primary or extended.
///
/// The low 8 bits of an extended code are its primary code. An open struct, not an enum, since
/// SQLite adds codes: <https://www.sqlite.org/rescode.html>.
///
/// A primary code used as a pattern matches all of its extended codes:
/// ```swift
/// catch where .constraint ~= error.code
/// ```
public struct ResultCode: RawRepresentable, Hashable, Sendable {
  /// The number SQLite uses.
  public let rawValue: Int32

  /// Makes a code from SQLite's number.
  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// The code without its extension.
  public var primary: ResultCode { ResultCode(rawValue: rawValue & 0xFF) }

  /// Whether this is a primary code.
  public var isPrimary: Bool { rawValue == rawValue & 0xFF }

  /// Whether `code` is `pattern` or, if `pattern` is primary, one of its extended codes.
  public static func ~= (pattern: ResultCode, code: ResultCode) -> Bool {
    pattern == code || (pattern.isPrimary && code.primary == pattern)
  }
}

extension ResultCode: CustomStringConvertible {
  /// SQLite's name, as `SQLITE_CONSTRAINT_UNIQUE`; the primary name and the number if unknown.
  public var description: String {
    if let name = Self.names[rawValue] { return "SQLITE_\(name)" }
    let primaryName = Self.names[rawValue & 0xFF] ?? "UNKNOWN"
    return "SQLITE_\(primaryName)(\(rawValue))"
  }
}

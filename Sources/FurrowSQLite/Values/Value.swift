/// A value of one of SQLite's five storage classes.
///
/// <https://www.sqlite.org/datatype3.html>
public enum Value: Hashable, Sendable {
  /// NULL.
  case null
  /// A whole number of 64 bits.
  case integer(Int64)
  /// A floating-point number; SQLite stores NaN as NULL.
  case real(Double)
  /// Text; may be empty and may hold U+0000.
  case text(String)
  /// Bytes; may be empty.
  case blob([UInt8])
}

/// The name of a value's kind.
///
/// <https://www.sqlite.org/c3ref/c_blob.html>
public enum StorageClass: String, Hashable, Sendable {
  /// A whole number.
  case integer
  /// A floating-point number.
  case real
  /// Text.
  case text
  /// Bytes.
  case blob
  /// NULL.
  case null
}

extension Value {
  /// The value's storage class.
  public var storageClass: StorageClass {
    switch self {
    case .null: .null
    case .integer: .integer
    case .real: .real
    case .text: .text
    case .blob: .blob
    }
  }

  /// The number, if this is an INTEGER.
  public var integer: Int64? {
    guard case .integer(let number) = self else { return nil }
    return number
  }

  /// The text, if this is a TEXT.
  public var text: String? {
    guard case .text(let text) = self else { return nil }
    return text
  }

  /// The value as a person reads it in a message.
  var shown: String {
    switch self {
    case .null: "NULL"
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text): text.count > 40 ? "\(text.prefix(40))..." : text
    case .blob(let bytes): "\(bytes.count) bytes"
    }
  }

  /// Whether this is NULL.
  public var isNull: Bool { self == .null }

  /// An INTEGER, or NULL for `nil`.
  public init(_ number: Int64?) { self = number.map(Value.integer) ?? .null }

  /// An INTEGER, or NULL for `nil`.
  public init(_ number: Int?) { self = number.map { .integer(Int64($0)) } ?? .null }

  /// A REAL, or NULL for `nil`.
  public init(_ number: Double?) { self = number.map(Value.real) ?? .null }

  /// A TEXT, or NULL for `nil`.
  public init(_ text: String?) { self = text.map(Value.text) ?? .null }

  /// A BLOB, or NULL for `nil`.
  public init(_ bytes: [UInt8]?) { self = bytes.map(Value.blob) ?? .null }

  /// 1 or 0, or NULL for `nil`: SQLite has no boolean.
  public init(_ truth: Bool?) { self = truth.map { .integer($0 ? 1 : 0) } ?? .null }
}

extension Value: ExpressibleByNilLiteral {
  /// NULL.
  public init(nilLiteral: ()) { self = .null }
}

extension Value: ExpressibleByIntegerLiteral {
  /// An INTEGER.
  public init(integerLiteral number: Int64) { self = .integer(number) }
}

extension Value: ExpressibleByFloatLiteral {
  /// A REAL.
  public init(floatLiteral number: Double) { self = .real(number) }
}

extension Value: ExpressibleByStringLiteral {
  /// A TEXT.
  public init(stringLiteral text: String) { self = .text(text) }
}

extension Value: ExpressibleByBooleanLiteral {
  /// 1 or 0.
  public init(booleanLiteral truth: Bool) { self.init(truth) }
}

/// A type whose values SQLite can hold in one column.
///
/// Numbers, `Bool`, `String`, `[UInt8]`, ``Value``, ``Timestamp`` and optionals of them are such
/// types; so is an enum with a raw value that is one, once it says so. Apps make their own:
/// ```swift
/// extension Money: SQLiteValueConvertible {
///   var sqliteValue: Value { .integer(cents) }
///   init?(sqliteValue: Value) {
///     guard case .integer(let cents) = sqliteValue else { return nil }
///     self.init(cents: cents)
///   }
/// }
/// ```
public protocol SQLiteValueConvertible {
  /// The value to store.
  var sqliteValue: Value { get }

  /// Makes the value from a stored one; `nil` if that cannot be done without a loss.
  init?(sqliteValue: Value)

  /// Reads column `index`, from 0, of `row`. There is one made of `init(sqliteValue:)`.
  ///
  /// - Throws: `mismatch` if the column holds something else, or text that is not UTF-8.
  static func read(_ row: borrowing Statement, at index: Int) throws(SQLiteError) -> Self
}

extension SQLiteValueConvertible {
  /// Reads column `index`, from 0, of `row`.
  ///
  /// - Throws: `mismatch` if the column holds something else, or text that is not UTF-8.
  public static func read(_ row: borrowing Statement, at index: Int) throws(SQLiteError) -> Self {
    guard let result = Self(sqliteValue: try row.exactValue(at: index)) else {
      throw row.mismatch(at: index, expected: "\(Self.self)")
    }
    return result
  }
}

extension SQLiteValueConvertible where Self: RawRepresentable, RawValue: SQLiteValueConvertible {
  /// The raw value, as it is stored.
  public var sqliteValue: Value { rawValue.sqliteValue }

  /// Makes the value from a stored raw value.
  public init?(sqliteValue: Value) {
    guard let rawValue = RawValue(sqliteValue: sqliteValue) else { return nil }
    self.init(rawValue: rawValue)
  }
}

extension Value {
  /// The value that `convertible` is stored as.
  public init(_ convertible: some SQLiteValueConvertible) { self = convertible.sqliteValue }
}

extension Value: SQLiteValueConvertible {
  /// The value itself.
  public var sqliteValue: Value { self }

  /// Takes any value.
  public init?(sqliteValue: Value) { self = sqliteValue }
}

extension Optional: SQLiteValueConvertible where Wrapped: SQLiteValueConvertible {
  /// NULL for `nil`.
  public var sqliteValue: Value { self?.sqliteValue ?? .null }

  /// Makes `nil` of NULL.
  public init?(sqliteValue: Value) {
    if sqliteValue == .null {
      self = .none
    } else if let wrapped = Wrapped(sqliteValue: sqliteValue) {
      self = .some(wrapped)
    } else {
      return nil
    }
  }

  /// Reads column `index`, from 0; NULL gives `nil`.
  public static func read(_ row: borrowing Statement, at index: Int) throws(SQLiteError) -> Self {
    row.isNull(at: index) ? nil : try Wrapped.read(row, at: index)
  }
}

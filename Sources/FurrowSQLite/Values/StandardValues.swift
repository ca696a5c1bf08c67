// How the standard library's types are stored: <https://www.sqlite.org/datatype3.html>. `UInt` and
// `UInt64` are not among them, since half of their numbers are beyond SQLite's 64 signed bits.

extension SQLiteValueConvertible where Self: FixedWidthInteger {
  /// An INTEGER.
  public var sqliteValue: Value { .integer(Int64(self)) }

  /// Makes the number of an INTEGER in range, or of a REAL that is whole and in range.
  public init?(sqliteValue: Value) {
    switch sqliteValue {
    case .integer(let number): self.init(exactly: number)
    case .real(let number): self.init(exactly: number)
    default: return nil
    }
  }

  /// Reads a whole number from column `index`, from 0.
  ///
  /// - Throws: `mismatch` if it is none, or out of this type's range.
  public static func read(_ row: borrowing Statement, at index: Int) throws(SQLiteError) -> Self {
    let result: Self? =
      switch row.storageClass(at: index) {
      case .integer: Self(exactly: row.integer(at: index))
      case .real: Self(exactly: row.real(at: index))
      default: nil
      }
    guard let result else { throw row.mismatch(at: index, expected: "\(Self.self)") }
    return result
  }
}

extension Int: SQLiteValueConvertible {}
extension Int8: SQLiteValueConvertible {}
extension Int16: SQLiteValueConvertible {}
extension Int32: SQLiteValueConvertible {}
extension Int64: SQLiteValueConvertible {}
extension UInt8: SQLiteValueConvertible {}
extension UInt16: SQLiteValueConvertible {}
extension UInt32: SQLiteValueConvertible {}

extension Double: SQLiteValueConvertible {
  /// A REAL; SQLite stores NaN as NULL.
  public var sqliteValue: Value { .real(self) }

  /// Makes the number of a REAL, or of an INTEGER that a `Double` holds exactly.
  public init?(sqliteValue: Value) {
    switch sqliteValue {
    case .real(let number): self = number
    case .integer(let number): self.init(exactly: number)
    default: return nil
    }
  }

  /// Reads a number from column `index`, from 0.
  ///
  /// - Throws: `mismatch` if it is none, or an INTEGER that a `Double` cannot hold.
  public static func read(_ row: borrowing Statement, at index: Int) throws(SQLiteError) -> Self {
    let result: Self? =
      switch row.storageClass(at: index) {
      case .real: row.real(at: index)
      case .integer: Self(exactly: row.integer(at: index))
      default: nil
      }
    guard let result else { throw row.mismatch(at: index, expected: "Double") }
    return result
  }
}

extension Float: SQLiteValueConvertible {
  /// A REAL, which holds every `Float` exactly.
  public var sqliteValue: Value { .real(Double(self)) }

  /// Makes the number of one that a `Float` holds exactly.
  public init?(sqliteValue: Value) {
    guard let number = Double(sqliteValue: sqliteValue) else { return nil }
    self.init(exactly: number)
  }
}

extension Bool: SQLiteValueConvertible {
  /// 1 or 0: SQLite has no boolean.
  public var sqliteValue: Value { .integer(self ? 1 : 0) }

  /// Makes the truth of 0 or 1, and of nothing else.
  public init?(sqliteValue: Value) {
    switch sqliteValue {
    case .integer(0): self = false
    case .integer(1): self = true
    default: return nil
    }
  }
}

extension String: SQLiteValueConvertible {
  /// A TEXT; it may be empty and may hold U+0000.
  public var sqliteValue: Value { .text(self) }

  /// Makes the text of a TEXT, and of nothing else.
  public init?(sqliteValue: Value) {
    guard case .text(let text) = sqliteValue else { return nil }
    self = text
  }

  /// Reads text from column `index`, from 0.
  ///
  /// - Throws: `mismatch` if it is no TEXT or not UTF-8.
  public static func read(_ row: borrowing Statement, at index: Int) throws(SQLiteError) -> Self {
    guard row.storageClass(at: index) == .text else {
      throw row.mismatch(at: index, expected: "String")
    }
    return try row.validText(at: index)
  }
}

extension Array: SQLiteValueConvertible where Element == UInt8 {
  /// A BLOB; it may be empty.
  public var sqliteValue: Value { .blob(self) }

  /// Makes the bytes of a BLOB, or the UTF-8 of a TEXT.
  public init?(sqliteValue: Value) {
    switch sqliteValue {
    case .blob(let bytes): self = bytes
    case .text(let text): self = Array(text.utf8)
    default: return nil
    }
  }

  /// Reads the bytes of a BLOB or TEXT, whatever they are, from column `index`, from 0.
  ///
  /// - Throws: `mismatch` if it is a number or NULL.
  public static func read(_ row: borrowing Statement, at index: Int) throws(SQLiteError) -> Self {
    switch row.storageClass(at: index) {
    case .blob, .text: return row.blob(at: index)
    default: throw row.mismatch(at: index, expected: "bytes")
    }
  }
}

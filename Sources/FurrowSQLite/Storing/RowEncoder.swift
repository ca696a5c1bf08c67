/// Takes the columns of an `Encodable` value.
final class RowEncoder: Encoder {
  private(set) var columns: [(name: String, value: Value)] = []

  /// The first column that does not fit one.
  private var refused: String?

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// The columns of `value` in the order in which it gives them.
  ///
  /// - Throws: `mismatch` for a nested value, or a number beyond `Int64`; what the value's own
  ///   `encode(to:)` throws.
  static func columns(of value: some Encodable) throws -> [(name: String, value: Value)] {
    let encoder = RowEncoder()
    try value.encode(to: encoder)
    if let refused = encoder.refused { throw NestedValue(column: refused).error }
    return encoder.columns
  }

  func add(_ value: Value, _ name: String) { columns.append((name, value)) }

  /// Notes that `name` wants more than a column; the protocol gives no way to throw there.
  func refuse(_ name: String) { refused = refused ?? name }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(RowEncodingContainer(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    refuse("")
    return UnstorableSequence()
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    refuse("")
    return ColumnEncoder(column: "")
  }

  /// The value of a column of any type.
  static func value<T: Encodable>(of value: T, for column: String) throws -> Value {
    if let convertible = value as? any SQLiteValueConvertible { return convertible.sqliteValue }
    let encoder = ColumnEncoder(column: column)
    try value.encode(to: encoder)
    guard let result = encoder.result, !encoder.isRefused else {
      throw NestedValue(column: column).error
    }
    return result
  }

  /// What a value of one column is stored as.
  static func columnClass<T>(of value: T) throws -> StorageClass? {
    guard let value = value as? any Encodable else { return nil }
    return try self.value(of: value, for: "").storageClass
  }

  /// The value of a number that may be beyond what SQLite holds.
  static func value(
    ofLarge number: some FixedWidthInteger,
    for column: String
  ) throws(SQLiteError) -> Value {
    guard let number = Int64(exactly: number) else {
      throw SQLiteError(
        code: .mismatch,
        message: "column \"\(column)\": the number is beyond the 64 signed bits of SQLite"
      )
    }
    return .integer(number)
  }
}

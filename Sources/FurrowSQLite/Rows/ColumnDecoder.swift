/// One column as `Decodable` sees it: for enums and other types that are one value.
struct ColumnDecoder: Decoder, SingleValueDecodingContainer {
  let row: RowDecoder
  let column: Int

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw NestedValue(column: row.columnNames[column]).error
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw NestedValue(column: row.columnNames[column]).error
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { row.isNull(at: column) }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    // Any other type would ask this very decoder again.
    guard type is any SQLiteValueConvertible.Type else { return try T(from: self) }
    return try row.decode(type, at: column)
  }

  func decode(_ type: Bool.Type) throws -> Bool { try read() }
  func decode(_ type: String.Type) throws -> String { try read() }
  func decode(_ type: Double.Type) throws -> Double { try read() }
  func decode(_ type: Float.Type) throws -> Float { try read() }
  func decode(_ type: Int.Type) throws -> Int { try read() }
  func decode(_ type: Int8.Type) throws -> Int8 { try read() }
  func decode(_ type: Int16.Type) throws -> Int16 { try read() }
  func decode(_ type: Int32.Type) throws -> Int32 { try read() }
  func decode(_ type: Int64.Type) throws -> Int64 { try read() }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try read() }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try read() }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try read() }
  func decode(_ type: UInt.Type) throws -> UInt { try readLarge() }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try readLarge() }

  private func read<Result: SQLiteValueConvertible>() throws(SQLiteError) -> Result {
    try row.checkRow()
    return try Result.read(row.statement, at: column)
  }

  private func readLarge<Result: FixedWidthInteger>() throws(SQLiteError) -> Result {
    guard let result = Result(exactly: try read() as Int64) else {
      throw row.statement.mismatch(at: column, expected: "\(Result.self)")
    }
    return result
  }
}

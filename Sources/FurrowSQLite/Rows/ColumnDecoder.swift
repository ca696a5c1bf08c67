/// One column as `Decodable` sees it: for enums and other types that are one value.
struct ColumnDecoder: Decoder, SingleValueDecodingContainer {
  let row: RowDecoder
  let column: Int32

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw NestedValue(column: row.columnNames[Int(column)]).error
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw NestedValue(column: row.columnNames[Int(column)]).error
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { (try? row.checkRow()) != nil && row.isNull(at: column) }

  func decode<T: Decodable>(_ type: T.Type) throws -> T { try row.decode(type, at: column) }

  func decode(_ type: Bool.Type) throws -> Bool { try row.value(at: alive()) }
  func decode(_ type: String.Type) throws -> String { try row.text(at: alive()) }
  func decode(_ type: Double.Type) throws -> Double { try row.real(at: alive()) }
  func decode(_ type: Float.Type) throws -> Float { try row.value(at: alive()) }
  func decode(_ type: Int.Type) throws -> Int { try row.integer(at: alive()) }
  func decode(_ type: Int8.Type) throws -> Int8 { try row.integer(at: alive()) }
  func decode(_ type: Int16.Type) throws -> Int16 { try row.integer(at: alive()) }
  func decode(_ type: Int32.Type) throws -> Int32 { try row.integer(at: alive()) }
  func decode(_ type: Int64.Type) throws -> Int64 { try row.integer(at: alive()) }
  func decode(_ type: UInt.Type) throws -> UInt { try row.integer(at: alive()) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try row.integer(at: alive()) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try row.integer(at: alive()) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try row.integer(at: alive()) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try row.integer(at: alive()) }

  /// The column, if its row is still there.
  private func alive() throws(SQLiteError) -> Int32 {
    try row.checkRow()
    return column
  }
}

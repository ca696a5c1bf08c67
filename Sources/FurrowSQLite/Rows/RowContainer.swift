/// The columns of a row as `Decodable` sees them; a column is found by its key's `stringValue`.
///
/// The overloads say which type is read; they are the protocol's own list.
struct RowContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: RowDecoder

  var codingPath: [any CodingKey] { [] }

  var allKeys: [Key] { decoder.columnNames.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { decoder.hasColumn(key.stringValue) }

  func decodeNil(forKey key: Key) throws -> Bool { try decoder.isNull(key.stringValue) }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try decoder.decode(type, at: decoder.column(key.stringValue))
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    let column = try decoder.column(key.stringValue)
    return decoder.isNull(at: column) ? nil : try decoder.decode(type, at: column)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    throw NestedValue(column: key.stringValue).error
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw NestedValue(column: key.stringValue).error
  }

  func superDecoder() throws -> any Decoder { throw NestedValue(column: "super").error }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    throw NestedValue(column: key.stringValue).error
  }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try read(key) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try read(key) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try read(key) }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try read(key) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try read(key) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try read(key) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try read(key) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try read(key) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try read(key) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try read(key) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try read(key) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try read(key) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try readLarge(key) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try readLarge(key) }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try read(key) }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try read(key) }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try read(key) }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { try read(key) }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try read(key) }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try read(key) }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try read(key) }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try read(key) }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try read(key) }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try read(key) }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try read(key) }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try read(key) }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try readLarge(key) }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    try readLarge(key)
  }

  private func read<Result: SQLiteValueConvertible>(_ key: Key) throws(SQLiteError) -> Result {
    try Result.read(decoder.statement, at: decoder.column(key.stringValue))
  }

  private func readLarge<Result: FixedWidthInteger>(_ key: Key) throws(SQLiteError) -> Result {
    guard let result = try readLarge(key) as Result? else {
      throw decoder.statement.mismatch(
        at: try decoder.column(key.stringValue),
        expected: "\(Result.self)"
      )
    }
    return result
  }

  private func readLarge<Result: FixedWidthInteger>(_ key: Key) throws(SQLiteError) -> Result? {
    let column = try decoder.column(key.stringValue)
    guard let number = try Int64?.read(decoder.statement, at: column) else { return nil }
    guard let result = Result(exactly: number) else {
      throw decoder.statement.mismatch(at: column, expected: "\(Result.self)")
    }
    return result
  }
}

/// The columns of a row as `Decodable` sees them; a column is found by its key's `stringValue`.
///
/// The overloads say which type is read; they are the protocol's own list.
struct RowContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: RowDecoder

  var codingPath: [any CodingKey] { [] }

  var allKeys: [Key] { decoder.columnNames.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { decoder.hasColumn(key.stringValue) }

  func decodeNil(forKey key: Key) throws -> Bool { decoder.isNull(at: try column(key)) }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try decoder.decode(type, at: column(key))
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    guard let column = try columnIfPresent(key) else { return nil }
    return try decoder.decode(type, at: column)
  }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try decoder.value(at: column(key))
  }

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try decoder.text(at: column(key))
  }

  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try decoder.real(at: column(key))
  }

  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    try decoder.value(at: column(key))
  }

  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try decoder.integer(at: column(key))
  }

  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
    try decoder.integer(at: column(key))
  }

  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
    try decoder.integer(at: column(key))
  }

  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
    try decoder.integer(at: column(key))
  }

  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
    try decoder.integer(at: column(key))
  }

  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
    try decoder.integer(at: column(key))
  }

  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
    try decoder.integer(at: column(key))
  }

  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
    try decoder.integer(at: column(key))
  }

  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    try decoder.integer(at: column(key))
  }

  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
    try decoder.integer(at: column(key))
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    guard let column = try columnIfPresent(key) else { return nil }
    return try decoder.value(at: column)
  }

  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    guard let column = try columnIfPresent(key) else { return nil }
    return try decoder.text(at: column)
  }

  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    guard let column = try columnIfPresent(key) else { return nil }
    return try decoder.real(at: column)
  }

  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    guard let column = try columnIfPresent(key) else { return nil }
    return try decoder.value(at: column)
  }

  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try columnIfPresent(key).map { try decoder.integer(at: $0) }
  }

  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    try columnIfPresent(key).map { try decoder.integer(at: $0) }
  }

  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    try columnIfPresent(key).map { try decoder.integer(at: $0) }
  }

  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    try columnIfPresent(key).map { try decoder.integer(at: $0) }
  }

  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    try columnIfPresent(key).map { try decoder.integer(at: $0) }
  }

  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    try columnIfPresent(key).map { try decoder.integer(at: $0) }
  }

  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    try columnIfPresent(key).map { try decoder.integer(at: $0) }
  }

  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    try columnIfPresent(key).map { try decoder.integer(at: $0) }
  }

  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    try columnIfPresent(key).map { try decoder.integer(at: $0) }
  }

  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    try columnIfPresent(key).map { try decoder.integer(at: $0) }
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

  private func column(_ key: Key) throws(SQLiteError) -> Int32 {
    try decoder.column(key.stringValue)
  }

  /// The column of `key` unless it holds NULL.
  ///
  /// That it is missing altogether is an error here, too.
  private func columnIfPresent(_ key: Key) throws(SQLiteError) -> Int32? {
    let column = try column(key)
    return decoder.isNull(at: column) ? nil : column
  }
}

/// The columns of a value as `Encodable` gives them; `nil` becomes NULL, not nothing.
///
/// The overloads keep the synthesised code from leaving out what is `nil`; they are the protocol's
/// own list.
struct RowEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: RowEncoder

  var codingPath: [any CodingKey] { [] }

  mutating func encodeNil(forKey key: Key) throws { encoder.add(.null, key.stringValue) }

  mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    encoder.add(try RowEncoder.value(of: value, for: key.stringValue), key.stringValue)
  }

  mutating func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
    guard let value else { return encoder.add(.null, key.stringValue) }
    try encode(value, forKey: key)
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    encoder.refuse(key.stringValue)
    return KeyedEncodingContainer(RowEncodingContainer<NestedKey>(encoder: encoder))
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder.refuse(key.stringValue)
    return UnstorableSequence()
  }

  mutating func superEncoder() -> any Encoder {
    encoder.refuse("super")
    return encoder
  }

  mutating func superEncoder(forKey key: Key) -> any Encoder {
    encoder.refuse(key.stringValue)
    return encoder
  }

  mutating func encode(_ value: Bool, forKey key: Key) throws { add(value, key) }
  mutating func encode(_ value: String, forKey key: Key) throws { add(value, key) }
  mutating func encode(_ value: Double, forKey key: Key) throws { add(value, key) }
  mutating func encode(_ value: Float, forKey key: Key) throws { add(value, key) }
  mutating func encode(_ value: Int, forKey key: Key) throws { add(value, key) }
  mutating func encode(_ value: Int8, forKey key: Key) throws { add(value, key) }
  mutating func encode(_ value: Int16, forKey key: Key) throws { add(value, key) }
  mutating func encode(_ value: Int32, forKey key: Key) throws { add(value, key) }
  mutating func encode(_ value: Int64, forKey key: Key) throws { add(value, key) }
  mutating func encode(_ value: UInt8, forKey key: Key) throws { add(value, key) }
  mutating func encode(_ value: UInt16, forKey key: Key) throws { add(value, key) }
  mutating func encode(_ value: UInt32, forKey key: Key) throws { add(value, key) }
  mutating func encode(_ value: UInt, forKey key: Key) throws { try addLarge(value, key) }
  mutating func encode(_ value: UInt64, forKey key: Key) throws { try addLarge(value, key) }

  mutating func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { add(value, key) }
  mutating func encodeIfPresent(_ value: String?, forKey key: Key) throws { add(value, key) }
  mutating func encodeIfPresent(_ value: Double?, forKey key: Key) throws { add(value, key) }
  mutating func encodeIfPresent(_ value: Float?, forKey key: Key) throws { add(value, key) }
  mutating func encodeIfPresent(_ value: Int?, forKey key: Key) throws { add(value, key) }
  mutating func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { add(value, key) }
  mutating func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { add(value, key) }
  mutating func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { add(value, key) }
  mutating func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { add(value, key) }
  mutating func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { add(value, key) }
  mutating func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { add(value, key) }
  mutating func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { add(value, key) }
  mutating func encodeIfPresent(_ value: UInt?, forKey key: Key) throws {
    try addLarge(value, key)
  }
  mutating func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws {
    try addLarge(value, key)
  }

  private func add(_ value: some SQLiteValueConvertible, _ key: Key) {
    encoder.add(value.sqliteValue, key.stringValue)
  }

  private func addLarge<Number: FixedWidthInteger>(_ value: Number?, _ key: Key) throws {
    guard let value else { return encoder.add(.null, key.stringValue) }
    encoder.add(try RowEncoder.value(ofLarge: value, for: key.stringValue), key.stringValue)
  }
}

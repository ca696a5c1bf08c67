/// One column as `Encodable` sees it: for enums and other types that are one value.
final class ColumnEncoder: Encoder, SingleValueEncodingContainer {
  let column: String
  private(set) var result: Value?
  private(set) var isRefused = false

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(column: String) {
    self.column = column
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    isRefused = true
    return KeyedEncodingContainer(RowEncodingContainer(encoder: RowEncoder()))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    isRefused = true
    return UnstorableSequence()
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() { result = .null }

  func encode<T: Encodable>(_ value: T) throws {
    result = try RowEncoder.value(of: value, for: column)
  }

  func encode(_ value: Bool) { result = value.sqliteValue }
  func encode(_ value: String) { result = value.sqliteValue }
  func encode(_ value: Double) { result = value.sqliteValue }
  func encode(_ value: Float) { result = value.sqliteValue }
  func encode(_ value: Int) { result = value.sqliteValue }
  func encode(_ value: Int8) { result = value.sqliteValue }
  func encode(_ value: Int16) { result = value.sqliteValue }
  func encode(_ value: Int32) { result = value.sqliteValue }
  func encode(_ value: Int64) { result = value.sqliteValue }
  func encode(_ value: UInt8) { result = value.sqliteValue }
  func encode(_ value: UInt16) { result = value.sqliteValue }
  func encode(_ value: UInt32) { result = value.sqliteValue }
  func encode(_ value: UInt) throws { result = try RowEncoder.value(ofLarge: value, for: column) }
  func encode(_ value: UInt64) throws { result = try RowEncoder.value(ofLarge: value, for: column) }
}

/// Takes a sequence that no column holds, to no effect: who gives it out notes the refusal.
struct UnstorableSequence: UnkeyedEncodingContainer {
  var codingPath: [any CodingKey] { [] }
  private(set) var count = 0

  mutating func encodeNil() { count += 1 }

  mutating func encode<T: Encodable>(_ value: T) { count += 1 }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    KeyedEncodingContainer(RowEncodingContainer(encoder: RowEncoder()))
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }

  mutating func superEncoder() -> any Encoder { RowEncoder() }
}

/// Gives the empty value of every type that is one column, and remembers what it is stored as.
final class EmptyDecoder: Decoder, SingleValueDecodingContainer {
  private(set) var storage: StorageClass?

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw NestedValue(column: "").error
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw NestedValue(column: "").error
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { false }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let (value, storage) = try ShapeDecoder.empty(type)
    self.storage = storage
    return value
  }

  func decode(_ type: Bool.Type) -> Bool {
    storage = .integer
    return false
  }

  func decode(_ type: String.Type) -> String {
    storage = .text
    return ""
  }

  func decode(_ type: Double.Type) -> Double {
    storage = .real
    return 0
  }

  func decode(_ type: Float.Type) -> Float {
    storage = .real
    return 0
  }

  func decode(_ type: Int.Type) -> Int { whole() }
  func decode(_ type: Int8.Type) -> Int8 { whole() }
  func decode(_ type: Int16.Type) -> Int16 { whole() }
  func decode(_ type: Int32.Type) -> Int32 { whole() }
  func decode(_ type: Int64.Type) -> Int64 { whole() }
  func decode(_ type: UInt.Type) -> UInt { whole() }
  func decode(_ type: UInt8.Type) -> UInt8 { whole() }
  func decode(_ type: UInt16.Type) -> UInt16 { whole() }
  func decode(_ type: UInt32.Type) -> UInt32 { whole() }
  func decode(_ type: UInt64.Type) -> UInt64 { whole() }

  private func whole<Number: FixedWidthInteger>() -> Number {
    storage = .integer
    return 0
  }
}

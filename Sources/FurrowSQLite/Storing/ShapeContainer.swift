/// Answers every question for a column with an empty value, and takes down the question.
struct ShapeContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: ShapeDecoder

  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { [] }

  func contains(_ key: Key) -> Bool { true }

  func decodeNil(forKey key: Key) -> Bool { false }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    do {
      let (value, storage) = try ShapeDecoder.empty(type)
      decoder.add(key.stringValue, "\(T.self)", storage)
      return value
    } catch {
      decoder.add(key.stringValue, "\(T.self)", nil)
      throw error
    }
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) -> T? {
    let storage = try? ShapeDecoder.empty(type).storage
    decoder.add(key.stringValue, "\(T.self)", storage)
    return nil
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
}

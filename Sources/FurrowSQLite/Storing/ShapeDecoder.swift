/// Finds out which columns a type asks for, without a row: it answers with empty values.
final class ShapeDecoder: Decoder {
  /// A column that the type asks for.
  struct Property: Hashable, Sendable {
    let name: String
    /// The type it is read as, as a person writes it.
    let type: String
    /// What it is stored as; `nil` if that is not known.
    let storage: StorageClass?
  }

  private(set) var properties: [Property] = []

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// The columns that `type` asks for, and whether these are all of them.
  ///
  /// A type that does not take an empty value, an enum for instance, hides what it would ask for
  /// behind it, unless it is `CaseIterable`.
  static func properties<T: Decodable>(
    of type: T.Type
  ) -> (properties: [Property], isComplete: Bool) {
    let decoder = ShapeDecoder()
    let isComplete = (try? T(from: decoder)) != nil
    return (decoder.properties, isComplete)
  }

  func add(_ name: String, _ type: String, _ storage: StorageClass?) {
    properties.append(Property(name: name, type: type, storage: storage))
  }

  /// An empty value of a type, and what it is stored as.
  static func empty<T: Decodable>(_ type: T.Type) throws -> (value: T, storage: StorageClass?) {
    if let convertible = type as? any SQLiteValueConvertible.Type,
      let (value, storage) = empty(convertible), let value = value as? T
    {
      return (value, storage)
    }
    if let cases = type as? any CaseIterable.Type, let first = firstCase(of: cases) as? T {
      return (first, try? RowEncoder.columnClass(of: first))
    }
    let decoder = EmptyDecoder()
    let value = try T(from: decoder)
    return (value, decoder.storage)
  }

  /// The first of some simple values that a type takes.
  private static func empty<T: SQLiteValueConvertible>(_ type: T.Type) -> (Any, StorageClass?)? {
    let simple: [Value] = [0, "", .blob([]), 0.0, "1970-01-01"]
    for value in simple {
      guard let result = T(sqliteValue: value) else { continue }
      // This one type takes all classes.
      return (result, type == Value.self ? nil : result.sqliteValue.storageClass)
    }
    return nil
  }

  private static func firstCase<T: CaseIterable>(of type: T.Type) -> Any? { type.allCases.first }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(ShapeContainer(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw NestedValue(column: "").error
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    throw NestedValue(column: "").error
  }
}

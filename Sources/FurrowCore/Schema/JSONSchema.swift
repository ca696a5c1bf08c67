/// The part of JSON Schema that is checked here: what speaks of one value without looking elsewhere.
///
/// <https://json-schema.org/draft/2020-12/json-schema-validation>; keywords beyond it are an error
/// of the schema, so that none is passed over.
public indirect enum JSONSchema: Sendable, Equatable {
  /// Lets everything pass, or nothing.
  case always(Bool)
  /// All of these rules hold.
  case rules([Rule])

  /// One keyword.
  public enum Rule: Sendable, Equatable {
    /// The value is of one of these types.
    case types([String])
    /// The value is one of these.
    case oneOfValues([JSONValue])
    /// An object has these keys.
    case required([String])
    /// The values under these keys fit; others fit the last schema.
    case properties([String: JSONSchema], others: JSONSchema)
    /// The items of an array fit.
    case items(JSONSchema)
    /// The number of items is within.
    case itemCount(ClosedRange<Int>)
    /// The number of Unicode scalars is within.
    case length(ClosedRange<Int>)
    /// A number is within; the flags say which ends are out.
    case number(minimum: Double, maximum: Double, isExclusive: Bool)
    /// Items stand once.
    case uniqueItems
    /// All, any, exactly one of these fit.
    case all([JSONSchema])
    /// At least one fits.
    case any([JSONSchema])
    /// Exactly one fits.
    case one([JSONSchema])
    /// It does not fit.
    case not(JSONSchema)
  }

  /// Whether `value` fits.
  public func accepts(_ value: JSONValue) -> Bool {
    switch self {
    case .always(let answer): answer
    case .rules(let rules): rules.allSatisfy { $0.accepts(value) }
    }
  }
}

extension JSONSchema.Rule {
  fileprivate func accepts(_ value: JSONValue) -> Bool {
    switch self {
    case .types(let names): names.contains { value.isOfType($0) }
    case .oneOfValues(let values): values.contains { $0.isSame(as: value) }
    case .required(let keys): value.members.map { Set($0.map(\.key)).isSuperset(of: keys) } ?? true
    case .properties(let known, let others):
      value.members?.allSatisfy { (known[$0.key] ?? others).accepts($0.value) } ?? true
    case .items(let schema): value.items?.allSatisfy { schema.accepts($0) } ?? true
    case .itemCount(let range): value.items.map { range.contains($0.count) } ?? true
    case .length(let range): value.text.map { range.contains($0.unicodeScalars.count) } ?? true
    case .number(let minimum, let maximum, let isExclusive):
      value.double.map {
        isExclusive ? minimum < $0 && $0 < maximum : minimum <= $0 && $0 <= maximum
      } ?? true
    case .uniqueItems:
      value.items.map { items in Set(items.map(\.canonicalText)).count == items.count } ?? true
    case .all(let schemas): schemas.allSatisfy { $0.accepts(value) }
    case .any(let schemas): schemas.contains { $0.accepts(value) }
    case .one(let schemas): schemas.count { $0.accepts(value) } == 1
    case .not(let schema): !schema.accepts(value)
    }
  }
}

extension JSONValue {
  /// The members of an object.
  package var members: [Member]? {
    guard case .object(let members) = self else { return nil }
    return members
  }

  /// The items of an array.
  package var items: [JSONValue]? {
    guard case .array(let items) = self else { return nil }
    return items
  }

  /// The characters of a string.
  package var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The value of a number.
  package var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// Whether two values are equal as JSON Schema has it: without regard to the order of keys.
  // Inlined, it makes the optimiser of Swift 6.3.1 fail its own checks.
  @inline(never)
  package func isSame(as other: JSONValue) -> Bool {
    switch (self, other) {
    // Not as doubles, which have no room for all the digits of a whole number.
    case (.integer(let whole), .number(let value)), (.number(let value), .integer(let whole)):
      Int(exactly: value) == whole
    // Not canonical equivalence: a text is its characters.
    case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
    case (.array(let left), .array(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.isSame(as: $1) }
    case (.object(let left), .object(let right)):
      left.count == right.count && canonicalText == other.canonicalText
    default: self == other
    }
  }

  /// Bytes that are the same for every way to write the value, and no other.
  var canonicalText: [UInt8] { Array(canonical.description.utf8) }

  /// The value with its keys in order, and whole numbers as such.
  private var canonical: JSONValue {
    switch self {
    case .number(let value): Int(exactly: value).map(JSONValue.integer) ?? self
    case .array(let items): .array(items.map(\.canonical))
    case .object(let members):
      .object(
        members.map { Member($0.key, $0.value.canonical) }
          .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      )
    default: self
    }
  }

  fileprivate func isOfType(_ name: String) -> Bool {
    switch (self, name) {
    case (.null, "null"), (.bool, "boolean"), (.string, "string"), (.array, "array"),
      (.object, "object"), (.integer, "integer"), (.integer, "number"), (.number, "number"):
      true
    case (.number(let value), "integer"): value == value.rounded()
    default: false
    }
  }
}

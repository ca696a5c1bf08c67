extension Constraints {
  /// Makes the constraints of the field `descriptor`, whose values are of `type`.
  init(_ descriptor: JSONCursor, type: FieldType) throws(DocumentError) {
    self.init()
    if let categories = descriptor["categories"] { try readCategories(categories, type) }
    guard let rules = descriptor["constraints"] else { return }
    try Self.proveNames(rules)
    if let flag = rules["required"] { isRequired = try flag.bool() }
    if let flag = rules["unique"] { isUnique = try flag.bool() }
    if let count = rules["minLength"] {
      try Self.demand(type.hasLength, of: count, of: type)
      minimumLength = try count.count()
    }
    if let count = rules["maxLength"] {
      try Self.demand(type.hasLength, of: count, of: type)
      maximumLength = try count.count()
    }
    minimum = try Self.bound(rules, "minimum", "exclusiveMinimum", type)
    maximum = try Self.bound(rules, "maximum", "exclusiveMaximum", type)
    if let text = rules["pattern"] {
      try Self.demand(type.isText, of: text, of: type)
      pattern = try text.string()
    }
    if let list = rules["enum"] {
      let items = try list.items()
      if items.isEmpty { throw list.expected("at least one value") }
      choices = try items.map { item throws(DocumentError) in try Self.choice(item, type) }
      choicesRule = "enum"
    }
    if let schema = rules["jsonSchema"] {
      try Self.demand(type.isJSON, of: schema, of: type)
      jsonSchema = try JSONSchema(schema)
    }
  }

  private mutating func readCategories(
    _ categories: JSONCursor,
    _ type: FieldType
  ) throws(DocumentError) {
    choices = try categories.items().map { item throws(DocumentError) in
      guard case .object = item.value else { return try Self.choice(item, type) }
      guard let value = item["value"] else { throw item.expected("an object with \"value\"") }
      return try Self.choice(value, type)
    }
    choicesRule = "categories"
  }

  /// A rule that nobody knows would never be held.
  private static func proveNames(_ rules: JSONCursor) throws(DocumentError) {
    for name in try rules.keys() where !names.contains(name) {
      throw DocumentError(
        (rules[name] ?? rules).path,
        "is no constraint of Table Schema: expected one of \(names.joined(separator: ", "))"
      )
    }
  }

  private static let names = [
    "required", "unique", "minLength", "maxLength", "minimum", "maximum", "exclusiveMinimum",
    "exclusiveMaximum", "pattern", "enum", "jsonSchema",
  ]

  private static func demand(
    _ isMeant: Bool,
    of cursor: JSONCursor,
    of type: FieldType
  ) throws(DocumentError) {
    if !isMeant { throw DocumentError(cursor.path, "has no meaning for the type \(type.rawName)") }
  }

  /// The tighter of a bound and its exclusive form.
  private static func bound(
    _ rules: JSONCursor,
    _ key: String,
    _ exclusiveKey: String,
    _ type: FieldType
  ) throws(DocumentError) -> Bound? {
    var found: Bound?
    for (name, isExclusive) in [(key, false), (exclusiveKey, true)] {
      guard let cursor = rules[name] else { continue }
      try demand(type.hasOrder, of: cursor, of: type)
      let choice = try choice(cursor, type)
      if case .number(let number) = choice.value, number.isNaN {
        throw cursor.expected("a value that others can be compared with")
      }
      let bound = Bound(value: choice.value, text: choice.text, isExclusive: isExclusive)
      if let other = found {
        let isLess = other.value.isLess(than: bound.value) ?? false
        let isGreater = bound.value.isLess(than: other.value) ?? false
        if key == "minimum" ? isGreater : isLess { continue }
      }
      found = bound
    }
    return found
  }

  /// A value of `type`, written as JSON's own or as the text it has in a file.
  private static func choice(
    _ cursor: JSONCursor,
    _ type: FieldType
  ) throws(DocumentError) -> Choice {
    let text = cursor.value.text ?? cursor.value.description
    switch (type, cursor.value) {
    case (.object, .object), (.array, .array), (.geojson, .object), (.geopoint(.array), .array),
      (.geopoint(.object), .object):
      return Choice(value: .json(cursor.value), text: text)
    case (.boolean, .bool(let value)):
      return Choice(value: .boolean(value), text: text)
    case (.integer, .integer(let value)):
      return Choice(value: .integer(Int64(value)), text: text)
    case (.integer, .number(let value)) where value.magnitude >= 0x1p63:
      throw cursor.expected("a string, as whole numbers beyond 64 bits lose digits in JSON")
    case (.number, .integer(let value)): return Choice(value: .integer(Int64(value)), text: text)
    case (.number, .number(let value)): return Choice(value: .number(value), text: text)
    case (_, .null):
      break
    default:
      if let value = type.value(of: Array(text.utf8).span) {
        return Choice(value: value, text: text)
      }
    }
    throw cursor.expected("\(type.description), as the field's type is \(type.rawName)")
  }
}

extension FieldType {
  /// Whether values have a length.
  fileprivate var hasLength: Bool {
    switch self {
    case .string, .array, .object, .list, .any: true
    default: false
    }
  }

  /// Whether values can be less than others.
  fileprivate var hasOrder: Bool {
    switch self {
    case .integer, .number, .date, .time, .datetime, .duration, .year, .yearmonth: true
    default: false
    }
  }

  /// Whether values are their text.
  fileprivate var isText: Bool {
    switch self {
    case .string, .any: true
    default: false
    }
  }

  fileprivate var isJSON: Bool {
    switch self {
    case .object, .array, .geojson: true
    default: false
    }
  }
}

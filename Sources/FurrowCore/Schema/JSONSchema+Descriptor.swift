extension JSONSchema {
  /// Makes the rules that `descriptor` describes.
  ///
  /// - Throws: ``DocumentError`` at a keyword that is not checked here.
  init(_ descriptor: JSONCursor) throws(DocumentError) {
    if case .bool(let answer) = descriptor.value {
      self = .always(answer)
      return
    }
    var rules: [Rule] = []
    for key in try descriptor.keys() {
      guard let value = descriptor[key] else { continue }
      switch key {
      case "$schema", "$id", "$comment", "title", "description", "default", "examples", "format":
        continue
      case "type": rules.append(.types(try value.typeNames()))
      case "enum": rules.append(.oneOfValues(try value.items().map(\.value)))
      case "const": rules.append(.oneOfValues([value.value]))
      case "required": rules.append(.required(try value.names()))
      case "properties", "additionalProperties": continue
      case "items": rules.append(.items(try JSONSchema(value)))
      case "minItems": rules.append(.itemCount(try value.count()...Int.max))
      case "maxItems": rules.append(.itemCount(0...(try value.count())))
      case "minLength": rules.append(.length(try value.count()...Int.max))
      case "maxLength": rules.append(.length(0...(try value.count())))
      case "minimum": rules.append(try .atLeast(value, isExclusive: false))
      case "exclusiveMinimum": rules.append(try .atLeast(value, isExclusive: true))
      case "maximum": rules.append(try .atMost(value, isExclusive: false))
      case "exclusiveMaximum": rules.append(try .atMost(value, isExclusive: true))
      case "uniqueItems": if try value.bool() { rules.append(.uniqueItems) }
      case "allOf": rules.append(.all(try Self.list(value)))
      case "anyOf": rules.append(.any(try Self.list(value)))
      case "oneOf": rules.append(.one(try Self.list(value)))
      case "not": rules.append(.not(try JSONSchema(value)))
      default:
        throw DocumentError(value.path, "the keyword is not checked here, so it may not stand here")
      }
    }
    if let rule = try Self.properties(descriptor) { rules.append(rule) }
    self = .rules(rules)
  }

  private static func list(_ cursor: JSONCursor) throws(DocumentError) -> [JSONSchema] {
    try cursor.items().map { item throws(DocumentError) in try JSONSchema(item) }
  }

  private static func properties(_ descriptor: JSONCursor) throws(DocumentError) -> Rule? {
    let others = try descriptor["additionalProperties"].map { cursor throws(DocumentError) in
      try JSONSchema(cursor)
    }
    var known: [String: JSONSchema] = [:]
    if let cursor = descriptor["properties"] {
      for key in try cursor.keys() {
        if let value = cursor[key] { known[key] = try JSONSchema(value) }
      }
    }
    guard others != nil || !known.isEmpty else { return nil }
    return .properties(known, others: others ?? .always(true))
  }
}

extension JSONCursor {
  /// The names of JSON Schema's types.
  fileprivate func typeNames() throws(DocumentError) -> [String] {
    let known = ["null", "boolean", "object", "array", "number", "integer", "string"]
    let names = try names()
    guard !names.isEmpty, names.allSatisfy(known.contains) else {
      throw expected("one or more of \(known.joined(separator: ", "))")
    }
    return names
  }
}

extension JSONSchema.Rule {
  fileprivate static func atLeast(
    _ cursor: JSONCursor,
    isExclusive: Bool
  ) throws(DocumentError) -> Self {
    guard let value = cursor.value.double else { throw cursor.expected("a number") }
    return .number(minimum: value, maximum: .infinity, isExclusive: isExclusive)
  }

  fileprivate static func atMost(
    _ cursor: JSONCursor,
    isExclusive: Bool
  ) throws(DocumentError) -> Self {
    guard let value = cursor.value.double else { throw cursor.expected("a number") }
    return .number(minimum: -.infinity, maximum: value, isExclusive: isExclusive)
  }
}

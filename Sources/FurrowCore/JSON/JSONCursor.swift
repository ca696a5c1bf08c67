/// A value in a JSON document together with its path, so that what is wrong with it has a place.
package struct JSONCursor {
  package let value: JSONValue
  package let path: JSONPath

  package init(_ value: JSONValue, at path: JSONPath = .root) {
    self.value = value
    self.path = path
  }

  /// The value under `key`; `nil` when there is none.
  package subscript(key: String) -> JSONCursor? {
    guard case .object(let members) = value,
      let member = members.first(where: { $0.key == key })
    else { return nil }
    return JSONCursor(member.value, at: path.key(key))
  }

  /// The keys of an object, in order.
  package func keys() throws(DocumentError) -> [String] {
    guard case .object(let members) = value else { throw expected("an object") }
    return members.map(\.key)
  }

  /// The values of an array.
  package func items() throws(DocumentError) -> [JSONCursor] {
    guard case .array(let values) = value else { throw expected("an array") }
    return values.enumerated().map { JSONCursor($0.element, at: path.index($0.offset)) }
  }

  package func string() throws(DocumentError) -> String {
    guard case .string(let text) = value else { throw expected("a string") }
    return text
  }

  package func bool() throws(DocumentError) -> Bool {
    guard case .bool(let value) = value else { throw expected("true or false") }
    return value
  }

  /// A whole number that is not negative.
  package func count() throws(DocumentError) -> Int {
    switch value {
    case .integer(let value) where value >= 0: return value
    case .number(let value) where value >= 0 && value == value.rounded() && value < 0x1p53:
      return Int(value)
    default: throw expected("a whole number from 0 on")
    }
  }

  /// One of the cases of `Choice`, by its raw value.
  package func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _: Choice.Type = Choice.self
  ) throws(DocumentError) -> Choice {
    let text = try string()
    guard let choice = Choice(rawValue: text) else {
      throw expected("one of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return choice
  }

  /// The strings of an array, or the one string that stands for an array of it.
  package func names() throws(DocumentError) -> [String] {
    if case .string(let name) = value { return [name] }
    guard case .array = value else { throw expected("a name or an array of names") }
    return try items().map { item throws(DocumentError) in try item.string() }
  }

  /// The error of a value that is not `what`.
  package func expected(_ what: String) -> DocumentError {
    var found = value.description
    if found.unicodeScalars.count > 60 {
      found = String(String.UnicodeScalarView(found.unicodeScalars.prefix(60))) + "..."
    }
    return DocumentError(path, "expected \(what), found \(found)")
  }
}

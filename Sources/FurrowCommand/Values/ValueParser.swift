/// Turns the text of an option into a value, and says how such a text is written.
package struct ValueParser<Value: Sendable>: Sendable {
  /// The word for the value in help, such as `N`.
  package let placeholder: String
  /// What the text is.
  package let kind: ValueKind
  /// The only texts taken; empty when the parser decides otherwise.
  package let allowed: [String]
  /// Reads a text.
  package let parse: @Sendable (String) throws(ValueFault) -> Value

  init(
    _ placeholder: String,
    kind: ValueKind = .text,
    allowed: [String] = [],
    parse: @escaping @Sendable (String) throws(ValueFault) -> Value
  ) {
    self.placeholder = placeholder
    self.kind = kind
    self.allowed = allowed
    self.parse = parse
  }
}

extension ValueParser where Value == String {
  /// Any text but none at all, such as a path or a table's name.
  package static func text(_ placeholder: String, _ kind: ValueKind = .text) -> Self {
    Self(placeholder, kind: kind) { text throws(ValueFault) in
      guard !text.isEmpty else {
        throw ValueFault(expected: "a text that is not empty", found: text)
      }
      return text
    }
  }

  /// Any text, the empty one too.
  package static func anyText(_ placeholder: String) -> Self {
    Self(placeholder) { text throws(ValueFault) in text }
  }
}

extension ValueParser
where Value: CaseIterable & RawRepresentable & Sendable, Value.RawValue == String {
  /// One of the cases of an enumeration, by its raw value.
  package static var choice: Self {
    let names = Value.allCases.map(\.rawValue)
    return Self(names.joined(separator: "|"), allowed: names) { text throws(ValueFault) in
      guard let value = Value(rawValue: text) else {
        throw ValueFault(expected: Prose.alternatives(names), found: text)
      }
      return value
    }
  }
}

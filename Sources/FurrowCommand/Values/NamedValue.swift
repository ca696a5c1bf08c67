/// A name and what is said of it: `year=1999`.
package struct NamedValue: Sendable, Equatable {
  /// The name before the equals sign.
  package let name: String
  /// The text behind the first equals sign, as typed.
  package let value: String

  /// Creates a pair.
  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

extension NamedValue {
  /// Splits `text` at its first equals sign; a name that holds one is quoted: `"a=b"=c`.
  fileprivate init?(_ text: String) {
    var rest = text[...]
    if rest.first == "\"" {
      guard let quoted = QuotedName.take(from: &rest) else { return nil }
      name = quoted
    } else {
      name = String(rest.prefix { $0 != "=" })
      rest = rest.dropFirst(name.count)
    }
    guard !name.isEmpty, rest.first == "=" else { return nil }
    value = String(rest.dropFirst())
  }
}

extension ValueParser where Value == NamedValue {
  /// A name, an equals sign and a text; an empty text is taken only where it means something.
  package static func namedValue(_ placeholder: String, allowsEmpty: Bool = false) -> Self {
    Self(placeholder) { text throws(ValueFault) in
      guard let pair = NamedValue(text), allowsEmpty || !pair.value.isEmpty else {
        throw ValueFault(expected: placeholder, found: text)
      }
      return pair
    }
  }
}

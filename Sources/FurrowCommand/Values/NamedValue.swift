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
  ///
  /// Blanks around a name count, unless it stands before an expression: `year = 1999`.
  fileprivate init?(_ text: String, isBeforeExpression: Bool) {
    var rest = text[...]
    if isBeforeExpression { rest = rest.drop { $0 == " " } }
    if rest.first == "\"" {
      guard let quoted = QuotedName.take(from: &rest) else { return nil }
      name = quoted
    } else {
      let label = rest.prefix { $0 != "=" }
      rest = rest[label.endIndex...]
      let end = isBeforeExpression ? label.lastIndex { $0 != " " } : label.indices.last
      name = end.map { String(label[...$0]) } ?? ""
    }
    if isBeforeExpression { rest = rest.drop { $0 == " " } }
    guard !name.isEmpty, rest.first == "=" else { return nil }
    value = String(rest.dropFirst())
  }
}

extension ValueParser where Value == NamedValue {
  /// A name, an equals sign and a text; an empty text is taken only where it means something.
  package static func namedValue(
    _ placeholder: String,
    allowsEmpty: Bool = false,
    isExpression: Bool = false
  ) -> Self {
    Self(placeholder, kind: isExpression ? .expressionPair : .pair) { text throws(ValueFault) in
      guard let pair = NamedValue(text, isBeforeExpression: isExpression),
        allowsEmpty || !pair.value.isEmpty
      else { throw ValueFault(expected: placeholder, found: text) }
      return pair
    }
  }
}

/// The name of a pair.
enum PairName {
  /// `name` as it is written before the equals sign.
  static func text(_ name: String) -> String {
    let isOdd =
      name.hasPrefix("\"") || name.contains("=") || name.hasPrefix(" ") || name.hasSuffix(" ")
    return isOdd ? QuotedName.text(name) : name
  }
}

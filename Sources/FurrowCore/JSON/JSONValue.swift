/// A JSON value; objects keep the order of their keys.
public enum JSONValue: Sendable, Equatable, CustomStringConvertible {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number without point and exponent that fits `Int`.
  case integer(Int)
  /// Any other number.
  case number(Double)
  /// Text.
  case string(String)
  /// Values in order.
  case array([JSONValue])
  /// Keys with their values, in order.
  case object([Member])

  /// One key of an object and its value.
  public struct Member: Sendable, Equatable {
    /// The key.
    public var key: String
    /// What stands under it.
    public var value: JSONValue

    /// Makes a member.
    public init(_ key: String, _ value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// The value as text on one line, by RFC 8259.
  public var description: String {
    var text = ""
    write(to: &text, indent: nil)
    return text
  }

  /// The value as text over several lines, ending with a line end.
  public var indented: String {
    var text = ""
    write(to: &text, indent: 0)
    return text + "\n"
  }

  private func write(to text: inout String, indent: Int?) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    // JSON has no word for what is not finite.
    case .number(let value): text += value.isFinite ? value.description : "null"
    case .string(let value): Self.write(value, to: &text)
    case .array(let values):
      Self.write(values, to: &text, between: "[]", indent: indent) { value, text, indent in
        value.write(to: &text, indent: indent)
      }
    case .object(let members):
      Self.write(members, to: &text, between: "{}", indent: indent) { member, text, indent in
        Self.write(member.key, to: &text)
        text += indent == nil ? ":" : ": "
        member.value.write(to: &text, indent: indent)
      }
    }
  }

  private static func write<Item>(
    _ items: [Item],
    to text: inout String,
    between brackets: String,
    indent: Int?,
    _ writeItem: (Item, inout String, Int?) -> Void
  ) {
    text += brackets.prefix(1)
    let inner = indent.map { $0 + 2 }
    for (index, item) in items.enumerated() {
      if index > 0 { text += "," }
      if let inner { text += "\n" + String(repeating: " ", count: inner) }
      writeItem(item, &text, inner)
    }
    if let indent, !items.isEmpty { text += "\n" + String(repeating: " ", count: indent) }
    text += brackets.suffix(1)
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\u{0}"..<" ":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
  /// Makes an object with its keys in the order they are written.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map(Member.init))
  }
}

extension JSONValue: ExpressibleByStringLiteral {
  /// Makes a string.
  public init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue {
  /// Makes a string, or `null` of `nil`.
  package init(_ string: String?) { self = string.map(JSONValue.string) ?? .null }

  /// Makes a number, or `null` of `nil`.
  package init(_ number: Int?) { self = number.map(JSONValue.integer) ?? .null }
}

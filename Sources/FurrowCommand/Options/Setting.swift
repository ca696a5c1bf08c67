/// An option together with the type of its value.
///
/// The untyped `Option` is what lists are made of; a command asks its arguments by the setting and
/// gets `Bool` for a flag, an optional where nothing need be given, an array where much may be.
package struct Setting<Value: Sendable>: Sendable {
  /// The facts of the option.
  package let option: Option
  /// Reads the texts that were given, none or more, into the value.
  package let read: @Sendable ([String]) throws(ValueFault) -> Value
}

extension Setting where Value == Bool {
  /// An option without a value.
  package static func flag(
    _ name: String,
    letter: Character? = nil,
    in group: OptionGroup,
    help: String
  ) -> Self {
    let parser = ValueParser<Bool>("") { text throws(ValueFault) in try FlagText.read(text) }
    let option = Option(
      name,
      letter: letter,
      flag: parser,
      in: group,
      help: help
    )
    return Self(option: option) { texts throws(ValueFault) in
      try texts.map { text throws(ValueFault) in try parser.parse(text) }.contains(true)
    }
  }
}

extension Setting {
  /// An option that may be left out and then is `nil`.
  package static func optional<Element>(
    _ name: String,
    letter: Character? = nil,
    _ parser: ValueParser<Element>,
    in group: OptionGroup,
    help: String
  ) -> Self where Value == Element? {
    let option = Option(name, letter: letter, parser, in: group, help: help)
    return Self(option: option) { texts throws(ValueFault) in
      guard let text = texts.last else { return nil }
      return try parser.parse(text)
    }
  }

  /// An option that stands at `text` when it is left out.
  package static func defaulted(
    _ name: String,
    letter: Character? = nil,
    _ parser: ValueParser<Value>,
    to text: String,
    in group: OptionGroup,
    help: String
  ) -> Self {
    let option = Option(name, letter: letter, parser, defaultText: text, in: group, help: help)
    return Self(option: option) { texts throws(ValueFault) in
      try parser.parse(texts.last ?? text)
    }
  }

  /// An option the command cannot do without.
  package static func required(
    _ name: String,
    letter: Character? = nil,
    _ parser: ValueParser<Value>,
    in group: OptionGroup,
    help: String
  ) -> Self {
    let option = Option(name, letter: letter, parser, isRequired: true, in: group, help: help)
    return Self(option: option) { texts throws(ValueFault) in
      // The reader refuses a command line without it, so that there is a text.
      try parser.parse(texts.last ?? "")
    }
  }

  /// An option that may be given any number of times.
  package static func repeated<Element>(
    _ name: String,
    letter: Character? = nil,
    _ parser: ValueParser<Element>,
    in group: OptionGroup,
    help: String
  ) -> Self where Value == [Element] {
    let option = Option(name, letter: letter, parser, isRepeatable: true, in: group, help: help)
    return Self(option: option) { texts throws(ValueFault) in
      try texts.map { text throws(ValueFault) in try parser.parse(text) }
    }
  }
}

extension Option {
  fileprivate init<Value>(
    _ name: String,
    letter: Character?,
    _ parser: ValueParser<Value>,
    defaultText: String? = nil,
    isRepeatable: Bool = false,
    isRequired: Bool = false,
    in group: OptionGroup,
    help: String
  ) {
    self.init(
      name: name,
      letter: letter,
      placeholder: parser.placeholder,
      kind: parser.kind,
      allowed: parser.allowed,
      defaultText: defaultText,
      isRepeatable: isRepeatable,
      isRequired: isRequired,
      group: group,
      help: help,
      check: { text throws(ValueFault) in _ = try parser.parse(text) }
    )
  }

  fileprivate init(
    _ name: String,
    letter: Character?,
    flag: ValueParser<Bool>,
    in group: OptionGroup,
    help: String
  ) {
    self.init(
      name: name,
      letter: letter,
      placeholder: nil,
      kind: .text,
      allowed: [],
      defaultText: nil,
      isRepeatable: false,
      isRequired: false,
      group: group,
      help: help,
      check: { text throws(ValueFault) in _ = try flag.parse(text) }
    )
  }
}

/// How an environment variable turns a flag on or off.
enum FlagText {
  /// The text the command line gives a flag that stands there.
  static let on = "1"

  /// Reads `1` and `0`, and the words people write for them.
  static func read(_ text: String) throws(ValueFault) -> Bool {
    switch text.lowercased() {
    case "1", "true", "yes", "on": return true
    case "0", "false", "no", "off": return false
    default: throw ValueFault(expected: "1 or 0", found: text)
    }
  }
}

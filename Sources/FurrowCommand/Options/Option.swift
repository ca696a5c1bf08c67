/// One option of the command line: the facts that parsing, help and the reference share.
package struct Option: Sendable {
  /// The long name, without its dashes.
  package let name: String
  /// The short form, without its dash.
  package let letter: Character?
  /// The word for the value; `nil` for a flag, which takes none.
  package let placeholder: String?
  /// What the value is.
  package let kind: ValueKind
  /// The only texts taken; empty when the value is free or checked otherwise.
  package let allowed: [String]
  /// What holds when the option is not given.
  package let defaultText: String?
  /// Whether the option may be given more than once.
  package let isRepeatable: Bool
  /// Whether the command does nothing without it.
  package let isRequired: Bool
  /// The heading it stands under.
  package let group: OptionGroup
  /// What it does, in one line.
  package let help: String
  /// Throws when a text is not one the option takes.
  package let check: @Sendable (String) throws(ValueFault) -> Void

  /// The variable that sets the option when the command line does not.
  ///
  /// Help is asked for by what is typed alone.
  package var environmentName: String? {
    name == "help"
      ? nil : "FURROW_" + name.uppercased().split(separator: "-").joined(separator: "_")
  }

  /// Whether the option takes no value.
  package var isFlag: Bool { placeholder == nil }

  /// The long form with its value: `--limit N`.
  package var spelling: String {
    guard let placeholder else { return "--\(name)" }
    return "--\(name) \(placeholder)"
  }
}

/// The headings of help, in their order.
package enum OptionGroup: String, Sendable, CaseIterable {
  case target = "Source and target"
  case selection = "Which columns and records"
  case text = "How the text is written"
  case values = "How values are written"
  case faults = "When a record is wrong"
  case migrations = "How migrations run"
  case run = "The run"
  case messages = "Messages"
}

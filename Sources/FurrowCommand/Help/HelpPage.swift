/// What `--help` prints.
struct HelpPage {
  /// The width that lines are wrapped to.
  let width: Int

  /// The page of the program itself.
  func overview(of table: CommandTable) -> String {
    // One for each command; of a group, one of the commands below.
    let examples = table.commands.compactMap {
      $0.examples.first ?? $0.workers.first?.examples.first
    }
    return
      "furrow \(Version.number): moves tables between text files and SQLite, and loses nothing\n"
      + section("Examples", examples.map(text).joined())
      + section("Usage", "  furrow COMMAND [ARGUMENTS]\n")
      + section(
        "Commands",
        TextWrap.list(table.commands.map { ($0.name, $0.summary) }, width: width)
      )
      + section(
        "More",
        TextWrap.list(
          [
            ("furrow COMMAND --help", "the options of a command"),
            ("furrow explain CODE", "what a code in a message means, and how to mend it"),
            ("furrow --version", "the version of the program"),
          ],
          width: width
        )
      )
  }

  /// The page of one command.
  func page(of command: Command) -> String {
    var page = TextWrap.block("furrow \(command.name): \(command.summary)", indent: 0, width: width)
    page += section("Examples", command.examples.map(text).joined())
    page += section("Usage", command.synopsis.map { "  \($0)\n" }.joined())
    if !command.subcommands.isEmpty {
      let entries = command.subcommands.map { ($0.lastWord, $0.summary) }
      return page + section("Commands", TextWrap.list(entries, width: width))
    }
    if !command.positionals.isEmpty {
      let entries = command.positionals.map { ($0.spelling, $0.help) }
      page += section("Arguments", TextWrap.list(entries, width: width))
    }
    for group in OptionGroup.allCases {
      let options = command.options.filter { $0.group == group }
      guard !options.isEmpty else { continue }
      page += section(group.rawValue, TextWrap.list(options.map(entry), width: width))
    }
    return page + "\n" + TextWrap.block(Self.environmentNote, indent: 0, width: width)
  }

  /// What holds for all options.
  static let environmentNote = """
    An option that is not typed is taken from the environment: --busy-timeout from \
    FURROW_BUSY_TIMEOUT, a flag such as --trim from FURROW_TRIM=1.
    """

  private func section(_ title: String, _ body: String) -> String {
    "\n\(title)\n\(body)"
  }

  private func text(of example: Command.Example) -> String {
    "  \(example.line)\n" + TextWrap.block(example.meaning, indent: 6, width: width)
  }

  private func entry(_ option: Option) -> (term: String, meaning: String) {
    let letter = option.letter.map { "-\($0), " } ?? "    "
    return ("\(letter)\(option.spelling)", Self.meaning(of: option))
  }

  /// The help of an option with what the table adds to it.
  static func meaning(of option: Option) -> String {
    var notes: [String] = []
    if option.isRequired { notes.append("required") }
    if option.isRepeatable { notes.append("may be repeated") }
    if let text = option.defaultText { notes.append("default: \(text)") }
    return notes.isEmpty ? option.help : "\(option.help) (\(notes.joined(separator: ", ")))"
  }
}

/// A page for `man`, made from the table that parsing uses.
///
/// The macros are those of man(7): <https://man7.org/linux/man-pages/man7/man.7.html>.
package struct ManualPage {
  /// The name of the file, such as `furrow-import.1`.
  package let fileName: String
  /// The page in roff.
  package let text: String

  /// The page of the program, and one for each command; a group has its commands on its own page.
  package static func all(of table: CommandTable) -> [ManualPage] {
    [overview(of: table)] + table.commands.map(ManualPage.init)
  }

  private static func overview(of table: CommandTable) -> ManualPage {
    var page = Roff(title: "furrow")
    page.section("NAME")
    page.text("furrow - move tables between text files and SQLite, and lose nothing")
    page.section("SYNOPSIS")
    page.line("furrow COMMAND [ARGUMENTS]")
    page.section("DESCRIPTION")
    page.text(
      "Every record that is read has exactly one fate: it is loaded, rejected, a duplicate, or"
        + " filtered. Every complaint names its file, line and field. A run that fails leaves the"
        + " database as it was."
    )
    page.section("COMMANDS")
    for command in table.commands {
      page.entry("furrow-\(command.name)(1)", command.summary)
    }
    page.section("OPTIONS AND VARIABLES")
    page.text(
      "--name value, --name=value, -x value and -xvalue mean the same. -- ends the options, - is"
        + " standard input or output. An option that is not typed is taken from the environment:"
        + " --busy-timeout from FURROW_BUSY_TIMEOUT, a flag such as --trim from FURROW_TRIM=1."
    )
    page.section("EXIT STATUS")
    for code in ExitCode.allCases { page.entry(String(code.rawValue), code.meaning) }
    page.entry("141", "the reader of the output went away")
    page.section("EXAMPLES")
    for command in table.commands {
      if let example = command.examples.first ?? command.workers.first?.examples.first {
        page.example(example)
      }
    }
    page.section("SEE ALSO")
    page.text(table.commands.map { "furrow-\($0.name)(1)" }.joined(separator: ", "))
    return ManualPage(fileName: "furrow.1", text: page.text)
  }

  private init(_ command: Command) {
    var page = Roff(title: "furrow-\(command.name)")
    page.section("NAME")
    page.text("furrow-\(command.name) - \(command.summary)")
    page.section("SYNOPSIS")
    command.synopsis.forEach { page.line($0) }
    if command.subcommands.isEmpty {
      Self.describe(command, in: &page)
    } else {
      for below in command.subcommands {
        page.section("furrow \(below.name)".uppercased())
        page.text(below.summary)
        below.synopsis.forEach { page.line($0) }
        Self.describe(below, in: &page, isBelow: true)
      }
    }
    page.section("SEE ALSO")
    page.text("furrow(1), furrow-explain(1)")
    self.init(fileName: "furrow-\(command.name).1", text: page.text)
  }

  private init(fileName: String, text: String) {
    self.fileName = fileName
    self.text = text
  }

  private static func describe(_ command: Command, in page: inout Roff, isBelow: Bool = false) {
    let heading = { (title: String) in isBelow ? Roff.Heading.below(title) : .section(title) }
    if !command.positionals.isEmpty {
      page.heading(heading("Arguments"))
      for place in command.positionals { page.entry(place.spelling, place.help) }
    }
    for group in OptionGroup.allCases {
      let options = command.options.filter { $0.group == group }
      guard !options.isEmpty else { continue }
      page.heading(heading(group.rawValue))
      for option in options {
        let letter = option.letter.map { "-\($0), " } ?? ""
        page.entry(letter + option.spelling, HelpPage.meaning(of: option))
      }
    }
    page.heading(heading("Examples"))
    for example in command.examples { page.example(example) }
  }
}

/// Text in roff, line by line.
private struct Roff {
  /// A heading of one of the two levels.
  enum Heading {
    case section(String)
    case below(String)
  }

  private(set) var text: String

  init(title: String) {
    text = ".\\\" Made by scripts/make-docs; not edited by hand.\n"
    text += ".TH \(Self.argument(title.uppercased())) 1 \"\" \"furrow \(Version.number)\""
    text += " \"Furrow\"\n"
  }

  mutating func heading(_ heading: Heading) {
    switch heading {
    case .section(let title): section(title.uppercased())
    case .below(let title): text += ".SS \(Self.argument(title))\n"
    }
  }

  mutating func section(_ title: String) { text += ".SH \(Self.argument(title))\n" }

  /// A paragraph.
  mutating func text(_ paragraph: String) { text += Self.escaped(paragraph) + "\n" }

  /// A line to type, which is not broken.
  mutating func line(_ line: String) { text += ".PP\n.nf\n\(Self.escaped(line))\n.fi\n" }

  /// A term, and what it means beside or below it.
  mutating func entry(_ term: String, _ meaning: String) {
    text += ".TP\n.B \(Self.argument(term))\n\(Self.escaped(meaning))\n"
  }

  mutating func example(_ example: Command.Example) {
    text += ".PP\n\(Self.escaped(example.meaning)):\n.PP\n.nf\n"
    text += ".RS 4\n\(Self.escaped(example.line))\n.RE\n.fi\n"
  }

  /// A whole argument of a macro.
  private static func argument(_ text: String) -> String {
    "\"\(escaped(text).replacing("\"", with: "\\(dq"))\""
  }

  /// `text` as roff prints it: a dash to copy, no escapes, no line that starts a macro.
  private static func escaped(_ text: String) -> String {
    let safe = text.reduce(into: "") { result, character in
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "`": result += "\\(ga"
      default: result.append(character)
      }
    }
    return safe.hasPrefix(".") ? "\\&\(safe)" : safe
  }
}

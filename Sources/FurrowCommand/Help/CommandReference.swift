/// The reference of all commands, as a page of the documentation.
///
/// It is made from the table that parsing uses; a test holds the committed page against it.
package struct CommandReference {
  private let table: CommandTable

  /// Creates the reference of `table`.
  package init(_ table: CommandTable) {
    self.table = table
  }

  /// The whole page in Markdown.
  package func markdown() -> String {
    var page = """
      # Commands

      Made from the table of options by scripts/make-docs; not edited by hand.

      `--name value`, `--name=value`, `-x value` and `-xvalue` mean the same; flags of one letter
      may be joined, as in `-qh`. `--` ends the options, `-` is standard input or output, and negative
      numbers are no options. What is typed beats the environment variable, which beats the default.
      A flag is set by a variable of `1` and left unset by `0`; a variable that is empty counts as
      not there. A size, a duration and a list of names are written `256MiB`, `10s` and `a,"b,c"`.


      """
    for command in table.commands {
      page += section(of: command, level: "##")
      for command in command.subcommands { page += section(of: command, level: "###") }
    }
    return page + exitCodes
  }

  private func section(of command: Command, level: String) -> String {
    var text = "\(level) furrow \(command.name)\n\n\(sentence(command.summary))\n\n```sh\n"
    text += command.examples.map { "\($0.line)  # \($0.meaning)\n" }.joined()
    text += "```\n\n"
    text += command.synopsis.map { "    \($0)\n" }.joined() + "\n"
    guard command.subcommands.isEmpty else { return text }
    for place in command.positionals {
      text += "- `\(place.spelling)`: \(escape(place.help))\n"
    }
    if !command.positionals.isEmpty { text += "\n" }
    for group in OptionGroup.allCases {
      let options = command.options.filter { $0.group == group }
      guard !options.isEmpty else { continue }
      text += "**\(group.rawValue)**\n\n| option | environment | meaning |\n|---|---|---|\n"
      text += options.map(row).joined() + "\n"
    }
    return text
  }

  private func row(of option: Option) -> String {
    let letter = option.letter.map { "`-\($0)`, " } ?? ""
    let spelling = option.spelling.split(separator: "|").joined(separator: "\\|")
    let environment = option.environmentName.map { "`\($0)`" } ?? ""
    return "| \(letter)`\(spelling)` | \(environment) "
      + "| \(escape(HelpPage.meaning(of: option))) |\n"
  }

  /// Keeps what Markdown would take as markup as it is.
  private func escape(_ text: String) -> String {
    text.reduce(into: "") { escaped, character in
      if "\\|*_<>`".contains(character) { escaped.append("\\") }
      escaped.append(character)
    }
  }

  private func sentence(_ summary: String) -> String {
    summary.prefix(1).uppercased() + escape(String(summary.dropFirst())) + "."
  }

  private var exitCodes: String {
    var text = "## Exit codes\n\n| code | meaning |\n|---:|---|\n"
    for code in ExitCode.allCases { text += "| \(code.rawValue) | \(code.meaning) |\n" }
    return text + "| 141 | the reader of the output went away |\n"
  }
}

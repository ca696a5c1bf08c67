import Furrow

/// All commands of the program.
package struct CommandTable: Sendable {
  /// The commands in the order help lists them.
  package let commands: [Command]

  package init(_ commands: [Command]) {
    self.commands = commands
  }

  /// The commands of `furrow`.
  package static let furrow = CommandTable([
    ImportCommand.command, ExportCommand.command, VerifyCommand.command, ConvertCommand.command,
    ValidateCommand.command, DedupeCommand.command, SniffCommand.command, ProfileCommand.command,
    AuditCommand.command, QueryCommand.command, RunsCommand.command, MigrateCommand.command,
    RunCommand.command, InitCommand.command,
    ExplainCommand.command, CompletionsCommand.command, DoctorCommand.command,
  ])

  /// Every command that does work, those of groups included.
  package var workers: [Command] {
    commands.flatMap(\.workers)
  }

  /// Goes down from the first word as far as the words name commands.
  ///
  /// - Returns: The command, and the words that are left for it.
  package func resolve(_ words: [String]) throws(UsageError) -> (Command, ArraySlice<String>) {
    var rest = words[...]
    var command = try step(into: commands, above: "", &rest)
    while case .group(let below) = command.body {
      // Help that is asked for before a command is named is that of the group.
      if rest.first?.hasPrefix("-") ?? false, ArgumentReader.asksForHelp(rest) { break }
      command = try step(into: below, above: command.name, &rest)
    }
    return (command, rest)
  }

  /// The command or group that exactly these words name, for `furrow help`.
  package func command(named words: [String]) throws(UsageError) -> Command {
    var rest = words[...]
    var command = try step(into: commands, above: "", &rest)
    while !rest.isEmpty {
      guard !command.subcommands.isEmpty else {
        throw UsageError(
          command: "",
          message: "'\(command.name)' has no commands below it, as \(quoted(rest)) asks"
        )
      }
      command = try step(into: command.subcommands, above: command.name, &rest)
    }
    return command
  }

  private func step(
    into commands: [Command],
    above: String,
    _ rest: inout ArraySlice<String>
  ) throws(UsageError) -> Command {
    let names = commands.map(\.lastWord)
    guard let word = rest.popFirst() else {
      throw UsageError(command: above, message: "expected \(Prose.alternatives(names))")
    }
    if let command = commands.first(where: { $0.lastWord == word }) { return command }
    let found = DisplayText.quoted(word)
    if word.hasPrefix("-") {
      let options = ["--help", "--version"]
      if let guess = Spelling.nearest(to: word, among: options), guess != word {
        throw UsageError(
          command: above,
          message: "unknown option \(found): did you mean \(guess)?"
        )
      }
      throw UsageError(
        command: above,
        message: "expected \(Prose.alternatives(names)) before \(found)"
      )
    }
    let guess = Spelling.nearest(to: word, among: names)
    let hint = guess.map { "did you mean '\($0)'?" } ?? "expected \(Prose.alternatives(names))"
    throw UsageError(command: above, message: "unknown command \(found): \(hint)")
  }

  private func quoted(_ words: ArraySlice<String>) -> String {
    DisplayText.quoted(words.joined(separator: " "))
  }
}

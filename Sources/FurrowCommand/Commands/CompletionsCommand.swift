import Furrow

/// `furrow completions`: what makes a shell complete command lines.
package enum CompletionsCommand {
  package static let command = Command(
    name: "completions",
    summary: "print the script that makes a shell complete commands, options, tables and columns",
    synopsis: ["furrow completions SHELL", "furrow completions SHELL -- WORD..."],
    positionals: [
      Positional(
        "SHELL",
        words: CompletionShell.allCases.map(\.rawValue),
        help: Prose.alternatives(CompletionShell.allCases.map(\.rawValue))
      ),
      Positional(
        "WORD",
        .any,
        help:
          "words of a command line; what may stand for the last one is printed, as the scripts ask"
      ),
    ],
    examples: [
      Command.Example("furrow completions bash >> ~/.bash_completion", "complete in bash"),
      Command.Example("furrow completions zsh > ~/.zfunc/_furrow", "complete in zsh"),
      Command.Example(
        "furrow completions fish > ~/.config/fish/completions/furrow.fish",
        "complete in fish"
      ),
    ],
    body: .run(run)
  )

  @Sendable private static func run(
    _ arguments: ParsedArguments,
    _ console: Console
  ) throws -> ExitCode {
    let name = try arguments.positional("SHELL")
    guard let shell = CompletionShell(rawValue: name) else {
      throw arguments.usageError(
        "expected \(Prose.alternatives(CompletionShell.allCases.map(\.rawValue))),"
          + " found \(DisplayText.quoted(name))"
      )
    }
    let words = shell.joined(arguments.positionals("WORD"))
    guard !words.isEmpty else {
      try console.write(shell.script)
      return .complete
    }
    let completion = Completion(words, in: .furrow, environment: arguments.environment)
    try console.write(shell.answer(completion))
    return .complete
  }
}

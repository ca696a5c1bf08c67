/// One command: the facts that parsing, help and the reference share, and the work.
package struct Command: Sendable {
  /// What a command does with its arguments.
  package typealias Run = @Sendable (ParsedArguments, Console) throws -> ExitCode

  /// Either work of its own, or commands below it.
  package enum Body: Sendable {
    /// The work.
    case run(Run)
    /// Commands that are typed behind this one's name.
    case group([Command])
  }

  /// One line to type, and what it does.
  package struct Example: Sendable {
    package let line: String
    package let meaning: String

    package init(_ line: String, _ meaning: String) {
      self.line = line
      self.meaning = meaning
    }
  }

  /// As typed, without the program's name: `import`, `migrate up`.
  package let name: String
  /// What it does, in one line.
  package let summary: String
  /// How it is typed, a line for each form.
  package let synopsis: [String]
  /// What stands on the command line without a name.
  package let positionals: [Positional]
  /// The options it takes, those of every command included.
  package let options: [Option]
  /// Lines to learn it from.
  package let examples: [Example]
  /// The work, or the commands below.
  package let body: Body

  package init(
    name: String,
    summary: String,
    synopsis: [String],
    positionals: [Positional] = [],
    options: [Option] = [],
    examples: [Example],
    body: Body
  ) {
    self.name = name
    self.summary = summary
    self.synopsis = synopsis
    self.positionals = positionals
    self.options = options + Options.everywhere
    self.examples = examples
    self.body = body
  }

  /// The commands below this one.
  package var subcommands: [Command] {
    guard case .group(let commands) = body else { return [] }
    return commands
  }

  /// This command if it does work, else those below it that do.
  package var workers: [Command] {
    guard case .group(let commands) = body else { return [self] }
    return commands.flatMap(\.workers)
  }

  /// The last word of the name.
  package var lastWord: String {
    String(name.split(separator: " ").last ?? "")
  }
}

/// A place on the command line that has no name there.
package struct Positional: Sendable {
  /// How many arguments it takes.
  package enum Count: Sendable {
    case one
    case oneOrNone
    case oneOrMore
    case any
  }

  /// The word for it in help, such as `SOURCE`.
  package let name: String
  package let count: Count
  /// What the argument is.
  package let kind: ValueKind
  /// The words that are known to be right; empty where they are without number.
  package let words: [String]
  /// What it is, in one line.
  package let help: String

  package init(
    _ name: String,
    _ count: Count = .one,
    _ kind: ValueKind = .text,
    words: [String] = [],
    help: String
  ) {
    self.name = name
    self.count = count
    self.kind = kind
    self.words = words
    self.help = help
  }

  /// The word with its number: `DB`, `SOURCE...`, `[VALUE...]`.
  package var spelling: String {
    switch count {
    case .one: name
    case .oneOrNone: "[\(name)]"
    case .oneOrMore: "\(name)..."
    case .any: "[\(name)...]"
    }
  }
}

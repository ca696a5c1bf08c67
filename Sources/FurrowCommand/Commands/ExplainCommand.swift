import Furrow

/// `furrow explain`: what a code means and what to do.
package enum ExplainCommand {
  package static let command = Command(
    name: "explain",
    summary: "say what a rejection, a failure, a finding or an exit code means, and how to mend it",
    synopsis: ["furrow explain [CODE...] [OPTIONS]"],
    positionals: [
      Positional(
        "CODE",
        .any,
        words: Explanation.all.map(\.name),
        help: "code in a message, or number of an exit code; without one all are listed"
      )
    ],
    options: [Options.json.option],
    examples: [
      Command.Example("furrow explain type-error", "what it means, with an example"),
      Command.Example("furrow explain 2", "what the exit code says"),
      Command.Example("furrow explain", "list all codes"),
    ],
    body: .run(run)
  )

  @Sendable private static func run(
    _ arguments: ParsedArguments,
    _ console: Console
  ) throws -> ExitCode {
    let names = arguments.positionals("CODE")
    var found: [Explanation] = []
    for name in names { found.append(try explanation(of: name, arguments)) }
    if try arguments[Options.json] {
      try console.write(
        JSONValue.array((names.isEmpty ? Explanation.all : found).map(\.json)).indented
      )
      return .complete
    }
    let width = console.terminalWidth ?? Terminal.usualWidth
    let pages = names.isEmpty ? [list(width)] : found.map { $0.page(width: width) }
    try console.write(pages.joined(separator: "\n"))
    return .complete
  }

  private static func explanation(
    of name: String,
    _ arguments: ParsedArguments
  ) throws(UsageError) -> Explanation {
    let wanted = name.lowercased()
    if let found = Explanation.all.first(where: { $0.name == wanted }) { return found }
    let guess = Spelling.nearest(to: wanted, among: Explanation.all.map(\.name))
    throw arguments.usageError(
      "there is no code \(DisplayText.quoted(name)): "
        + (guess.map { "did you mean '\($0)'?" } ?? "'furrow explain' lists all")
    )
  }

  private static func list(_ width: Int) -> String {
    Explanation.Subject.allCases.map { subject in
      let entries = Explanation.all.filter { $0.subject == subject }.map { ($0.name, $0.meaning) }
      return subject.heading + "\n" + TextWrap.list(entries, width: width)
    }.joined(separator: "\n")
  }
}

extension Explanation.Subject {
  fileprivate var heading: String {
    switch self {
    case .rejection: "Rejections: a record is wrong, and the run may go on without it"
    case .failure: "Failures: the run stops"
    case .migration: "Migrations: what furrow migrate --json calls kind, and lint and check name"
    case .finding: "Findings: what furrow migrate lint and check warn of"
    case .exitCode: "Exit codes"
    }
  }
}

extension Explanation {
  /// All of it as text.
  fileprivate func page(width: Int) -> String {
    let title = subject == .exitCode ? "exit code \(name)" : "\(name) (\(subject.rawValue))"
    var page = TextWrap.block("\(title): \(meaning)", indent: 0, width: width)
    page += "\nWhy\n" + TextWrap.block(reason, indent: 2, width: width)
    page += "\nWhat to do\n" + TextWrap.block(remedy, indent: 2, width: width)
    guard let example else { return page }
    page += "\nExample\n"
    if !example.input.isEmpty { page += "  \(example.file) holds\n" }
    for line in example.input.split(separator: "\n") { page += "    \(line)\n" }
    if let table = example.table { page += "  people.db has\n    \(table)\n" }
    return page + "  $ \(example.command)\n  \(example.message)\n"
  }

  /// All of it as a JSON object.
  fileprivate var json: JSONValue {
    [
      "code": .string(name), "subject": .string(subject.rawValue), "meaning": .string(meaning),
      "reason": .string(reason), "remedy": .string(remedy),
      "example": example.map {
        [
          "input": .string($0.input), "table": .text($0.table), "command": .string($0.command),
          "message": .string($0.message),
        ]
      } ?? .null,
    ]
  }
}

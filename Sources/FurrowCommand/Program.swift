import Furrow

/// The program with its commands, its environment and its console.
///
/// All that `EntryPoint` adds is the process, so that tests can run it whole.
package struct Program {
  private let table: CommandTable
  private let environment: Environment
  private let console: Console

  /// Creates a program that prints on `console`.
  package init(table: CommandTable, environment: Environment, console: Console) {
    self.table = table
    self.environment = environment
    self.console = console
  }

  /// Runs `arguments` and returns the exit code, having printed the reason of a failure.
  package func run(_ arguments: [String]) -> ExitCode {
    console.hide(arguments.flatMap(URISecrets.secrets))
    let exitCode = attempt(arguments)
    let isFinished = exitCode == .complete || exitCode == .rejected
    // A message that was lost may be the one that mattered.
    return isFinished && console.errorsFailed ? .failed : exitCode
  }

  private func attempt(_ arguments: [String]) -> ExitCode {
    do {
      let exitCode = try dispatch(arguments)
      try console.flush()
      return exitCode
    } catch let error as UsageError {
      error.lines.map(console.secrets.maskedMessage).forEach(console.report)
      return .wrongUsage
    } catch let error as PipelineError {
      return end(with: CommandFailure(.failed, error))
    } catch let failure as CommandFailure {
      return end(with: failure)
    } catch {
      report(String(describing: error))
      return .failed
    }
  }

  private func end(with failure: CommandFailure) -> ExitCode {
    report(failure.message)
    failure.details.map(console.secrets.maskedMessage).forEach(console.report)
    return failure.exitCode
  }

  private func dispatch(_ arguments: [String]) throws -> ExitCode {
    switch arguments.first {
    case nil, "--help", "-h":
      try console.write(helpPage.overview(of: table))
    case "help":
      try showHelp(arguments.dropFirst().filter { $0 != "--help" && $0 != "-h" })
    case _ where asksForVersion(arguments):
      let isVerbose = arguments.count > 1
      try console.write(Version.lines(isVerbose: isVerbose).map { "\($0)\n" }.joined())
    default:
      let (command, rest) = try table.resolve(arguments)
      return try start(command, rest)
    }
    return .complete
  }

  private func start(_ command: Command, _ rest: ArraySlice<String>) throws -> ExitCode {
    var reader = ArgumentReader(command, in: table, environment: environment)
    guard case .run(let run) = command.body, let arguments = try reader.read(rest) else {
      try console.write(helpPage.page(of: command))
      return .complete
    }
    console.hide(arguments.fromEnvironment(command.options).flatMap(URISecrets.secrets))
    try console.follow(arguments)
    return try run(arguments, console)
  }

  private func showHelp(_ words: [String]) throws {
    let page =
      words.isEmpty
      ? helpPage.overview(of: table) : helpPage.page(of: try table.command(named: words))
    try console.write(page)
  }

  /// Whether `--version` is there, and nothing else but `--verbose`.
  private func asksForVersion(_ arguments: [String]) -> Bool {
    arguments.contains("--version")
      && arguments.allSatisfy { ["--version", "--verbose", "-v"].contains($0) }
  }

  private var helpPage: HelpPage {
    HelpPage(width: console.terminalWidth ?? Terminal.usualWidth)
  }

  /// Prints a failure in one line.
  ///
  /// What was written before it goes out first; if that fails too, the first failure is the one
  /// that counts.
  private func report(_ message: String) {
    try? console.flush()
    let line = DisplayText.escaped(console.secrets.maskedMessage(message))
    // A name can be as long as a file; what is wrong stands in front.
    console.report("furrow: \(line.count > 2_000 ? line.prefix(2_000) + "..." : line)")
  }
}

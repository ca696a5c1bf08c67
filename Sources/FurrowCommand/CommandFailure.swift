import Furrow

/// The reason a command ends without being complete, with its exit code.
///
/// Commands throw it when the exit code is not 1; any other error that leaves a command is
/// printed by its description and exits 1.
package struct CommandFailure: Error, Sendable {
  /// The exit code of the process.
  package let exitCode: ExitCode
  /// What happened, in one line: lower case, no full stop.
  package let message: String
  /// Lines printed under the message as they are, such as SQL with a caret under the fault.
  package let details: [String]

  /// The message with the lines under it, for a report.
  var text: String { ([message] + details).joined(separator: "\n") }

  /// Creates a failure that ends the process with `exitCode`.
  package init(_ exitCode: ExitCode, _ message: String, details: [String] = []) {
    self.exitCode = exitCode
    self.message = message
    self.details = details
  }
}

/// A fault of the command line itself: exit 64.
package struct UsageError: Error, Sendable, Equatable {
  /// The command as typed, such as `migrate up`; empty before a command is known.
  package let command: String
  /// What was expected and what was found.
  package let message: String

  /// The two lines a person sees.
  package var lines: [String] {
    let program = command.isEmpty ? "furrow" : "furrow \(command)"
    return ["\(program): \(message)", "see '\(program) --help'"]
  }
}

extension CommandFailure {
  /// The failure of a pipeline, with a caret under the fault where SQL is to blame.
  init(_ exitCode: ExitCode = .failed, _ error: PipelineError) {
    switch error {
    case .database(let error): self.init(exitCode, error)
    case .migration(let error): self.init(error)
    case .interrupted: self.init(.interrupted, error.description)
    case .drift(let drift):
      self.init(
        exitCode,
        drift.summary,
        details: drift.differences.map { "  \(DisplayText.escaped($0))" }
      )
    default: self.init(exitCode, error.description)
    }
  }

  /// The failure of a database, with a caret under the fault where SQL is to blame.
  init(_ exitCode: ExitCode = .failed, _ error: SQLiteError) {
    let isOfSQL = error.code.primary == .error
    self.init(
      exitCode,
      error.description,
      details: isOfSQL ? error.caret.map { [$0] } ?? [] : []
    )
  }
}

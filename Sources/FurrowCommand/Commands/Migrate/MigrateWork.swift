import Furrow

/// The work of one command of the group `migrate`, made of its arguments.
protocol MigrateWork: Sendable {
  /// Reads the arguments.
  init(_ arguments: ParsedArguments) throws(UsageError)

  /// Does the work; what goes wrong is thrown as it is.
  func run(_ console: Console) throws -> MigrateOutcome
}

/// What a command has to say when it is done.
struct MigrateOutcome {
  /// The exit code.
  var exitCode = ExitCode.complete
  /// What `--json` prints, beside the command and the exit code.
  var members: [JSONValue.Member] = []
  /// What is printed on standard output without `--json`.
  var output = ""
  /// What is printed on standard error, one line each.
  var notes: [String] = []
}

/// Runs the work of a command and tells how it came out, as text or as one object.
struct MigrateRunner {
  private let command: String
  private let printsJSON: Bool
  private let console: Console

  init(_ arguments: ParsedArguments, _ console: Console) throws(UsageError) {
    command = arguments.commandName
    printsJSON = try arguments[Options.json]
    self.console = console
  }

  func run(_ work: some MigrateWork) throws -> ExitCode {
    do {
      let outcome = try work.run(console)
      for note in outcome.notes { console.note(DisplayText.escaped(note)) }
      if printsJSON {
        try print(outcome.exitCode, outcome.members)
      } else if !outcome.output.isEmpty {
        try console.write(outcome.output)
      }
      return outcome.exitCode
    } catch let error as MigrationError {
      throw try tell(CommandFailure(error), error)
    } catch let error as SQLiteError {
      var found = MigrationError(.database, error.description)
      found.cause = error
      throw try tell(CommandFailure(.busy ~= error.code ? .lockTimeout : .failed, error), found)
    }
  }

  private func tell(
    _ failure: CommandFailure,
    _ error: MigrationError
  ) throws -> CommandFailure {
    if printsJSON { try print(failure.exitCode, [.init("error", Self.json(of: error))]) }
    return failure
  }

  private func print(_ exitCode: ExitCode, _ members: [JSONValue.Member]) throws {
    let head: [JSONValue.Member] = [
      .init("schemaVersion", .integer(1)), .init("command", .string(command)),
      .init("exitCode", .integer(Int(exitCode.rawValue))),
    ]
    try console.write(JSONValue.object(head + members).indented)
  }

  private static func json(of error: MigrationError) -> JSONValue {
    [
      "kind": .string(error.kind.rawValue), "message": .string(error.message),
      "file": .text(error.path), "line": .number(error.line), "column": .number(error.column),
      "version": .text(error.version), "caret": .text(error.caret),
      "details": .array(error.details.map(JSONValue.string)),
      "sqliteCode": .text(error.cause?.code.description),
      "databaseUnchanged": .bool(error.isDatabaseUnchanged),
      "outcome": .string(error.outcome.description),
    ]
  }
}

extension JSONValue {
  /// A string, or `null` of `nil`.
  static func text(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

  /// A number, or `null` of `nil`.
  static func number(_ number: Int?) -> JSONValue { number.map(JSONValue.integer) ?? .null }

  /// Migrations as a list of version and file.
  static func list(_ migrations: [Migration]) -> JSONValue {
    .array(migrations.map { ["version": .string($0.version.text), "file": .string($0.file)] })
  }

  /// Texts as a list.
  static func list(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }
}

extension CommandFailure {
  /// The failure of a migration, with the exit code that tells what became of the database.
  init(_ error: MigrationError) {
    let exitCode: ExitCode
    switch (error.kind, error.outcome) {
    case (.interrupted, _): exitCode = .interrupted
    case (.ahead, _), (.missing, _): exitCode = .databaseAhead
    case (.incomplete, _), (_, .partial): exitCode = .manualStepNeeded
    case (.database, _) where error.cause.map { .busy ~= $0.code } ?? false:
      exitCode = .lockTimeout
    // Nothing was begun.
    case (.database, .unchanged) where error.cause.map(Self.isUnusable) ?? false:
      exitCode = .failed
    case (.unreadable, _), (.encoding, _), (.marker, _), (.version, _), (.mixed, _), (.state, _):
      exitCode = .failed
    // Files that were committed before stay; the failing one left nothing.
    default: exitCode = .migrationFailed
    }
    self.init(
      exitCode,
      error.description,
      details: (error.caret.map { [$0] } ?? []) + error.details
    )
  }

  /// Whether a database cannot be opened at all, or not for writing.
  private static func isUnusable(_ cause: SQLiteError) -> Bool {
    [.cannotOpen, .readOnly, .notADatabase].contains(cause.code.primary)
  }
}

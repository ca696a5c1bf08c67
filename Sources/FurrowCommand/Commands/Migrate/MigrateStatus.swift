import Furrow
import Synchronization

/// `furrow migrate status`: changes nothing.
struct MigrateStatus: MigrateWork, Equatable {
  let folder: MigrateFolder
  let database: MigrateDatabase
  /// Whether the exit code tells that something is pending.
  let tellsByExitCode: Bool

  static let command = MigrateCommand.make(
    "status",
    "list the migrations and whether they are applied",
    options: MigrateDatabase.options + MigrateFolder.options + [Options.exitCode.option],
    examples: [
      ("furrow migrate status --db app.db", "list them; nothing is changed"),
      (
        "furrow migrate status --db app.db --exit-code -q",
        "ask in a script if any is pending"
      ),
    ],
    MigrateStatus.self
  )

  init(_ arguments: ParsedArguments) throws(UsageError) {
    folder = try MigrateFolder(arguments)
    database = try MigrateDatabase(arguments)
    tellsByExitCode = try arguments[Options.exitCode]
  }

  func run(_ console: Console) throws -> MigrateOutcome {
    let status = try folder.migrator(console).status(of: database.openToRead())
    var outcome = MigrateOutcome()
    if tellsByExitCode, !status.isUpToDate { outcome.exitCode = .failed }
    if console.verbosity != .quiet { outcome.output = try table(status, console) }
    outcome.members = [
      .init("database", .string(database.path)), .init("upToDate", .bool(status.isUpToDate)),
      .init(
        "migrations",
        .array(
          status.entries.map { entry in
            [
              "version": .string(entry.version.text), "name": .string(entry.name),
              "file": .string(entry.file), "state": .string(entry.state.rawValue),
              "appliedAt": .text(entry.appliedAt),
              "statementsDone": .number(entry.statementsDone),
            ]
          }
        )
      ),
    ]
    return outcome
  }

  private func table(_ status: MigrationStatus, _ console: Console) throws -> String {
    // The printer's closure may outlive this call as far as the compiler knows.
    let lines = Mutex("")
    var table = TablePrinter(
      columns: ["version", "state", "applied at", "file"],
      terminalWidth: console.terminalWidth,
      isColored: console.isColored(.output)
    ) { line in lines.withLock { $0 += line } }
    for entry in status.entries {
      try table.add([
        .text(entry.version.text), .text(entry.state.rawValue),
        .text(entry.appliedAt ?? ""), .text(entry.file),
      ])
    }
    try table.finish()
    return lines.withLock { $0 }
  }
}

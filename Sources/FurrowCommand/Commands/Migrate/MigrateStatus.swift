import Furrow

/// The work of `furrow migrate status`.
struct MigrateStatus {
  let arguments: MigrateStatusArguments

  func run(_ console: Console) throws -> ExitCode {
    do {
      let folder = try MigrationFolder(path: arguments.directory)
      for warning in folder.warnings { console.note("warning: \(warning)") }
      let status = try Migrator(migrations: folder.migrations).status(of: openDatabase())
      if arguments.printsJSON {
        try console.write(json(of: status).indented)
      } else if console.verbosity != .quiet {
        try printTable(status, console)
      }
      return arguments.tellsByExitCode && !status.isUpToDate ? .failed : .complete
    } catch let error as MigrationError {
      throw CommandFailure(error)
    } catch let error as SQLiteError {
      throw CommandFailure(.failed, error)
    }
  }

  /// Opens the database to look at it; one that is not there has nothing applied.
  private func openDatabase() throws -> Database? {
    guard !DatabaseFile(arguments.database).isNew else { return nil }
    var options = Database.Options(mode: .readOnly)
    options.busyTimeout = arguments.busyTimeout
    return try Database(path: arguments.database, options: options)
  }

  private func printTable(_ status: MigrationStatus, _ console: Console) throws {
    var table = TablePrinter(
      columns: ["version", "state", "applied at", "file"],
      terminalWidth: console.terminalWidth,
      isColored: console.isColored(.output)
    ) { line throws(OutputFailure) in try console.write(line) }
    for entry in status.entries {
      try table.add([
        .text(entry.version.text), .text(entry.state.rawValue),
        .text(entry.appliedAt ?? ""), .text(entry.file),
      ])
    }
    try table.finish()
  }

  private func json(of status: MigrationStatus) -> JSONValue {
    [
      "command": "migrate status",
      "database": .string(arguments.database),
      "upToDate": .bool(status.isUpToDate),
      "migrations": .array(
        status.entries.map { entry in
          [
            "version": .string(entry.version.text), "name": .string(entry.name),
            "file": .string(entry.file), "state": .string(entry.state.rawValue),
            "appliedAt": entry.appliedAt.map(JSONValue.string) ?? .null,
          ]
        }
      ),
    ]
  }
}

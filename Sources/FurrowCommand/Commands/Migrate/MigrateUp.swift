import Furrow

/// The work of `furrow migrate up`.
struct MigrateUp {
  let arguments: MigrateUpArguments

  func run(_ console: Console) throws -> ExitCode {
    do {
      let run = try apply(console)
      if arguments.printsJSON {
        try console.write(json(of: run).indented)
      } else {
        for migration in run.applied { console.note("applied \(migration.file)") }
        if run.applied.isEmpty { console.note("\(arguments.database): nothing is pending") }
      }
      return .complete
    } catch let error as MigrationError {
      throw CommandFailure(error)
    } catch let error as SQLiteError {
      throw CommandFailure(.busy ~= error.code ? .lockTimeout : .failed, error)
    }
  }

  private func apply(_ console: Console) throws -> Migrator.Run {
    let folder = try MigrationFolder(path: arguments.directory)
    for warning in folder.warnings { console.note("warning: \(warning)") }
    let file = DatabaseFile(arguments.database)
    do {
      var options = Database.Options(mode: .create)
      options.busyTimeout = arguments.busyTimeout
      let database = try Database(path: arguments.database, options: options)
      var choices = Migrator.Options()
      choices.scope = arguments.transactions
      choices.allowsOutOfOrder = arguments.allowsOutOfOrder
      let run = try Migrator(migrations: folder.migrations).up(database, choices)
      for warning in run.warnings { console.note("warning: \(warning)") }
      return run
    } catch let error as MigrationError where error.isDatabaseUnchanged {
      file.removeIfNew()
      throw error
    }
  }

  private func json(of run: Migrator.Run) -> JSONValue {
    [
      "command": "migrate up",
      "database": .string(arguments.database),
      "applied": .array(
        run.applied.map { ["version": .string($0.version.text), "file": .string($0.file)] }
      ),
      "warnings": .array(run.warnings.map(JSONValue.string)),
    ]
  }
}

extension CommandFailure {
  /// The failure of a migration, with the exit code that tells what became of the database.
  init(_ error: MigrationError) {
    let exitCode: ExitCode
    switch (error.kind, error.outcome) {
    case (.ahead, _), (.missing, _): exitCode = .databaseAhead
    case (.incomplete, _), (_, .partial): exitCode = .manualStepNeeded
    case (.database, _) where error.cause.map { .busy ~= $0.code } ?? false:
      exitCode = .lockTimeout
    case (.unreadable, _), (.encoding, _), (.marker, _), (.version, _): exitCode = .failed
    // Files that were committed before stay; the failing one left nothing.
    default: exitCode = .migrationFailed
    }
    self.init(
      exitCode,
      error.description,
      details: (error.caret.map { [$0] } ?? []) + error.details
    )
  }
}

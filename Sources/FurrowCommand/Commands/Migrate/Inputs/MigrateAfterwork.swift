import Furrow

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// What is done once a schema has changed: the dump is written, and a command of the user runs.
///
/// The database remembers until then that it is to be done, so that a run that ended in between is
/// made up for by the next: it happens at least once.
struct MigrateAfterwork: Sendable, Equatable {
  /// Where the dump of the schema goes.
  private let schemaFile: String?
  private let command: String?

  static let options = [
    Options.writeSchema.option, Options.schemaFile.option, Options.after.option,
  ]

  init(_ arguments: ParsedArguments) throws(UsageError) {
    let path = try arguments[Options.schemaFile]
    let isWritten = try arguments[Options.writeSchema]
    guard isWritten || path == nil else {
      throw arguments.usageError("--schema-file has a meaning only with --write-schema")
    }
    let folder = try arguments[Options.directory]
    schemaFile = isWritten ? path ?? TextFile.schemaPath(of: folder) : nil
    command = try arguments[Options.after]
  }

  /// Whether there is something to do.
  var isWanted: Bool { schemaFile != nil || command != nil }

  /// Does it, if this run has changed the database or an earlier one left it undone.
  func run(
    _ database: MigrateDatabase,
    hasChanged: Bool,
    _ outcome: inout MigrateOutcome,
    _ console: Console
  ) throws {
    guard isWanted, let found = try database.openToRead() else { return }
    let isDue = try Migrator.isAfterworkDue(found)
    guard hasChanged || isDue else { return }
    // What was done is told before what follows can fail.
    outcome.notes.forEach(console.note)
    outcome.notes = []
    if let schemaFile {
      let sink = try FileSink(path: schemaFile)
      try sink.write(Array(SchemaDump(of: found).text.utf8).span)
      try sink.finish()
      outcome.notes.append("wrote \(schemaFile)")
    }
    if let command { try run(command, on: database.path) }
    try database.withLock(makesFile: false) { database, options in
      try Migrator.finishAfterwork(database, options)
    }
  }

  private func run(_ command: String, on path: String) throws(CommandFailure) {
    // Standard output is for the outcome of this program.
    let script = "export FURROW_DB=\(ShellWord.quoted(path))\n{ \(command)\n} 1>&2"
    // Sound: the text is a terminated copy for the call.
    let status = unsafe system(script)
    guard status != 0 else { return }
    let code = status & 0x7F == 0 ? "exit \(status >> 8 & 0xFF)" : "signal \(status & 0x7F)"
    throw CommandFailure(
      .failed,
      "the migrations are done and stay, but --after ended with \(code); the next run does it again"
    )
  }
}

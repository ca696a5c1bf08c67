import Furrow

/// The database that a command was given.
struct MigrateDatabase: Sendable, Equatable {
  let path: String
  let busyTimeout: Duration

  static let options = [Options.database.option, Options.busyTimeout.option]

  init(_ arguments: ParsedArguments) throws(UsageError) {
    try self.init(arguments[Options.database], arguments)
  }

  init(_ path: String, _ arguments: ParsedArguments) throws(UsageError) {
    self.path = path
    busyTimeout = try arguments[Options.busyTimeout]
  }

  /// Opens the database to look at it; one that is not there is `nil`.
  func openToRead() throws(SQLiteError) -> Database? {
    DatabaseFile(path).isNew ? nil : try open()
  }

  /// Opens the database to look at it; one that is not there is a failure.
  func open() throws(SQLiteError) -> Database {
    try Database.toRead(path, busyTimeout: busyTimeout)
  }

  /// Begins to listen to SIGINT and SIGTERM; what is returned says whether one came.
  static func stopSignal() -> @Sendable () -> Bool {
    StopSignals.cancellation().question
  }

  /// Runs `body` with the database open for writing, while no other process migrates it.
  ///
  /// A database that was not there is made, and taken away again if `body` left it unchanged by an
  /// error. The lock comes before the file, so that nobody can be writing to it then. SIGINT and
  /// SIGTERM end the run, and a second one the process.
  func withLock<Result>(
    makesFile: Bool = true,
    _ body: (Database, inout Migrator.Options) throws -> Result
  ) throws -> Result {
    let file = MigratedFile(path, busyTimeout: busyTimeout, isCancelled: Self.stopSignal())
    return try file.withLock(makesFile: makesFile, body)
  }
}

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

  private func open(_ mode: Database.Mode) throws(SQLiteError) -> Database {
    var options = Database.Options(mode: mode)
    options.busyTimeout = busyTimeout
    return try Database(path: path, options: options)
  }

  /// Runs `body` with the database open for writing, while no other process migrates it.
  ///
  /// A database that was not there is made, and taken away again if `body` left it unchanged by an
  /// error. The lock comes before the file, so that nobody can be writing to it then.
  func withLock<Result>(
    makesFile: Bool = true,
    _ body: (Database, inout Migrator.Options) throws -> Result
  ) throws -> Result {
    guard makesFile || !DatabaseFile(path).isNew else {
      // Gives the error of a database that is not there.
      _ = try open(.readWrite)
      throw CommandFailure(.failed, "\(path): cannot open the database")
    }
    let lock = try MigrationLock(of: path, waiting: busyTimeout)
    defer { withExtendedLifetime(lock) {} }
    let file = DatabaseFile(path)
    do {
      var options = Migrator.Options()
      options.isLocked = true
      return try body(open(makesFile ? .create : .readWrite), &options)
    } catch let error as MigrationError where error.isDatabaseUnchanged {
      file.removeIfNew()
      throw error
    }
  }
}

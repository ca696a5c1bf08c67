package import FurrowSQLite

/// The file of a database whose schema is about to change.
package struct MigratedFile: Sendable {
  private let path: String
  private let busyTimeout: Duration
  private let isCancelled: (@Sendable () -> Bool)?

  /// `isCancelled` is asked while the work waits and between its steps.
  package init(_ path: String, busyTimeout: Duration, isCancelled: (@Sendable () -> Bool)?) {
    self.path = path
    self.busyTimeout = busyTimeout
    self.isCancelled = isCancelled
  }

  /// Runs `body` with the database open for writing, while no other process migrates it.
  ///
  /// A database that was not there is made, and taken away again if `body` left it unchanged by an
  /// error. The lock comes before the file, so that nobody can be writing to it then.
  package func withLock<Result>(
    makesFile: Bool = true,
    _ body: (Database, inout Migrator.Options) throws -> Result
  ) throws -> Result {
    if !makesFile, DatabaseFile(path).isNew {
      // Gives the error of a database that is not there, and leaves no lock behind.
      _ = try open(.readWrite)
    }
    let lock = try MigrationLock(of: path, waiting: busyTimeout, unless: isCancelled)
    defer { withExtendedLifetime(lock) {} }
    let file = DatabaseFile(path)
    do {
      var options = Migrator.Options()
      options.isLocked = true
      options.isCancelled = isCancelled
      return try body(open(makesFile ? .create : .readWrite), &options)
    } catch {
      // Only a file without a byte goes.
      file.removeIfNew()
      throw error
    }
  }

  private func open(_ mode: Database.Mode) throws(SQLiteError) -> Database {
    var options = Database.Options(mode: mode)
    options.busyTimeout = busyTimeout
    return try Database(path: path, options: options)
  }
}

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Brings a copy back into a database.
public enum DatabaseRestore {
  /// Copies the pages of `backup` over all that the database at `path` holds.
  ///
  /// The pages go through SQLite, so that no write-ahead log of the old content is left to spoil
  /// the new. What was there is kept as a copy of its own.
  /// - Returns: The copy of what was there; `nil` if there was nothing.
  /// - Throws: `backup` if the copy is missing or damaged, or `interrupted`; then the database is as
  ///   it was.
  public static func restore(
    _ backup: String,
    into path: String,
    waiting timeout: Duration = .seconds(10),
    unless isCancelled: (() -> Bool)? = nil
  ) throws(MigrationError) -> DatabaseBackup? {
    let lock = try MigrationLock(of: path, waiting: timeout, unless: isCancelled)
    defer { withExtendedLifetime(lock) {} }
    try verify(backup)
    let failed =
      hasBytes(path)
      ? try DatabaseBackup(
        of: path,
        at: BackupPlace(count: .max),
        named: "failed",
        unless: isCancelled
      ) : nil
    do throws(SQLiteError) {
      let source = try Database(path: backup, options: .init(mode: .readOnly))
      var options = Database.Options(mode: .create)
      options.busyTimeout = timeout
      let target = try Database(path: path, options: options)
      try OnlineBackup.copy(source, to: target, unless: isCancelled)
      return failed
    } catch {
      throw fault(error, backup)
    }
  }

  private static func verify(_ backup: String) throws(MigrationError) {
    do throws(SQLiteError) {
      try DatabaseBackup.verify(Database(path: backup, options: .init(mode: .readOnly)))
    } catch {
      throw fault(error, backup)
    }
  }

  private static func fault(_ cause: SQLiteError, _ path: String) -> MigrationError {
    if .interrupted ~= cause.code { return MigrationError(cause) }
    var error = MigrationError(.backup, cause.sentence, path: cause.path == nil ? path : nil)
    error.cause = cause
    return error
  }

  private static func hasBytes(_ path: String) -> Bool {
    var status = stat()
    // Sound: the path is a terminated copy for the call; `status` outlives it.
    return unsafe stat(path, &status) == 0 && status.st_size > 0
  }
}

internal import CSQLite

/// A copy of a whole database, page by page, through SQLite.
///
/// Unlike a copy of the file it has what still lies in the write-ahead log:
/// <https://www.sqlite.org/backup.html>.
package enum OnlineBackup {
  /// Pages between two looks at whether the work is to end.
  private static let portion: Int32 = 4096

  /// Copies `source` over all that `target` holds.
  ///
  /// `isCancelled` is asked now and then.
  /// - Throws: `busy` if either stays locked for the source's busy timeout; `interrupted`, and then
  ///   the target is as it was.
  package static func copy(
    _ source: Database,
    to target: Database,
    unless isCancelled: (() -> Bool)? = nil
  ) throws(SQLiteError) {
    // One state of the source for all portions, however much others write meanwhile.
    try source.begin(.deferred)
    defer { source.rollBack() }
    _ = try source.firstValue("SELECT count(*) FROM sqlite_master")
    // Sound: both handles are open for all of the calls; the names are terminated literals.
    guard let backup = unsafe sqlite3_backup_init(target.handle, "main", source.handle, "main")
    else { throw target.lastError() }
    var deadline = ContinuousClock.now + source.options.busyTimeout
    var code = SQLITE_OK
    var isStopped = false
    repeat {
      // Sound: the backup is finished below, once.
      code = unsafe sqlite3_backup_step(backup, portion)
      if code == SQLITE_OK { deadline = ContinuousClock.now + source.options.busyTimeout }
      if code == SQLITE_BUSY || code == SQLITE_LOCKED { sqlite3_sleep(10) }
      isStopped = isCancelled?() ?? false
    } while [SQLITE_OK, SQLITE_BUSY, SQLITE_LOCKED].contains(code) && !isStopped
      && ContinuousClock.now < deadline
    let finish = unsafe sqlite3_backup_finish(backup)
    if isStopped, code != SQLITE_DONE {
      throw SQLiteError(code: .interrupted, message: MigrationError.interruption)
    }
    guard code == SQLITE_DONE, finish == SQLITE_OK else {
      if code == SQLITE_BUSY || code == SQLITE_LOCKED {
        throw SQLiteError(code: .busy, message: "", path: target.filePath)
      }
      throw target.lastError()
    }
  }
}

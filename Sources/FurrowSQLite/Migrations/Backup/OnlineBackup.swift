internal import CSQLite

/// A copy of a whole database, page by page, through SQLite.
///
/// Unlike a copy of the file it has what still lies in the write-ahead log:
/// <https://www.sqlite.org/backup.html>.
enum OnlineBackup {
  /// Copies `source` over all that `target` holds.
  ///
  /// - Throws: `busy` if either stays locked for the source's busy timeout.
  static func copy(_ source: Database, to target: Database) throws(SQLiteError) {
    // Sound: both handles are open for all of the calls; the names are terminated literals.
    guard let backup = unsafe sqlite3_backup_init(target.handle, "main", source.handle, "main")
    else { throw target.lastError() }
    let deadline = ContinuousClock.now + source.options.busyTimeout
    var code = SQLITE_OK
    repeat {
      // Sound: the backup is finished below, once.
      code = unsafe sqlite3_backup_step(backup, -1)
      guard code == SQLITE_BUSY || code == SQLITE_LOCKED else { break }
      sqlite3_sleep(10)
    } while ContinuousClock.now < deadline
    let finish = unsafe sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE, finish == SQLITE_OK else {
      if code == SQLITE_BUSY || code == SQLITE_LOCKED {
        throw SQLiteError(code: .busy, message: "", path: target.filePath)
      }
      throw target.lastError()
    }
  }
}

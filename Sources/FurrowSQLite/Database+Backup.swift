internal import CSQLite

/// How far a backup is.
public struct BackupProgress: Hashable, Sendable {
  /// Pages that are still to be copied.
  public let remaining: Int
  /// Pages of the whole database.
  public let total: Int
}

extension Database {
  /// Copies a whole database into another one, while both stay open.
  ///
  /// All pages at once unless `pages` says how many a step; between steps others may write, and
  /// what they write is copied, too. `progress` is told after each step, and what it throws ends
  /// the copy. The target's content is replaced; a copy that does not end is rolled back.
  /// <https://www.sqlite.org/backup.html>
  /// - Throws: what SQLite says; `busy` if a lock stays for the busy timeout.
  public func backUp(
    to target: Database,
    schema: String = "main",
    targetSchema: String = "main",
    pages: Int? = nil,
    progress: (BackupProgress) throws(SQLiteError) -> Void = { _ in }
  ) throws(SQLiteError) {
    // Sound: both handles are open until the end of this function, which ends the backup.
    let backup = unsafe sqlite3_backup_init(target.handle, targetSchema, handle, schema)
    guard let backup = unsafe backup else { throw target.lastError() }
    let deadline = ContinuousClock.now + busyTimeout
    var code = SQLITE_OK
    do throws(SQLiteError) {
      while code != SQLITE_DONE {
        // Sound: the backup is not finished yet.
        code = unsafe sqlite3_backup_step(backup, pages.map { Int32(clamping: max(1, $0)) } ?? -1)
        guard code == SQLITE_OK || code == SQLITE_DONE else {
          let isBusy = code & 0xFF == SQLITE_BUSY || code & 0xFF == SQLITE_LOCKED
          guard isBusy, ContinuousClock.now < deadline else { break }
          sqlite3_sleep(10)
          continue
        }
        try progress(
          unsafe BackupProgress(
            remaining: Int(sqlite3_backup_remaining(backup)),
            total: Int(sqlite3_backup_pagecount(backup))
          )
        )
      }
    } catch {
      // Sound: it is finished once, here or below. The first error matters more than its result.
      _ = unsafe sqlite3_backup_finish(backup)
      throw error
    }
    let end = unsafe sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE, end == SQLITE_OK else {
      var error = target.lastError()
      if error.code == .ok {
        error = SQLiteError(code: ResultCode(rawValue: code), message: "the copy did not end")
      }
      throw error
    }
  }
}

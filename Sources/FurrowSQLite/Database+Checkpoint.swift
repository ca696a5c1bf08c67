internal import CSQLite

/// How much a checkpoint of the write-ahead log does.
///
/// <https://www.sqlite.org/c3ref/wal_checkpoint_v2.html>
public enum CheckpointMode: Int32, Hashable, Sendable {
  /// What can be copied without waiting for anybody.
  case passive = 0
  /// Waits for writers and readers, and copies everything.
  case full = 1
  /// As full, and the next writer starts the log anew.
  case restart = 2
  /// As restart, and the log is cut to no bytes.
  case truncate = 3
}

/// What a checkpoint found and did.
public struct Checkpoint: Hashable, Sendable {
  /// Frames, a page each, in the log; `nil` if the database has no write-ahead log.
  public let logFrames: Int?
  /// Frames of the log that are in the database file by now; `nil` as above.
  public let copiedFrames: Int?
}

extension Database {
  /// Copies the write-ahead log into the database file.
  ///
  /// Of all attached databases unless `schema` names one; the counts are the first one's then.
  /// - Throws: `busy` if others keep it from doing all that `mode` says; `locked` inside a
  ///   transaction.
  @discardableResult
  public func checkpoint(
    _ mode: CheckpointMode = .passive,
    schema: String? = nil
  ) throws(SQLiteError) -> Checkpoint {
    var logFrames: Int32 = -1
    var copiedFrames: Int32 = -1
    // Sound: the name is a terminated copy for the call, and both counts outlive it.
    let code = unsafe sqlite3_wal_checkpoint_v2(
      handle,
      schema,
      mode.rawValue,
      &logFrames,
      &copiedFrames
    )
    guard code == SQLITE_OK else { throw lastError() }
    return Checkpoint(
      logFrames: logFrames < 0 ? nil : Int(logFrames),
      copiedFrames: copiedFrames < 0 ? nil : Int(copiedFrames)
    )
  }
}

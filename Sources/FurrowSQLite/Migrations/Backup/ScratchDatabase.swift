#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// A database for trials: a copy of another or a new one, whose file goes with this value.
package final class ScratchDatabase {
  /// Where it stands.
  package let path: String

  /// Copies the database at `source`; `nil` makes none, and leaves the file to whoever opens it.
  ///
  /// `folder`: where it stands; `nil` is `TMPDIR`, else `/tmp`.
  /// - Throws: `backup` if the copy cannot be made; `interrupted`.
  package init(
    copyOf source: String?,
    in folder: String? = nil,
    unless isCancelled: (() -> Bool)? = nil
  ) throws(MigrationError) {
    let folder = folder ?? Self.temporaryFolder
    guard let source else {
      path = "\(folder)/furrow-\(getpid())-\(DatabaseBackup.timestamp()).scratch"
      return
    }
    path = try DatabaseBackup(
      of: source,
      at: BackupPlace(folder: folder, count: .max),
      named: "rehearsal",
      unless: isCancelled
    ).path
  }

  deinit {
    for suffix in ["", "-journal", "-wal", "-shm"] {
      // Sound: the path is a terminated copy for the call. What is not there needs no removal.
      _ = unsafe unlink(path + suffix)
    }
  }

  private static var temporaryFolder: String {
    // Sound: the environment is not changed meanwhile, and the text is copied at once.
    unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
  }
}

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// A checked copy of a database file, and the file it is kept in.
public struct DatabaseBackup: Sendable {
  /// The path of the copy.
  public let path: String

  /// Copies the database at `source`, checks the copy and removes all but the newest copies.
  ///
  /// The copy has no file but its own, and its name only once it is whole and on the disk.
  /// `isCancelled` is asked now and then, and may end the work.
  /// - Throws: `backup` if it cannot be made, or `interrupted`; then the source is as it was and
  ///   nothing is left.
  public init(
    of source: String,
    at place: BackupPlace = BackupPlace(),
    unless isCancelled: (() -> Bool)? = nil
  ) throws(MigrationError) {
    try self.init(of: source, at: place, named: "backup", unless: isCancelled)
  }

  /// Makes a copy whose name ends in `ending`.
  init(
    of source: String,
    at place: BackupPlace,
    named ending: String,
    unless isCancelled: (() -> Bool)? = nil
  ) throws(MigrationError) {
    let (folder, name) = Self.split(source)
    let target = place.folder ?? folder
    let copy = "\(name).\(Self.timestamp()).\(ending)"
    let path = target == "." ? copy : "\(target)/\(copy)"
    let partial = path + ".partial"
    do throws(SQLiteError) {
      try Self.refuseFullDisk(source, target)
      // What is kept of a failed database may well be damaged.
      try Self.write(source, to: partial, isChecked: ending != "failed", unless: isCancelled)
      try Self.syncFile(partial)
      // Sound: both paths are terminated copies for the call.
      guard unsafe rename(partial, path) == 0 else {
        throw Self.fault("cannot give the backup its name", path)
      }
      try Self.syncFile(target)
    } catch {
      for suffix in ["", "-journal", "-wal", "-shm"] {
        // Sound: as above. What is not there need not be removed.
        _ = unsafe unlink(partial + suffix)
      }
      if .interrupted ~= error.code { throw MigrationError(error) }
      throw MigrationError(
        .backup,
        "the backup could not be made (\(error.sentence)); free some space, choose another folder"
          + " with --backup-dir, or go without one with --no-backup",
        path: path
      )
    }
    self.path = path
    Self.removeOld(target, name, keeping: place.count)
  }

  private static func write(
    _ source: String,
    to partial: String,
    isChecked: Bool,
    unless isCancelled: (() -> Bool)?
  ) throws(SQLiteError) {
    let original = try Database.toRead(source)
    let copy = try Database(path: partial, options: .init(mode: .create))
    try OnlineBackup.copy(original, to: copy, unless: isCancelled)
    // The copy inherits the mode of the log; alone it must be whole in one file.
    try copy.execute("PRAGMA journal_mode = DELETE")
    if isChecked { try verify(copy) }
  }

  /// - Throws: `corrupt` with the first thing that is wrong.
  static func verify(_ database: Database) throws(SQLiteError) {
    let answer = try database.firstText("PRAGMA quick_check(1)") ?? ""
    guard answer == "ok" else {
      throw SQLiteError(code: .corrupt, message: answer, path: database.filePath)
    }
  }

  /// How many bytes a copy of the database at `source` takes, and how many are free in its folder,
  /// or in `folder`; `nil` if there is nothing to copy.
  public static func need(
    of source: String,
    in folder: String? = nil
  ) -> (bytes: UInt64, free: UInt64?)? {
    var file = stat()
    var volume = statvfs()
    // Sound: both outlive the calls; the paths are terminated copies.
    guard unsafe stat(source, &file) == 0, file.st_size > 0 else { return nil }
    let bytes = UInt64(file.st_size)
    guard unsafe statvfs(folder ?? split(source).folder, &volume) == 0 else { return (bytes, nil) }
    let free = UInt64(volume.f_bavail).multipliedReportingOverflow(by: UInt64(volume.f_frsize))
    return (bytes, free.overflow ? .max : free.partialValue)
  }

  private static func refuseFullDisk(_ source: String, _ folder: String) throws(SQLiteError) {
    guard let need = need(of: source, in: folder), let free = need.free, free < need.bytes else {
      return
    }
    throw SQLiteError(code: .full, message: "", path: folder)
  }

  private static func syncFile(_ path: String) throws(SQLiteError) {
    // Sound: the path is a terminated copy for the call; the descriptor is closed below.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw fault("cannot open", path) }
    defer { _ = close(descriptor) }
    guard fsync(descriptor) == 0 else { throw fault("cannot sync", path) }
  }

  /// Removes copies beyond `count`, and what broken runs left; the names sort by age.
  private static func removeOld(_ folder: String, _ name: String, keeping count: Int) {
    guard let entries = try? FolderReader.entries(in: folder) else { return }
    let copies = entries.map(\.name).filter { $0.hasPrefix("\(name).2") }
    let old = copies.filter { $0.hasSuffix(".backup") }.dropLast(max(1, count))
    for copy in old + copies.filter({ $0.hasSuffix(".backup.partial") }) {
      // Sound: the path is a terminated copy for the call. One that stays does no harm.
      _ = unsafe unlink("\(folder)/\(copy)")
    }
  }

  /// The time in UTC with milliseconds, so many seconds from now, as `20261130T015845123Z`.
  static func timestamp(in delay: Int = 0) -> String {
    var now = timespec()
    // Sound: both structures outlive the calls.
    _ = unsafe clock_gettime(CLOCK_REALTIME, &now)
    var parts = unsafe tm()
    var seconds = now.tv_sec + delay
    _ = unsafe gmtime_r(&seconds, &parts)
    func digits(_ number: Int, _ width: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, width - text.count)) + text
    }
    let date =
      digits(Int(unsafe parts.tm_year) + 1900, 4) + digits(Int(unsafe parts.tm_mon) + 1, 2)
      + digits(Int(unsafe parts.tm_mday), 2)
    let time =
      digits(Int(unsafe parts.tm_hour), 2) + digits(Int(unsafe parts.tm_min), 2)
      + digits(Int(unsafe parts.tm_sec), 2)
    return "\(date)T\(time)\(digits(Int(now.tv_nsec) / 1_000_000, 3))Z"
  }

  /// The folder and the name of a path.
  static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let folder = path[..<slash]
    return (folder.isEmpty ? "/" : String(folder), String(path[path.index(after: slash)...]))
  }

  private static func fault(_ message: String, _ path: String) -> SQLiteError {
    SQLiteError(code: .cannotOpen, message: message, path: path, systemError: errno)
  }
}

internal import CSQLite

/// A virtual file system that is the default one, but for the writes to database files: a
/// ``WriteQueue`` gathers them. <https://www.sqlite.org/vfs.html>
///
/// A load writes its pages one by one, and taking them costs the system about a third of the time
/// of the thread that has them made. Journals and temporary files are left as they are, so that what
/// SQLite relies on holds: a page goes to the file later than SQLite wrote it, never earlier, and is
/// there when a sync returns.
@unsafe
enum WriteBehind {
  /// The name to open a database with; `nil` where it cannot be had, which costs time only.
  static let name: String? = {
    guard unsafe system != nil else { return nil }
    // The default stays the default.
    return unsafe sqlite3_vfs_register(shared, 0) == SQLITE_OK ? title : nil
  }()

  private static let title = "furrow-write-behind"

  /// The system's own; it lives as long as the program.
  private nonisolated(unsafe) static let system = unsafe sqlite3_vfs_find(nil)

  /// SQLite's part of the file must come first; the system's file stands behind this.
  @unsafe
  private struct File {
    var base: sqlite3_file
    var queue: Unmanaged<WriteQueue>?
  }

  /// Where the system's file starts: C's structures ask for no more than 16.
  private static let headBytes = unsafe (MemoryLayout<File>.size + 15) / 16 * 16

  private nonisolated(unsafe) static let shared: UnsafeMutablePointer<sqlite3_vfs> = {
    let vfs = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    // The methods that are kept look at what is copied with them, and at nothing else of it.
    unsafe vfs.initialize(to: system?.pointee ?? sqlite3_vfs())
    unsafe vfs.pointee.pNext = nil
    let text = Array(title.utf8CString)
    let name = UnsafeMutablePointer<CChar>.allocate(capacity: text.count)
    unsafe name.initialize(from: text, count: text.count)
    unsafe vfs.pointee.zName = unsafe UnsafePointer(name)
    unsafe vfs.pointee.szOsFile += Int32(headBytes)
    unsafe vfs.pointee.xOpen = open
    return unsafe vfs
  }()

  private static let open:
    @convention(c) (
      UnsafeMutablePointer<sqlite3_vfs>?, UnsafePointer<CChar>?,
      UnsafeMutablePointer<sqlite3_file>?,
      Int32, UnsafeMutablePointer<Int32>?
    ) -> Int32 = { _, path, file, flags, given in
      guard let system = unsafe system, let file = unsafe file else { return SQLITE_INTERNAL }
      guard flags & SQLITE_OPEN_MAIN_DB != 0 else {
        return unsafe system.pointee.xOpen(system, path, file, flags, given)
      }
      // SQLite gave `szOsFile` bytes: ours, and the system's behind them.
      let own = unsafe UnsafeMutableRawPointer(file).bindMemory(to: File.self, capacity: 1)
      unsafe own.initialize(to: File(base: sqlite3_file(), queue: nil))
      let real = unsafe realFile(of: file)
      unsafe real.pointee.pMethods = nil
      let code = unsafe system.pointee.xOpen(system, path, real, flags, given)
      guard code == SQLITE_OK, let methods = unsafe real.pointee.pMethods else {
        if let methods = unsafe real.pointee.pMethods { _ = unsafe methods.pointee.xClose(real) }
        return code == SQLITE_OK ? SQLITE_CANTOPEN : code
      }
      unsafe own.pointee.queue = unsafe Unmanaged.passRetained(WriteQueue(real))
      unsafe own.pointee.base.pMethods = unsafe WriteBehindMethods.table(like: methods)
      return SQLITE_OK
    }

  /// The system's file behind `file`.
  static func realFile(
    of file: UnsafeMutablePointer<sqlite3_file>
  ) -> UnsafeMutablePointer<sqlite3_file> {
    // `open` was given that many bytes and the system's file behind them.
    unsafe (UnsafeMutableRawPointer(file) + headBytes).assumingMemoryBound(to: sqlite3_file.self)
  }

  /// The queue of `file`, which `open` made.
  static func queue(_ file: UnsafeMutablePointer<sqlite3_file>?) -> WriteQueue? {
    guard let file = unsafe file else { return nil }
    let own = unsafe UnsafeMutableRawPointer(file).assumingMemoryBound(to: File.self)
    return unsafe own.pointee.queue?.takeUnretainedValue()
  }

  /// Writes what waits and closes the system's file.
  static func close(_ file: UnsafeMutablePointer<sqlite3_file>?) -> Int32 {
    guard let file = unsafe file else { return SQLITE_INTERNAL }
    let own = unsafe UnsafeMutableRawPointer(file).assumingMemoryBound(to: File.self)
    guard let queue = unsafe own.pointee.queue else { return SQLITE_OK }
    let written = unsafe queue.takeUnretainedValue().drain()
    let real = unsafe realFile(of: file)
    let closed = unsafe real.pointee.pMethods.pointee.xClose(real)
    unsafe own.pointee.queue = nil
    unsafe queue.release()
    return written == SQLITE_OK ? closed : written
  }
}

extension Database {
  /// The name, for ``Options/fileSystem``, of one that writes a database file in large pieces on a
  /// thread of its own; `nil` where it cannot be had.
  ///
  /// It is for those who write much and read little of it again, and no less safe than the default.
  package static var writeBehindFileSystem: String? {
    // A constant text; no pointer leaves the file system.
    unsafe WriteBehind.name
  }
}

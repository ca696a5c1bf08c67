#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// The right to migrate a database, which one process has at a time.
///
/// It is a lock of the operating system on a file beside the database, so that it is gone when the
/// process is, however that ends. The file is removed with the lock.
package final class MigrationLock {
  private let path: String
  private let descriptor: Int32

  /// Waits for the lock of the database at `path`, for so long at most, unless `isCancelled`.
  ///
  /// - Throws: `database` with the code busy if another process keeps it, or the file cannot be
  ///   made; `interrupted`.
  package init(
    of path: String,
    waiting timeout: Duration,
    unless isCancelled: (() -> Bool)? = nil
  ) throws(MigrationError) {
    let file = Self.target(of: path) + "-furrow-lock"
    let deadline = ContinuousClock.now + timeout
    while true {
      // Sound: the path is a terminated copy for the call; the descriptor is closed below.
      let descriptor = unsafe open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
      guard descriptor >= 0 else {
        let number = errno
        var error = MigrationError(
          .database,
          "cannot make the lock beside the database: \(SystemError.text(number))",
          path: file
        )
        error.cause = SQLiteError(
          code: .cannotOpen,
          message: "",
          path: file,
          systemError: number
        )
        throw error
      }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
        // The one before may have removed the file while this one waited.
        if Self.isFile(descriptor, at: file) {
          self.path = file
          self.descriptor = descriptor
          noteHolder()
          return
        }
        _ = close(descriptor)
        continue
      }
      let holder = Self.holder(descriptor)
      _ = close(descriptor)
      if isCancelled?() ?? false {
        throw MigrationError(.interrupted, MigrationError.interruption, path: path)
      }
      guard ContinuousClock.now < deadline else {
        let cause = SQLiteError(code: .busy, message: "", path: path)
        var error = MigrationError(cause)
        if let holder { error.message = "\(path): process \(holder) migrates it still" }
        throw error
      }
      // 5 ms: long beside a look at the lock, short beside a migration.
      usleep(5000)
    }
  }

  deinit {
    // Sound: the path is a terminated copy for the call. Removed while it is locked, so that
    // nobody else has it; a failure leaves an empty file.
    _ = unsafe unlink(path)
    _ = close(descriptor)
  }

  /// The database that a link at `path` leads to, there or not, so that all its names have one lock.
  private static func target(of path: String) -> String {
    var path = path
    // As many as Linux follows: <https://man7.org/linux/man-pages/man7/path_resolution.7.html>.
    for _ in 0..<40 {
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
      // Sound: the path is a terminated copy for the call, which writes at most the buffer's count.
      let count = unsafe readlink(path, &buffer, buffer.count)
      guard count > 0 else { return path }
      let bytes = buffer.prefix(count).map { UInt8(bitPattern: $0) }
      let target = String(decoding: bytes, as: UTF8.self)
      let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
      path = target.hasPrefix("/") ? target : folder + target
    }
    return path
  }

  /// Writes into the file whose it is, for those who wait for too long.
  private func noteHolder() {
    let text = Array("\(getpid())\n".utf8)
    _ = ftruncate(descriptor, 0)
    // Sound: exactly the array's bytes are read. Without the note the lock is as good.
    _ = unsafe pwrite(descriptor, text, text.count, 0)
  }

  /// The process that has the lock, if it has said so.
  private static func holder(_ descriptor: Int32) -> Int? {
    var buffer = [UInt8](repeating: 0, count: 32)
    // Sound: at most the buffer's count is written to it.
    let count = unsafe pread(descriptor, &buffer, buffer.count, 0)
    let digits = buffer.prefix(max(0, count)).prefix { $0 != 0x0A }
    return Int(String(decoding: digits, as: UTF8.self))
  }

  /// Whether the open file is the one that `path` names.
  private static func isFile(_ descriptor: Int32, at path: String) -> Bool {
    var opened = stat()
    var named = stat()
    // Sound: both outlive the calls; the path is a terminated copy.
    guard unsafe fstat(descriptor, &opened) == 0, unsafe stat(path, &named) == 0 else {
      return false
    }
    return opened.st_dev == named.st_dev && opened.st_ino == named.st_ino
  }
}

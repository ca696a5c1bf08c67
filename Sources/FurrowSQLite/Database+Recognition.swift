#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

extension Database {
  /// Whether the file at `path` begins as SQLite's do; false for one that cannot be read.
  ///
  /// <https://www.sqlite.org/fileformat.html#magic_header_string>
  public static func isDatabase(_ path: String) -> Bool {
    // Sound: the path is a terminated copy for the call, the buffer comes with its size, and the
    // descriptor is closed here.
    let file = openFile(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return false }
    defer { close(file) }
    let magic = Array("SQLite format 3\0".utf8)
    var start = [UInt8](repeating: 0, count: magic.count)
    let count = unsafe pread(file, &start, start.count, 0)
    return count == magic.count && start == magic
  }
}

/// The system's `open`, whose name `Database` has for another thing.
private func openFile(_ path: String, _ flags: Int32) -> Int32 {
  // Sound: the path is a terminated copy for the call.
  unsafe open(path, flags)
}

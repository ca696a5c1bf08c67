#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Reads the names in a folder and the bytes of a file.
enum FolderReader {
  /// The names in `folder`, in byte order, without `.` and `..`.
  static func names(in folder: String) throws(MigrationError) -> [String] {
    // Sound: the path is a terminated copy for the call; the stream is closed below.
    guard let stream = unsafe opendir(folder) else {
      throw unreadable(folder, "cannot read the folder of migrations", errno)
    }
    // Sound: the stream is open, and nothing uses it afterwards.
    defer { _ = unsafe closedir(stream) }
    var names: [String] = []
    errno = 0
    // Sound: the stream is open; an entry holds until the next call, and its name is copied.
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    guard errno == 0 else {
      throw unreadable(folder, "cannot read the folder of migrations", errno)
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The bytes of the file at `path`.
  static func bytes(of path: String) throws(MigrationError) -> [UInt8] {
    // Sound: the path is a terminated copy for the call; the descriptor is closed below.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw unreadable(path, "cannot read the migration", errno) }
    defer { _ = close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      // Sound: at most the buffer's count is written to it.
      let count = unsafe read(descriptor, &buffer, buffer.count)
      if count == 0 { return bytes }
      if count < 0 {
        if errno == EINTR { continue }
        throw unreadable(path, "cannot read the migration", errno)
      }
      bytes += buffer.prefix(count)
    }
  }

  private static func unreadable(
    _ path: String,
    _ message: String,
    _ number: Int32
  ) -> MigrationError {
    MigrationError(.unreadable, "\(message): \(SystemError.text(number))", path: path)
  }
}

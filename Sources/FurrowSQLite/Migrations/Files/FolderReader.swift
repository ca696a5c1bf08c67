#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Reads the names in a folder and the bytes of a file.
enum FolderReader {
  /// What stands in a folder.
  struct Entry {
    let name: String
    let isFolder: Bool
  }

  /// What is in `folder`, by name in byte order, without `.` and `..`.
  static func entries(in folder: String) throws(MigrationError) -> [Entry] {
    // Sound: the path is a terminated copy for the call; the stream is closed below.
    guard let stream = unsafe opendir(folder) else {
      throw unreadable(folder, "cannot read the folder of migrations", errno)
    }
    // Sound: the stream is open, and nothing uses it afterwards.
    defer { _ = unsafe closedir(stream) }
    var entries: [Entry] = []
    errno = 0
    // Sound: the stream is open; an entry holds until the next call, and its name is copied.
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name != ".", name != ".." else { continue }
      // Sound: as above. A link is followed, and some file systems do not tell.
      let kind = unsafe Int(entry.pointee.d_type)
      let isFolder = kind == Int(DT_DIR) || kind != Int(DT_REG) && isFolder("\(folder)/\(name)")
      entries.append(Entry(name: name, isFolder: isFolder))
      errno = 0
    }
    guard errno == 0 else {
      throw unreadable(folder, "cannot read the folder of migrations", errno)
    }
    return entries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// What tells a folder from all others, however it is reached; `nil` if it is not there.
  static func identity(of path: String) -> [UInt64]? {
    var status = stat()
    // Sound: the path is a terminated copy for the call; `status` outlives it.
    guard unsafe stat(path, &status) == 0 else { return nil }
    return [UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino)]
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    // Sound: the path is a terminated copy for the call; `status` outlives it.
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The bytes of the file at `path`.
  static func bytes(of path: String) throws(MigrationError) -> [UInt8] {
    // Sound: the path is a terminated copy for the call; the descriptor is closed below. Without the
    // flag a named pipe would keep it waiting for a writer.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw unreadable(path, "cannot read the migration", errno) }
    defer { _ = close(descriptor) }
    var status = stat()
    // Sound: `status` outlives the call.
    if unsafe fstat(descriptor, &status) == 0,
      ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
    {
      throw MigrationError(.unreadable, "cannot read the migration: it is no file", path: path)
    }
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

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Files in `TMPDIR`, else in `/tmp`, which are gone with their last descriptor, whatever ends the program.
enum UnnamedFile {
  /// The folder.
  static var folder: String {
    // The environment is not changed by this program; the text is copied at once.
    unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
  }

  /// Opens a new one, which no other program inherits; below 0 `errno` says why there is none.
  static func open() -> Int32 {
    var name = Array("\(folder)/furrow-XXXXXX".utf8CString)
    // The name is terminated, and changed in place only.
    let descriptor = unsafe mkstemp(&name)
    guard descriptor >= 0 else { return descriptor }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    // The file lives on without its name.
    _ = unsafe unlink(name)
    return descriptor
  }
}

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Folders of the file system.
public enum Folder {
  /// Makes the folder at `path` and those above it, where they are not there.
  ///
  /// - Throws: ``WriteFailure`` when one cannot be made, or a file has its name.
  public static func make(_ path: String) throws(WriteFailure) {
    let parts = path.split(separator: "/")
    var current = path.hasPrefix("/") ? "" : "."
    for part in parts {
      current += "/\(part)"
      // The path is a terminated copy for the call.
      if unsafe mkdir(current, 0o777) == 0 || errno == EEXIST { continue }
      throw WriteFailure(path: path, message: SystemReason.writing(errno))
    }
  }

  /// Whether anything has the name `path`.
  package static func hasFile(_ path: String) -> Bool {
    // The path is a terminated copy for the call.
    unsafe access(path, F_OK) == 0
  }

  /// Removes the file at `path`, if it is there and holds nothing.
  package static func removeIfEmpty(_ path: String) {
    var status = stat()
    // The path is a terminated copy for each call. A file that stays does no harm.
    guard unsafe stat(path, &status) == 0, status.st_size == 0 else { return }
    _ = unsafe unlink(path)
  }
}

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

  /// Whether anything has the name `path`, or may have it where nobody may look.
  package static func hasFile(_ path: String) -> Bool {
    // The path is a terminated copy for the call.
    unsafe access(path, F_OK) == 0 || errno != ENOENT && errno != ENOTDIR
  }

  /// A name in the folder of `path` that no file has: `.NAME.furrow-XXXXXX`.
  package static func temporaryName(beside path: String) -> String {
    let folder = OutputTarget.folder(of: path)
    // A name may have 255 bytes, and the additions take 16, SQLite's journal some more.
    let short = String(decoding: path.utf8.dropFirst(folder.utf8.count).prefix(220), as: UTF8.self)
    let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
    while true {
      let random = (0..<6).map { _ in letters[Int.random(in: letters.indices)] }
      let name = "\(folder).\(short).furrow-\(String(random))"
      if !hasFile(name) { return name }
    }
  }

  /// Gives the file at `temporary` the name `path`, which must be free, once it is on the disk.
  ///
  /// - Throws: ``WriteFailure`` when it cannot be written, or a file has the name by now.
  package static func publish(_ temporary: String, as path: String) throws(WriteFailure) {
    // The paths are terminated copies for the calls.
    let descriptor = unsafe open(temporary, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw WriteFailure(path: path, message: SystemReason.writing(errno))
    }
    let isSynced = fsync(descriptor) == 0
    let reason = errno
    _ = close(descriptor)
    guard isSynced else { throw WriteFailure(path: path, message: SystemReason.writing(reason)) }
    // A link never takes the place of another file; some file systems have none.
    if unsafe link(temporary, path) == 0 {
      _ = unsafe unlink(temporary)
    } else if errno == EEXIST || hasFile(path) {
      throw WriteFailure(path: path, message: "another program has made this file meanwhile")
    } else if unsafe rename(temporary, path) != 0 {
      throw WriteFailure(path: path, message: SystemReason.writing(errno))
    }
    sync(OutputTarget.folder(of: path))
  }

  /// Makes the names in `folder` durable; some file systems cannot, and the files are safe.
  package static func sync(_ folder: String) {
    // The path is a terminated copy for the call.
    let descriptor = unsafe open(folder.isEmpty ? "." : folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = fsync(descriptor)
    _ = close(descriptor)
  }

  /// Removes the file at `path`, whatever it holds; one that stays does no harm.
  package static func remove(_ path: String) {
    // The path is a terminated copy for the call.
    _ = unsafe unlink(path)
  }

  /// Removes the file at `path`, if it is there and holds nothing.
  package static func removeIfEmpty(_ path: String) {
    var status = stat()
    // The path is a terminated copy for each call. A file that stays does no harm.
    guard unsafe stat(path, &status) == 0, status.st_size == 0 else { return }
    _ = unsafe unlink(path)
  }

  /// Removes the folder at `path`, if it is there and holds nothing.
  package static func removeIfEmptyFolder(_ path: String) {
    // The path is a terminated copy for the call. A folder that stays does no harm.
    _ = unsafe rmdir(path)
  }
}

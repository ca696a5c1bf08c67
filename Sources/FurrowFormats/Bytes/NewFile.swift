#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// A file that is made where none was; nothing is ever written over.
public enum NewFile {
  /// Makes the file at `path` with `text` in it.
  ///
  /// - Throws: ``WriteFailure`` when something has that name, or it cannot be written.
  public static func make(_ path: String, _ text: String) throws(WriteFailure) {
    // Sound: the path is a terminated copy for the call.
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      let reason = errno == EEXIST ? "is there already; nothing is written over" : nil
      throw WriteFailure(
        path: path,
        message: reason ?? "cannot be made: \(SystemReason.writing(errno))"
      )
    }
    defer { _ = close(descriptor) }
    let bytes = Array(text.utf8)
    var written = 0
    while written < bytes.count {
      // Sound: the bytes outlive the call, which reads no more than are left of them.
      let count = unsafe bytes[written...].withUnsafeBytes { rest in
        unsafe write(descriptor, rest.baseAddress, rest.count)
      }
      if count < 0, errno != EINTR {
        throw WriteFailure(path: path, message: "cannot be written: \(SystemReason.writing(errno))")
      }
      written += max(count, 0)
    }
  }
}

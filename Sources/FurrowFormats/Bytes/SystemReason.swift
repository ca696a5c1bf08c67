#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// What the system's error numbers mean to a person.
enum SystemReason {
  /// Why a source cannot be opened or read.
  static func reading(_ code: Int32) -> String {
    switch code {
    case ENOENT: "no such file"
    case EACCES: "permission denied; the file may not be read"
    default: text(code)
    }
  }

  /// Why a target cannot be opened or written.
  static func writing(_ code: Int32) -> String {
    switch code {
    case ENOENT, ENOTDIR: "no such folder"
    case EACCES, EPERM: "permission denied; the file or its folder may not be written"
    case ENOSPC: "no space left on the device"
    case EDQUOT: "no space left in the user's quota"
    case EFBIG: "the file grows larger than the system allows"
    case EROFS: "the file system is read-only"
    case EPIPE: "the reader went away"
    default: text(code)
    }
  }

  private static func text(_ code: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    // POSIX's form: it writes at most the buffer's count, the zero included.
    let status = unsafe strerror_r(code, &buffer, buffer.count)
    guard status == 0 else { return "error \(code)" }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

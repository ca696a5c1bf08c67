#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// What stands under the name that is to be written, and so how it has to be written.
enum OutputTarget {
  /// Bytes go straight to it: standard output, a device, a pipe.
  case inPlace
  /// A plain file or nothing: a new file takes the name at the end. `old` is what is there now.
  case replace(path: String, old: stat?)

  /// Looks at `path` and follows links to where they point, whether something is there or not.
  ///
  /// - Throws: ``WriteFailure`` when it cannot be written.
  static func find(_ path: String) throws(WriteFailure) -> OutputTarget {
    if path == "-" { return .inPlace }
    var status = stat()
    // The pointers live for the call only.
    guard unsafe stat(path, &status) == 0 else {
      guard errno == ENOENT else { throw failure(path, errno) }
      return try followLinks(path, old: nil)
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      // A file that may not be written is not replaced either, though its folder would allow it.
      // The path is a terminated copy for the call.
      guard unsafe access(path, W_OK) == 0 else { throw failure(path, errno) }
      return try followLinks(path, old: status)
    case S_IFDIR:
      throw WriteFailure(path: path, message: "is a folder; a file was expected")
    default: return .inPlace
    }
  }

  private static func followLinks(_ path: String, old: stat?) throws(WriteFailure) -> OutputTarget {
    var target = path
    // As many links in a row as Linux follows. <https://man7.org/linux/man-pages/man7/path_resolution.7.html>
    for _ in 0..<40 {
      guard let next = link(at: target) else { return .replace(path: target, old: old) }
      // Such a link is an open file rather than a name: /dev/stdout is one.
      if target.hasPrefix("/proc/") || target.hasPrefix("/dev/fd/") { return .inPlace }
      target = next.hasPrefix("/") ? next : folder(of: target) + next
    }
    throw failure(path, ELOOP)
  }

  /// Where the link at `path` points to; `nil` when it is no link.
  static func link(at path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    // At most the given count is written, without a zero.
    let count = unsafe readlink(path, &bytes, bytes.count)
    guard count > 0 else { return nil }
    return String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The folder of `path` with its slash; empty when it is the working directory.
  static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    return String(path[...slash])
  }

  private static func failure(_ path: String, _ code: Int32) -> WriteFailure {
    WriteFailure(path: path, message: "cannot be written: \(SystemReason.writing(code))")
  }
}

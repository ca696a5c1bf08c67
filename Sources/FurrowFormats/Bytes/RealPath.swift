#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Paths with every link followed, those of files that are not there yet included.
public enum RealPath {
  /// As many links as Linux follows. <https://man7.org/linux/man-pages/man7/path_resolution.7.html>
  private static let maximumLinks = 40

  /// The absolute path that writing to `path` would write to; `nil` when links lead in a circle.
  public static func of(_ path: String) -> String? {
    var rest = path.split(separator: "/").map(String.init)[...]
    var found: [String] = path.hasPrefix("/") ? [] : workingFolder
    var links = 0
    while let part = rest.popFirst() {
      if part == "." { continue }
      if part == ".." {
        _ = found.popLast()
        continue
      }
      guard let target = OutputTarget.link(at: "/" + (found + [part]).joined(separator: "/")) else {
        found.append(part)
        continue
      }
      links += 1
      guard links <= maximumLinks else { return nil }
      if target.hasPrefix("/") { found = [] }
      rest = target.split(separator: "/").map(String.init)[...] + rest
    }
    return "/" + found.joined(separator: "/")
  }

  /// Whether `path` is the folder `folder` or in it; both are real paths.
  public static func isInside(_ path: String, of folder: String) -> Bool {
    path == folder || path.hasPrefix(folder == "/" ? "/" : folder + "/")
  }

  private static var workingFolder: [String] {
    // Sound: the system makes the text, which is copied and then given back.
    guard let text = unsafe getcwd(nil, 0) else { return [] }
    defer { unsafe free(text) }
    return unsafe String(cString: text).split(separator: "/").map(String.init)
  }
}

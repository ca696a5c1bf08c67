#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// A path with `*`, `?` and `[...]` for what names may hold.
/// <https://man7.org/linux/man-pages/man7/glob.7.html>
public struct PathPattern: Sendable {
  /// The text.
  public let text: String

  /// Makes a pattern, if `text` has something that makes it one.
  public init?(_ text: String) {
    guard text.contains(where: { "*?[".contains($0) }) else { return nil }
    self.text = text
  }

  /// The paths that fit and are there, in the order of their bytes.
  public var paths: [String] {
    var found = unsafe glob_t()
    // Sound: the result is ours, read while it lives, and given back.
    defer { unsafe globfree(&found) }
    guard unsafe glob(text, GLOB_NOSORT, nil, &found) == 0 else { return [] }
    var paths: [String] = []
    for index in 0..<Int(unsafe found.gl_pathc) {
      if let path = unsafe found.gl_pathv[index] { paths.append(unsafe String(cString: path)) }
    }
    return paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Whether `path` fits.
  public func fits(_ path: String) -> Bool {
    // Sound: both are C strings for the call.
    unsafe fnmatch(text, path, FNM_PATHNAME) == 0
  }
}

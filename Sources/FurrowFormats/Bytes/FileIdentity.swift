#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// What tells whether a file is still the one it was, without reading it.
public struct FileIdentity: Sendable, Equatable {
  /// The size in bytes.
  public let size: Int
  /// When it was changed last, in nanoseconds since 1970.
  public let modified: Int

  /// Looks at the file at `path`; `nil` when it is no plain file.
  public init?(path: String) {
    var status = stat()
    // The path is a terminated copy for the call, and the pointer lives as long.
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    size = Int(status.st_size)
    #if canImport(Glibc)
    modified = Int(status.st_mtim.tv_sec) * 1_000_000_000 + Int(status.st_mtim.tv_nsec)
    #else
    modified = Int(status.st_mtimespec.tv_sec) * 1_000_000_000 + Int(status.st_mtimespec.tv_nsec)
    #endif
  }
}

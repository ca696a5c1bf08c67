#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Files that a run reads or fills, and so must not write over.
public struct ProtectedFiles: Sendable {
  private let files: [(path: String, role: String)]

  /// Protects the database at `path`, with SQLite's own files beside it, and `sources`.
  ///
  /// <https://www.sqlite.org/tempfiles.html>
  public init(database path: String, sources: [String] = []) {
    let companions = ["-journal", "-wal", "-shm"].map { suffix in
      (path: path + suffix, role: "a file of the database")
    }
    files =
      [(path: path, role: "the database")] + companions
      + sources.filter { $0 != "-" }.map { (path: $0, role: "a source") }
  }

  /// Protects `sources`.
  public init(sources: [String]) {
    files = sources.filter { $0 != "-" }.map { (path: $0, role: "a source") }
  }

  /// Proves that `output` is none of these files, by whatever name.
  ///
  /// - Throws: ``WriteFailure`` that says which one it is.
  public func check(_ output: String) throws(WriteFailure) {
    guard output != "-", let file = files.first(where: { Self.isSame($0.path, output) }) else {
      return
    }
    throw WriteFailure(path: output, message: "this is \(file.role), which would be lost")
  }

  private static func isSame(_ left: String, _ right: String) -> Bool {
    if left == right { return true }
    var first = stat()
    var second = stat()
    // The paths are terminated copies for the calls, and the pointers live as long.
    guard unsafe stat(left, &first) == 0, unsafe stat(right, &second) == 0 else { return false }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }
}

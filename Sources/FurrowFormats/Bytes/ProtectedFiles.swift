#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Files that a run reads or fills, and so must not write over.
public struct ProtectedFiles: Sendable {
  private let files: [(path: String, role: String)]

  /// Protects the databases with SQLite's own files beside them, the sources, the schema that they have to
  /// fit, the other files that the run reads, and what else it writes.
  ///
  /// <https://www.sqlite.org/tempfiles.html>
  public init(
    database: String? = nil,
    databases: [String] = [],
    sources: [String] = [],
    schema: String? = nil,
    read: [String] = [],
    outputs: [String] = []
  ) {
    var files: [(path: String, role: String)] = []
    for database in (database.map { [$0] } ?? []) + databases {
      files.append((database, "the database"))
      files += ["-journal", "-wal", "-shm"].map { (database + $0, "a file of the database") }
    }
    files += sources.filter { $0 != "-" }.map { ($0, "a source") }
    if let schema { files.append((schema, "the schema")) }
    files += read.filter { $0 != "-" }.map { ($0, "a file that the run reads") }
    files += outputs.map { ($0, "another output of the run") }
    self.files = files
  }

  /// Proves that `output` is none of these files, by whatever name.
  ///
  /// - Throws: ``WriteFailure`` that says which one it is.
  public func check(_ output: String) throws(WriteFailure) {
    guard let file = files.first(where: { Self.isSame($0.path, output) }) else {
      return
    }
    throw WriteFailure(path: output, message: "this is \(file.role), which would be lost")
  }

  private static func isSame(_ left: String, _ right: String) -> Bool {
    if left == "-" || right == "-" { return left == right }
    guard let first = Place(left), let second = Place(right) else {
      return left == right || isSameName(left, right)
    }
    // A device or a pipe takes what several write.
    return first == second && first.isFile
  }

  /// Whether two files that are not there yet would be one.
  private static func isSameName(_ left: String, _ right: String) -> Bool {
    let (left, right) = (parts(of: left), parts(of: right))
    guard left.name == right.name, let folder = Place(left.folder) else { return false }
    return folder == Place(right.folder)
  }

  private static func parts(of path: String) -> (folder: String, name: Substring) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path[...]) }
    return (String(path[...slash]), path[path.index(after: slash)...])
  }
}

/// A file by its number, whatever its names.
private struct Place: Equatable {
  private let device: UInt64
  private let number: UInt64
  /// Whether it holds what is written to it.
  let isFile: Bool

  /// Looks at the file at `path`; `nil` when there is none.
  init?(_ path: String) {
    var facts = stat()
    // The path is a terminated copy for the call, and the pointers live as long.
    guard unsafe stat(path, &facts) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: facts.st_dev)
    number = UInt64(truncatingIfNeeded: facts.st_ino)
    isFile = facts.st_mode & S_IFMT == S_IFREG
  }
}

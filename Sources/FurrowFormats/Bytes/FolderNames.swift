#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// What a folder holds.
public enum FolderNames {
  /// The names of the files in the folder at `path`, in the order of their bytes; those that start with
  /// a dot are left out.
  ///
  /// - Throws: ``ReadFailure`` when it is no folder that can be read.
  public static func of(_ path: String) throws(ReadFailure) -> [String] {
    // Sound: the path is a terminated copy for the call; the handle is closed below.
    guard let handle = unsafe opendir(path) else {
      throw ReadFailure(path: path, message: SystemReason.reading(errno))
    }
    defer { _ = unsafe closedir(handle) }
    var names: [String] = []
    while let entry = unsafe readdir(handle) {
      // Sound: the entry holds until the next call, and its name is copied.
      let bytes = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe Array(bytes.prefix { $0 != 0 })
      }
      let name = String(validating: bytes, as: UTF8.self)
      // A name that is not UTF-8 could not be written in a pipeline.
      if let name, !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The paths of those files; none where the folder cannot be read.
  package static func paths(in folder: String) -> [String] {
    (try? of(folder))?.map { "\(folder)/\($0)" } ?? []
  }
}

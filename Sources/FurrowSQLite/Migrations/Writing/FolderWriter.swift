#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Makes and removes files of a folder of migrations.
enum FolderWriter {
  /// Makes the file at `path`, which must not be there, with its folder.
  ///
  /// It has its name only once all of it is on the disk.
  static func create(_ path: String, _ text: String) throws(MigrationError) {
    let folder = DatabaseBackup.split(path).folder
    // Sound: the path is a terminated copy for the call. It may be there already.
    guard unsafe mkdir(folder, 0o777) == 0 || errno == EEXIST else {
      throw fault("cannot make the folder", folder)
    }
    let partial = path + ".partial"
    // Sound: as above; the descriptor is closed below.
    let descriptor = unsafe open(partial, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw fault("cannot make the file", path) }
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      // Sound: exactly the slice's bytes are read.
      let count = unsafe bytes.withUnsafeBytes {
        unsafe write(descriptor, $0.baseAddress, $0.count)
      }
      guard count > 0 else {
        _ = close(descriptor)
        throw fault("cannot write the file", partial)
      }
      bytes = bytes.dropFirst(count)
    }
    let isSynced = fsync(descriptor) == 0
    _ = close(descriptor)
    // A link, unlike a new name, fails if the name is taken.
    // Sound: both paths are terminated copies for the calls.
    guard isSynced, unsafe link(partial, path) == 0 else {
      let error = fault("cannot make the file", path)
      _ = unsafe unlink(partial)
      throw error
    }
    _ = unsafe unlink(partial)
  }

  /// Removes the file at `path`, and its folder if that is wanted and it is empty then.
  static func remove(_ path: String, withFolder: Bool = false) throws(MigrationError) {
    // Sound: the path is a terminated copy for each call.
    guard unsafe unlink(path) == 0 else { throw fault("cannot remove the file", path) }
    if withFolder { _ = unsafe rmdir(DatabaseBackup.split(path).folder) }
  }

  private static func fault(_ message: String, _ path: String) -> MigrationError {
    MigrationError(.unreadable, "\(message): \(SystemError.text(errno))", path: path)
  }
}

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// The right to give the next version in a folder, which one process has at a time.
///
/// It is a lock of the operating system on the folder itself, so that nothing is left of it. Where the
/// file system has no such locks there is none.
final class FolderLock {
  private let descriptor: Int32

  /// Waits for the right in `folder`; others have it for a moment only.
  init(_ folder: String) {
    // Sound: the path is a terminated copy for the call; the descriptor is closed below.
    descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
  }

  deinit { if descriptor >= 0 { _ = close(descriptor) } }
}

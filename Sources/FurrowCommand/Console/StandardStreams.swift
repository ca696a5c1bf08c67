#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Keeps the numbers 0, 1 and 2 for the standard streams.
///
/// A caller may start a program with some of them closed. The next file that is opened, a database
/// say, would get the number, and messages would be written into it.
enum StandardStreams {
  /// Occupies the numbers that are free.
  ///
  /// Input and output are opened the wrong way round, so that using them is an error as it would
  /// be if they were closed; messages are dropped, as the caller asked.
  static func occupy() {
    for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (2, O_WRONLY)]
    where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
      // Sound: the path is a C string for the call. The lowest free number is given, which is this
      // one; where it fails nothing is worse than before.
      _ = unsafe open("/dev/null", mode)
    }
  }
}

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A write to standard output that the system refused.
package struct OutputFailure: Error, Sendable, CustomStringConvertible {
  /// The system's error number.
  package let errorNumber: Int32

  package var description: String {
    // Sound: strerror gives a C string that lives until the next call, and it is copied at once.
    let reason = unsafe String(cString: strerror(errorNumber))
    return "cannot write to standard output: \(reason)"
  }
}

/// Writes bytes to a file descriptor, all of them or with an error.
enum FileWriter {
  /// Writes `bytes`; waits where the descriptor does not block, goes on after signals.
  ///
  /// A pipe that nobody reads any more ends the process.
  static func write(_ bytes: [UInt8], to descriptor: Int32) throws(OutputFailure) {
    var written = 0
    while written < bytes.count {
      let count = writeSome(bytes, from: written, to: descriptor)
      if count >= 0 {
        written += count
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN: try wait(for: descriptor)
      case EPIPE: BrokenPipe.end()
      default: throw OutputFailure(errorNumber: errno)
      }
    }
  }

  private static func writeSome(_ bytes: [UInt8], from start: Int, to descriptor: Int32) -> Int {
    // Sound: the pointer and length are those of the array's own storage, which outlives the call.
    unsafe bytes.withUnsafeBytes { buffer in
      let part = unsafe UnsafeRawBufferPointer(rebasing: buffer[start...])
      #if canImport(Glibc)
      return unsafe Glibc.write(descriptor, part.baseAddress, part.count)
      #else
      return unsafe Darwin.write(descriptor, part.baseAddress, part.count)
      #endif
    }
  }

  private static func wait(for descriptor: Int32) throws(OutputFailure) {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    // Sound: one request is passed, and it is our own for the time of the call.
    let result = unsafe poll(&request, 1, -1)
    if result < 0, errno != EINTR { throw OutputFailure(errorNumber: errno) }
  }
}

/// The end of a process whose reader went away.
enum BrokenPipe {
  /// Gives SIGPIPE the meaning it has when nobody cares about it.
  static func restoreSignal() {
    // The former meaning is of no interest.
    _ = signal(SIGPIPE, SIG_DFL)
  }

  /// Lets a write past the limit of a file's size fail with an error, which says what is wrong.
  static func ignoreSizeSignal() {
    // The former meaning is of no interest.
    _ = signal(SIGXFSZ, SIG_IGN)
  }

  /// Ends the process as the signal does: no message, 141 in a shell.
  static func end() -> Never {
    restoreSignal()
    raise(SIGPIPE)
    // Reached only where the signal is blocked.
    _exit(128 + SIGPIPE)
  }
}

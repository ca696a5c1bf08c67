#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// A bell that rings once and for ever, and wakes whoever waits for bytes.
///
/// It is a pipe whose byte is never read: all that wait for it see it, on any thread, and ringing it
/// is a single `write`, which a signal handler may do.
/// <https://man7.org/linux/man-pages/man7/signal-safety.7.html>
public final class Alarm: Sendable {
  /// Readable as soon as the bell has rung.
  package let descriptor: Int32
  /// Where a byte rings the bell.
  package let ringer: Int32

  /// Makes a silent bell; one that cannot be made never rings.
  public init() {
    var ends: [Int32] = [-1, -1]
    // The two numbers are written to the array's storage, which outlives the call.
    if unsafe pipe(&ends) == 0 {
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }
    (descriptor, ringer) = (ends[0], ends[1])
  }

  deinit {
    for end in [descriptor, ringer] where end >= 0 { close(end) }
  }

  /// Rings the bell.
  public func ring() {
    // One byte of our own; the pipe has room for it unless it has rung many times already.
    unsafe withUnsafeBytes(of: 1 as UInt8) { byte in
      guard let base = byte.baseAddress else { return }
      _ = unsafe systemWrite(ringer, base, 1)
    }
  }

  /// Whether the bell has rung.
  public var isRinging: Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    // One entry is given, and lives for the call.
    return unsafe poll(&request, 1, 0) > 0
  }

  /// Waits until `other` has bytes or is at its end; false when the bell rings first.
  func wait(for other: Int32) -> Bool {
    while true {
      var requests = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: other, events: Int16(POLLIN), revents: 0),
      ]
      // Two entries are given, and live for the call.
      let count = unsafe poll(&requests, 2, -1)
      if count < 0, errno == EINTR { continue }
      // What else goes wrong, the read will tell.
      return requests[0].revents == 0
    }
  }
}

import Furrow
import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Turns the first SIGINT, SIGTERM or SIGHUP into the wish that the run stops; the second ends the process.
enum StopSignals {
  private static let wish = Cancellation()
  /// Where a byte makes the wish; known before a handler can ask for it.
  private static let ringer = Atomic<Int32>(-1)

  /// Begins to listen to the signals, and gives what they will cancel.
  ///
  /// A signal that the caller ignores, as `nohup` does, stays ignored.
  static func cancellation() -> Cancellation {
    // The wish lives as long as the process, and so does its descriptor.
    ringer.store(wish.alarm.ringer, ordering: .relaxed)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let former = signal(number, handler)
      // Sound: both are addresses of functions, or the small numbers that stand for none.
      let (before, ignored) = unsafe (
        unsafeBitCast(former, to: Int.self), unsafeBitCast(SIG_IGN, to: Int.self)
      )
      if before == ignored { _ = signal(number, SIG_IGN) }
    }
    return wish
  }

  /// Does what a handler may: three system calls, no memory, no locks.
  /// <https://man7.org/linux/man-pages/man7/signal-safety.7.html>
  private static let handler: @convention(c) (Int32) -> Void = { _ in
    let number = errno
    _ = signal(SIGINT, SIG_DFL)
    _ = signal(SIGTERM, SIG_DFL)
    _ = signal(SIGHUP, SIG_DFL)
    var byte: UInt8 = 1
    // Sound: one byte of our own, for the time of the call.
    _ = unsafe write(StopSignals.ringer.load(ordering: .relaxed), &byte, 1)
    errno = number
  }
}

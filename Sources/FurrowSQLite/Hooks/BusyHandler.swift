internal import CSQLite

/// Waits, in steps, while another program has a lock: as long as the timeout lets it, and as nobody
/// wishes it to end.
final class BusyHandler {
  var timeout: Duration
  /// Whether nobody wishes to wait any more.
  var isGivenUp: (@Sendable () -> Bool)?
  private var start = ContinuousClock.now

  /// The steps in milliseconds: a lock is mostly short, and a wish is heard within the longest.
  private static let steps: [Int64] = [1, 2, 5, 10, 15, 20, 25, 25, 25, 50]

  init(timeout: Duration, until isGivenUp: (@Sendable () -> Bool)?) {
    self.timeout = timeout
    self.isGivenUp = isGivenUp
  }

  /// Waits for the step `count`, counted from 0; false when the lock is not waited for any more.
  func wait(_ count: Int) -> Bool {
    let now = ContinuousClock.now
    if count == 0 { start = now }
    let left = timeout - start.duration(to: now)
    guard left > .zero else { return false }
    return pause(min(.milliseconds(Self.steps[min(count, Self.steps.count - 1)]), left))
  }

  /// Sleeps for `step`; false when nobody wishes to wait any more.
  func pause(_ step: Duration) -> Bool {
    guard isGivenUp?() != true else { return false }
    sqlite3_sleep(max(1, step.wholeMilliseconds))
    return isGivenUp?() != true
  }
}

extension Database {
  /// Makes SQLite ask `handler` whenever a lock is another program's.
  ///
  /// <https://www.sqlite.org/c3ref/busy_handler.html>
  func installBusyHandler() {
    // Sound: the handle is open as long as `self`, which keeps the handler just as long.
    _ = unsafe sqlite3_busy_handler(
      handle,
      { context, count in
        guard let context = unsafe context else { return 0 }
        let handler = unsafe Unmanaged<BusyHandler>.fromOpaque(context).takeUnretainedValue()
        return handler.wait(Int(count)) ? 1 : 0
      },
      Unmanaged.passUnretained(busyHandler).toOpaque()
    )
  }
}

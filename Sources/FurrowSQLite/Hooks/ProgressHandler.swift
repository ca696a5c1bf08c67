internal import CSQLite

/// What is asked while a statement runs.
final class ProgressHandler {
  let shouldStop: () -> Bool

  init(_ shouldStop: @escaping () -> Bool) {
    self.shouldStop = shouldStop
  }
}

extension Database {
  /// Asks `shouldStop` after about every `steps` instructions of SQLite's virtual machine.
  ///
  /// If it says yes, the running statement fails with `interrupted`. It must not use the
  /// database. `nil` takes the handler away: <https://www.sqlite.org/c3ref/progress_handler.html>.
  public func setProgressHandler(every steps: Int = 1000, _ shouldStop: (() -> Bool)?) {
    guard let shouldStop else {
      // Sound: the handle is open as long as `self`.
      unsafe sqlite3_progress_handler(handle, 0, nil, nil)
      callbacks.progress = nil
      return
    }
    let handler = ProgressHandler(shouldStop)
    // Sound: the context is kept in `callbacks` until another handler or none takes its place, and
    // the connection does not outlive `self`.
    unsafe sqlite3_progress_handler(
      handle,
      Int32(clamping: max(1, steps)),
      { context in
        guard let context = unsafe context else { return 0 }
        let handler = unsafe Unmanaged<ProgressHandler>.fromOpaque(context).takeUnretainedValue()
        return handler.shouldStop() ? 1 : 0
      },
      Unmanaged.passUnretained(handler).toOpaque()
    )
    callbacks.progress = handler
  }
}

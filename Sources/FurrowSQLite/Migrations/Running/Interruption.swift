/// Lets somebody end a run before its time: while a statement runs, and while one waits for a lock.
///
/// As long as it lives it has the connection's progress handler.
final class Interruption {
  private let database: Database
  /// Who could end waits before.
  private let former: (@Sendable () -> Bool)?

  init(_ database: Database, _ isCancelled: @escaping @Sendable () -> Bool) {
    self.database = database
    former = database.busyHandler.isGivenUp
    database.busyHandler.isGivenUp = isCancelled
    // 10,000 instructions take less than a millisecond, and asking costs a system call.
    database.setProgressHandler(every: 10_000, isCancelled)
  }

  deinit {
    database.setProgressHandler(nil)
    database.busyHandler.isGivenUp = former
  }
}

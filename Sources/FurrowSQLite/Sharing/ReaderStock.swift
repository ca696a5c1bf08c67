internal import Synchronization

/// The reading connections of a pool: lent to one at a time, in the order of asking.
final class ReaderStock: Sendable {
  /// A connection that one borrower at a time has; `@unchecked` since the stock sees to that, and
  /// the database in it is not touched by anybody else.
  final class Reader: @unchecked Sendable {
    let database: Database

    init(_ database: Database) {
      self.database = database
    }
  }

  /// What a borrower gets: a connection, or the right to open one.
  typealias Loan = Reader?

  private struct State {
    var idle: [Reader] = []
    /// Connections that are open or being opened.
    var openCount = 0
    /// Who waits, the first first.
    var waiting: [@Sendable (Loan) -> Void] = []
    /// Threads that are reading.
    var threads: Set<ThreadID> = []
  }

  private let maximum: Int
  private let state = Mutex(State())

  init(maximum: Int) {
    self.maximum = max(1, maximum)
  }

  /// Calls `receive` with a connection as soon as there is one; at once if one is free.
  func borrow(_ receive: @escaping @Sendable (Loan) -> Void) {
    let loan: Loan? = state.withLock { state in
      if let reader = state.idle.popLast() { return .some(reader) }
      if state.openCount < maximum {
        state.openCount += 1
        return .some(nil)
      }
      state.waiting.append(receive)
      return nil
    }
    if let loan { receive(loan) }
  }

  /// Takes a connection back; `nil` if it could not be opened.
  func giveBack(_ reader: Reader?) {
    let next: (receive: @Sendable (Loan) -> Void, loan: Loan)? = state.withLock { state in
      guard !state.waiting.isEmpty else {
        if let reader { state.idle.append(reader) } else { state.openCount -= 1 }
        return nil
      }
      // The right to open passes on like a connection does.
      return (state.waiting.removeFirst(), reader)
    }
    next?.receive(next?.loan)
  }

  /// Closes the connections that nobody has.
  func closeIdle() {
    state.withLock { state in
      state.openCount -= state.idle.count
      state.idle = []
    }
  }

  /// Runs `body` as the reading of this thread.
  func marked<Result>(_ body: () throws -> Result) rethrows -> Result {
    let thread = ThreadID.current
    state.withLock { _ = $0.threads.insert(thread) }
    defer { state.withLock { _ = $0.threads.remove(thread) } }
    return try body()
  }

  /// Whether this thread is inside a reading.
  var isReading: Bool { state.withLock { $0.threads.contains(ThreadID.current) } }

  /// Connections that are open, and how many of them nobody has.
  var counts: (open: Int, idle: Int) { state.withLock { ($0.openCount, $0.idle.count) } }
}

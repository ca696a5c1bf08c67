internal import Synchronization

/// A piece of work that may be cancelled while it waits or runs.
final class Job: Sendable {
  private enum State {
    case waiting
    case running(InterruptHandle)
    case cancelled
    case done
  }

  private let state = Mutex(State.waiting)

  /// Runs `body` unless the job was cancelled; from now on cancelling interrupts its statement.
  ///
  /// - Throws: `CancellationError` if it was cancelled before; what `body` throws.
  func run<Result>(_ handle: InterruptHandle, _ body: () throws -> Result) throws -> Result {
    try state.withLock { state in
      if case .cancelled = state { throw CancellationError() }
      state = .running(handle)
    }
    defer { state.withLock { $0 = .done } }
    return try body()
  }

  /// Keeps the job from running, or interrupts what it runs.
  func cancel() {
    state.withLock { state in
      switch state {
      case .waiting: state = .cancelled
      // Under the lock, so that the next job on this connection has not begun.
      case .running(let handle): handle.interrupt()
      case .cancelled, .done: break
      }
    }
  }
}

internal import Dispatch
internal import FurrowCore
internal import Synchronization

/// A first-in first-out queue of batches between two threads.
///
/// It never grows beyond the batches that exist, and that is all the back-pressure there is: who
/// has no batch waits for one.
final class Handoff: Sendable {
  private struct State: ~Copyable {
    var ring = InlineArray<4, RecordBatch?> { _ in nil }
    var head = 0
    var count = 0
    var isClosed = false
  }

  private let state = Mutex(State())
  private let arrivals = DispatchSemaphore(value: 0)

  /// Puts `batch` at the back of the queue; never waits.
  ///
  /// - Precondition: Fewer than four batches are queued; a run has three.
  func give(_ batch: consuming RecordBatch) {
    var parcel: RecordBatch? = consume batch
    state.withLock { state in
      precondition(state.count < state.ring.count, "more batches than a run has")
      state.ring[(state.head + state.count) % state.ring.count] = parcel.take()
      state.count += 1
    }
    arrivals.signal()
  }

  /// Says that no batch will come any more.
  func close() {
    state.withLock { $0.isClosed = true }
    arrivals.signal()
  }

  /// Takes the oldest batch, waiting for one if need be; `nil` when none will come any more.
  func take() -> RecordBatch? {
    arrivals.wait()
    let batch = state.withLock { (state: inout sending State) -> sending RecordBatch? in
      guard state.count > 0 else { return nil }
      let batch = state.ring[state.head].take()
      state.head = (state.head + 1) % state.ring.count
      state.count -= 1
      return batch
    }
    if batch == nil { arrivals.signal() }  // closed it stays, for whoever asks again
    return batch
  }
}

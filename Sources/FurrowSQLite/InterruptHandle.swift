internal import CSQLite
internal import Synchronization

/// Stops what a connection is running; may be used from any thread.
///
/// It does not keep the connection open, and does nothing once that is closed.
public final class InterruptHandle: Sendable {
  /// The handle's address; 0 once the connection is closed.
  private let address: Mutex<UInt>

  init(_ handle: OpaquePointer) {
    address = Mutex(UInt(bitPattern: handle))
  }

  /// Makes running statements fail with `interrupted`; their transaction may be rolled back.
  ///
  /// Not for signal handlers, since it takes a lock.
  /// <https://www.sqlite.org/c3ref/interrupt.html>
  public func interrupt() {
    address.withLock { address in
      // Sound: the connection cannot close while the lock is held, so a handle that is still
      // known is open, which is all that SQLite asks for.
      if let handle = unsafe OpaquePointer(bitPattern: address) {
        unsafe sqlite3_interrupt(handle)
      }
    }
  }

  /// Forgets the connection, which is about to close.
  func disarm() {
    address.withLock { $0 = 0 }
  }
}

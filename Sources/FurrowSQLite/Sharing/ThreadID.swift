#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// The thread that runs a piece of code, to find out whether it waits for itself.
struct ThreadID: Hashable, Sendable {
  private let number: UInt

  /// The thread that asks.
  static var current: ThreadID {
    #if canImport(Glibc)
    ThreadID(number: UInt(pthread_self()))
    #else
    // Sound: the address is compared only.
    unsafe ThreadID(number: UInt(bitPattern: pthread_self()))
    #endif
  }
}

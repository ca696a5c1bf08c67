internal import Synchronization

/// Counts the bytes that are read of files, whoever reads them, on any thread.
public final class ReadMeter: Sendable {
  private let count = Atomic<Int>(0)

  /// Makes a meter that stands at 0.
  public init() {}

  /// Bytes read since the meter was reset.
  public var bytes: Int { count.load(ordering: .relaxed) }

  /// Sets the meter back to 0.
  public func reset() { count.store(0, ordering: .relaxed) }

  func add(_ bytes: Int) { _ = count.wrappingAdd(bytes, ordering: .relaxed) }
}

/// Somewhere bytes go to, in order.
///
/// A sink that is let go without ``finish()`` leaves its target as it found it, where it can.
public protocol ByteSink {
  /// The target's name in messages.
  var path: String { get }

  /// Takes `bytes`; they may wait in a buffer.
  ///
  /// - Throws: ``WriteFailure`` when they cannot be written.
  mutating func write(_ bytes: Span<UInt8>) throws(WriteFailure)

  /// Writes what waits, and makes the target whole.
  ///
  /// Nothing may be written behind it.
  /// - Throws: ``WriteFailure`` when that cannot be done.
  mutating func finish() throws(WriteFailure)
}

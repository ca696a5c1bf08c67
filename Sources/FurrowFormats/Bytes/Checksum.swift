internal import CZlib

/// A running checksum of what was read of a source: CRC-32, as gzip has it.
///
/// It tells whether a source is still the one that a run began with; it is no defence.
public struct Checksum: Sendable, Equatable {
  /// The checksum of all bytes taken so far.
  public private(set) var value: UInt32 = 0

  /// Makes the checksum of no bytes.
  public init() {}

  /// Takes `bytes` in.
  mutating func take(_ bytes: Span<UInt8>) {
    // zlib reads the given count, and the span outlives the call.
    unsafe bytes.withUnsafeBufferPointer { bytes in
      value = unsafe UInt32(
        truncatingIfNeeded: crc32_z(UInt(value), bytes.baseAddress, bytes.count)
      )
    }
  }
}

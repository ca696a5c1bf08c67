internal import CZlib

/// A running checksum of what was read of a source: CRC-32, as gzip has it.
///
/// It tells whether a source is still the one that a run began with; it is no defence.
public struct Checksum: Sendable, Equatable {
  /// The checksum of all bytes taken so far.
  public private(set) var value: UInt32 = 0

  /// Makes the checksum of no bytes.
  public init() {}

  /// The size in bytes, and the checksum, of all that the file at `path` holds.
  ///
  /// - Throws: ``ReadFailure`` when it cannot be read.
  public static func ofFile(_ path: String) throws(ReadFailure) -> (bytes: Int, value: UInt32) {
    let source = try FileSource(path: path)
    let capacity = 256 << 10
    var buffer = [UInt8](repeating: 0, count: capacity)
    var checksum = Checksum()
    var size = 0
    while true {
      var span = buffer.mutableSpan
      let count = try source.read(into: &span, range: 0..<capacity)
      guard count > 0 else { return (size, checksum.value) }
      checksum.take(buffer.span.extracting(0..<count))
      size += count
    }
  }

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

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Neighbouring bytes that wait to be written in one go.
///
/// `@unchecked Sendable`, since 1. while a chunk waits in a ``WriteQueue``, nobody changes it; before
/// and after that one thread has it.
@safe
final class WriteChunk: @unchecked Sendable {
  /// How many bytes fit.
  static let capacity = 512 << 10

  /// Where the bytes go in the file.
  private(set) var range = 0..<0
  private let bytes = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)

  deinit {
    // The memory is this object's own, and nobody points at it any more.
    unsafe bytes.deallocate()
  }

  /// What there is to write; good as long as the chunk is not changed.
  var start: UnsafeRawPointer { unsafe UnsafeRawPointer(bytes) }

  /// Begins anew with nothing, at `offset`.
  func begin(at offset: Int) {
    range = offset..<offset
  }

  /// Takes bytes that lie inside, or go on where it ends and fit; false if they do neither.
  func take(_ source: UnsafeRawPointer, _ target: Range<Int>) -> Bool {
    guard target.lowerBound >= range.lowerBound, target.lowerBound <= range.upperBound,
      target.upperBound - range.lowerBound <= Self.capacity
    else { return false }
    // The target lies within the capacity; the caller owns as many bytes as it is long.
    _ = unsafe memcpy(bytes + (target.lowerBound - range.lowerBound), source, target.count)
    range = range.lowerBound..<max(range.upperBound, target.upperBound)
    return true
  }

  /// Copies the bytes of `wanted`, all of which lie inside, to `target`.
  func copy(_ wanted: Range<Int>, to target: UnsafeMutableRawPointer) {
    // The range lies inside; the caller owns as many bytes as it is long.
    _ = unsafe memcpy(target, bytes + (wanted.lowerBound - range.lowerBound), wanted.count)
  }

  /// Forgets what goes behind the first `size` bytes of the file.
  func cut(to size: Int) {
    range = min(range.lowerBound, size)..<min(range.upperBound, size)
  }
}

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// A file without a name, for what does not fit into memory.
///
/// It is written once, then read any number of times, and gone with the last reference, whatever ends
/// the program.
///
/// Its buffer is its own: `@safe`, since nobody else reaches it, but for ``next(_:)``.
/// `@unchecked Sendable`, since 1. whoever has it uses it on one thread at a time, as part of a
/// value that is handed over whole.
@safe package final class TemporaryFile: @unchecked Sendable {
  /// Bytes written.
  package private(set) var count = 0

  private let descriptor: Int32
  private let folder: String
  private let bufferBytes: Int
  /// What is to be written, or was read ahead; it belongs to this object alone.
  private var buffer = unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)
  /// The bytes of the buffer that count.
  private var held = 0..<0
  private var isWritten = false
  /// Where the file goes on behind the buffer, when it is read.
  private var offset = 0

  /// Makes an empty file in `TMPDIR`, else `/tmp`, with a buffer of `bufferBytes`.
  package init(bufferBytes: Int = 32 << 10) throws(WriteFailure) {
    folder = UnnamedFile.folder
    descriptor = UnnamedFile.open()
    guard descriptor >= 0 else {
      throw WriteFailure(path: folder, message: SystemReason.writing(errno))
    }
    self.bufferBytes = bufferBytes
  }

  deinit {
    // Nobody else knows the buffer.
    unsafe buffer.deallocate()
    close(descriptor)
  }

  /// Appends `bytes`.
  package func append(_ bytes: [UInt8]) throws(WriteFailure) {
    if unsafe held.count + bytes.count > buffer.count {
      try flush()
      grow(to: max(bufferBytes, bytes.count))
    }
    // There is room for the bytes behind those that are held.
    unsafe bytes.withUnsafeBytes { bytes in
      unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[held.upperBound...])
        .copyMemory(from: bytes)
    }
    held = 0..<held.upperBound + bytes.count
    count += bytes.count
  }

  /// Ends writing, or goes back to the first byte, to read from there.
  package func rewind() throws(WriteFailure) {
    if !isWritten { try flush() }
    isWritten = true
    (held, offset) = (0..<0, 0)
  }

  /// Lends the next `wanted` bytes until the next call; `nil` at the end of the file.
  package func next(_ wanted: Int) throws(ReadFailure) -> UnsafeRawBufferPointer? {
    if held.count < wanted, try !fill(wanted) { return nil }
    let taken = held.lowerBound..<held.lowerBound + wanted
    held = taken.upperBound..<held.upperBound
    // The bytes were read, and stay where they are until more are wanted.
    return unsafe UnsafeRawBufferPointer(rebasing: buffer[taken])
  }

  /// Returns the bytes of `range`, which were written before; ``rewind()`` ended the writing.
  package func read(_ range: Range<Int>) throws(ReadFailure) -> [UInt8] {
    (held, offset) = (0..<0, range.lowerBound)
    // The bytes are copied before anything else is read.
    guard let bytes = unsafe try next(range.count) else {
      throw ReadFailure(path: folder, message: SystemReason.reading(EIO))
    }
    return unsafe Array(bytes)
  }

  /// Gives the buffer room for `size` bytes; what it holds is kept.
  private func grow(to size: Int) {
    guard unsafe size > buffer.count else { return }
    let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 8)
    // The new buffer is larger than the old one, which nobody else knows.
    unsafe larger.copyMemory(from: UnsafeRawBufferPointer(buffer))
    unsafe buffer.deallocate()
    unsafe buffer = larger
  }

  /// Reads on until `wanted` bytes are held; false when the file has no more.
  private func fill(_ wanted: Int) throws(ReadFailure) -> Bool {
    guard held.count + count - offset >= wanted else { return false }
    grow(to: max(bufferBytes, wanted))
    // Both lie in the buffer, and they may overlap.
    unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[..<held.count])
      .copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[held]))
    held = 0..<held.count
    while held.count < wanted {
      let room = unsafe min(buffer.count - held.count, count - offset)
      // `room` bytes behind those that are held are there for the call to write.
      let result = unsafe pread(
        descriptor,
        buffer.baseAddress.map { unsafe $0 + held.count },
        room,
        off_t(offset)
      )
      if result < 0, errno == EINTR { continue }
      guard result > 0 else {
        throw ReadFailure(path: folder, message: SystemReason.reading(result < 0 ? errno : EIO))
      }
      offset += result
      held = 0..<held.count + result
    }
    return true
  }

  private func flush() throws(WriteFailure) {
    let start = count - held.count
    while !held.isEmpty {
      // The bytes that are held are readable for the call.
      let result = unsafe pwrite(
        descriptor,
        buffer.baseAddress.map { unsafe $0 + held.lowerBound },
        held.count,
        off_t(start + held.lowerBound)
      )
      if result < 0, errno == EINTR { continue }
      guard result > 0 else {
        throw WriteFailure(
          path: folder,
          message: "\(SystemReason.writing(errno)) (for keys that do not fit into --memory)"
        )
      }
      held = held.lowerBound + result..<held.upperBound
    }
    held = 0..<0
  }
}

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
/// `@unchecked Sendable`, since 1. whoever has it uses it on one thread at a time, as part of a
/// value that is handed over whole.
package final class TemporaryFile: @unchecked Sendable {
  /// Bytes written.
  package private(set) var count = 0

  private let descriptor: Int32
  private let folder: String
  private var buffer: [UInt8] = []
  private let bufferBytes: Int
  /// The next byte of the buffer to be read, and the next of the file.
  private var position = 0
  private var offset = 0

  /// Makes an empty file in `TMPDIR`, else `/tmp`, with a buffer of `bufferBytes`.
  package init(bufferBytes: Int = 32 << 10) throws(WriteFailure) {
    // The environment is not changed by this program; the text is copied at once.
    folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    var template = Array("\(folder)/furrow-XXXXXX".utf8CString)
    // The template is terminated, and changed in place only.
    descriptor = unsafe mkstemp(&template)
    guard descriptor >= 0 else {
      throw WriteFailure(path: folder, message: SystemReason.writing(errno))
    }
    // The file lives on without its name.
    _ = unsafe unlink(template)
    self.bufferBytes = bufferBytes
  }

  deinit {
    close(descriptor)
  }

  /// Appends `bytes`.
  package func append(_ bytes: [UInt8]) throws(WriteFailure) {
    buffer.append(contentsOf: bytes)
    count += bytes.count
    if buffer.count >= bufferBytes { try flush() }
  }

  /// Ends writing, or goes back to the first byte, to read from there.
  package func rewind() throws(WriteFailure) {
    if offset == 0, position == 0 { try flush() }
    buffer.removeAll(keepingCapacity: true)
    (position, offset) = (0, 0)
  }

  /// Reads exactly `wanted` bytes into `bytes`; false at the end of the file.
  package func read(_ wanted: Int, into bytes: inout [UInt8]) throws(ReadFailure) -> Bool {
    bytes.removeAll(keepingCapacity: true)
    while bytes.count < wanted {
      if position == buffer.count, try !fill() { return false }
      let taken = min(wanted - bytes.count, buffer.count - position)
      bytes.append(contentsOf: buffer[position..<position + taken])
      position += taken
    }
    return true
  }

  /// Returns the bytes of `range`, which were written before; ``rewind()`` ended the writing.
  package func read(_ range: Range<Int>) throws(ReadFailure) -> [UInt8] {
    (offset, position) = (range.lowerBound, 0)
    buffer.removeAll(keepingCapacity: true)
    var bytes: [UInt8] = []
    guard try read(range.count, into: &bytes) else {
      throw ReadFailure(path: folder, message: SystemReason.reading(EIO))
    }
    return bytes
  }

  private func fill() throws(ReadFailure) -> Bool {
    let room = min(bufferBytes, count - offset)
    position = 0
    buffer.removeAll(keepingCapacity: true)
    guard room > 0 else { return false }
    buffer.append(contentsOf: repeatElement(0, count: room))
    var filled = 0
    while filled < room {
      // `room` bytes of the buffer are there for the call to write.
      let result = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe pread(
          descriptor,
          bytes.baseAddress.map { unsafe $0 + filled },
          room - filled,
          off_t(offset + filled)
        )
      }
      if result < 0, errno == EINTR { continue }
      guard result > 0 else {
        throw ReadFailure(path: folder, message: SystemReason.reading(result < 0 ? errno : EIO))
      }
      filled += result
    }
    offset += filled
    return true
  }

  private func flush() throws(WriteFailure) {
    var written = 0
    let start = count - buffer.count
    while written < buffer.count {
      // The buffer's bytes are readable for the call.
      let result = unsafe buffer.withUnsafeBytes { bytes in
        unsafe pwrite(
          descriptor,
          bytes.baseAddress.map { unsafe $0 + written },
          bytes.count - written,
          off_t(start + written)
        )
      }
      if result < 0, errno == EINTR { continue }
      guard result > 0 else {
        throw WriteFailure(
          path: folder,
          message: "\(SystemReason.writing(errno)) (for keys that do not fit into --memory)"
        )
      }
      written += result
    }
    buffer.removeAll(keepingCapacity: true)
  }
}

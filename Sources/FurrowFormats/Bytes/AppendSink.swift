#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// A file that grows in place, and is cut back to a known length when a run goes on with it.
public final class AppendSink: ByteSink {
  /// The file's path, as the user named it.
  public let path: String
  /// The file's length, what waits in the buffer included.
  public private(set) var count: Int

  /// -1 once it is closed.
  private var descriptor: Int32
  private var buffer: [UInt8] = []

  /// Opens the file at `path` and keeps its first `kept` bytes.
  ///
  /// - Throws: ``WriteFailure`` when it may not be written, or is shorter.
  public init(path: String, keeping kept: Int) throws(WriteFailure) {
    self.path = path
    count = kept
    // The path is a terminated copy for the call.
    descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw WriteFailure(path: path, message: SystemReason.writing(errno))
    }
    let length = lseek(descriptor, 0, SEEK_END)
    guard length >= kept else {
      throw WriteFailure(
        path: path,
        message: "expected the \(kept) bytes of the run that is resumed, found \(length)"
      )
    }
    guard ftruncate(descriptor, off_t(kept)) == 0, lseek(descriptor, 0, SEEK_END) >= 0 else {
      throw WriteFailure(path: path, message: SystemReason.writing(errno))
    }
  }

  deinit {
    // What waits is not in the file, as if the run had ended before it.
    if descriptor >= 0 { _ = close(descriptor) }
  }

  /// Takes `bytes`; they wait for ``flush()``.
  public func write(_ bytes: Span<UInt8>) throws(WriteFailure) {
    for index in bytes.indices { buffer.append(bytes[index]) }
    count += bytes.count
    if buffer.count >= 64 << 10 { try flush() }
  }

  /// Gives the system what waits, so that the file has ``count`` bytes whatever becomes of the process.
  public func flush() throws(WriteFailure) {
    var start = 0
    while start < buffer.count {
      // The kernel reads at most the given count, and the array outlives the call.
      let written = unsafe buffer.withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress else { return 0 }
        return unsafe systemWrite(descriptor, base + start, bytes.count - start)
      }
      if written >= 0 {
        start += written
      } else if errno != EINTR {
        throw WriteFailure(path: path, message: SystemReason.writing(errno))
      }
    }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Writes what waits to the disk and closes the file.
  public func finish() throws(WriteFailure) {
    try flush()
    let closing = descriptor
    descriptor = -1
    guard fsync(closing) == 0, close(closing) == 0 else {
      throw WriteFailure(path: path, message: SystemReason.writing(errno))
    }
  }
}

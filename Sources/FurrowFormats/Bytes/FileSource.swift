#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// `read(2)`: in the class below the name means the method.
private func systemRead(
  _ descriptor: Int32,
  _ bytes: UnsafeMutablePointer<UInt8>,
  _ count: Int
)
  -> Int
{
  // The caller owns `count` bytes there.
  unsafe read(descriptor, bytes, count)
}

/// The bytes of a file, a pipe or standard input.
public final class FileSource: ByteSource {
  /// The file's path, or `-`.
  public let path: String
  /// The file's size in bytes, if it is a plain file.
  public let totalBytes: Int?

  private let descriptor: Int32
  private let alarm: Alarm?
  private let meter: ReadMeter?
  /// Bytes read so far.
  public private(set) var consumedBytes = 0

  /// Opens the file at `path`; `-` is standard input.
  ///
  /// When `alarm` rings, a wait for what another program has yet to write ends with a failure.
  /// What is read is counted by `meter`.
  /// - Throws: ``ReadFailure`` when there is no such file, it may not be read, or is a directory.
  public init(path: String, alarm: Alarm? = nil, meter: ReadMeter? = nil) throws(ReadFailure) {
    self.path = path
    self.alarm = alarm
    self.meter = meter
    // With an alarm the wait for a pipe's writer comes later, where it can end.
    let flags = O_RDONLY | O_CLOEXEC | (alarm == nil ? 0 : O_NONBLOCK)
    descriptor = path == "-" ? 0 : unsafe open(path, flags)
    guard descriptor >= 0 else {
      throw ReadFailure(path: path, message: Self.reason(errno, for: path))
    }
    // The pointer lives for the call only.
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      let reason = SystemReason.reading(errno)
      if path != "-" { close(descriptor) }
      throw ReadFailure(path: path, message: reason)
    }
    let kind = status.st_mode & S_IFMT
    if kind == S_IFDIR {
      if path != "-" { close(descriptor) }
      throw ReadFailure(path: path, message: "is a directory; a file was expected")
    }
    totalBytes = kind == S_IFREG ? Int(status.st_size) : nil
  }

  /// Why `path` cannot be opened; what an address means has to be fetched first.
  private static func reason(_ code: Int32, for path: String) -> String {
    let hint =
      code == ENOENT && path.contains("://") ? ": fetch it first, and name - or the file" : ""
    return SystemReason.reading(code) + hint
  }

  /// Whether what stands at `path` is gone once it is read: standard input, a pipe, a device.
  package static func isReadOnce(_ path: String) -> Bool {
    if path == "-" { return true }
    var status = stat()
    // The path is a terminated copy for the call, which `status` outlives.
    guard unsafe stat(path, &status) == 0 else { return false }
    return ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
  }

  deinit {
    if descriptor > 0 { close(descriptor) }
  }

  /// Reads what the kernel has, at most as much as fits.
  public func read(
    into storage: inout MutableSpan<UInt8>,
    range: Range<Int>
  ) throws(ReadFailure)
    -> Int
  {
    precondition(range.upperBound <= storage.count, "a read goes beyond its storage")
    while true {
      if totalBytes == nil, let alarm, !alarm.wait(for: descriptor) {
        throw ReadFailure(
          path: path,
          message: "interrupted at byte \(consumedBytes)",
          isInterruption: true
        )
      }
      // The kernel writes at most the given count, and the span outlives the call.
      let count = unsafe storage.withUnsafeMutableBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return 0 }
        return unsafe systemRead(descriptor, base + range.lowerBound, range.count)
      }
      if count >= 0 {
        consumedBytes += count
        meter?.add(count)
        return count
      }
      let isWaiting = errno == EAGAIN && alarm != nil
      if errno != EINTR, !isWaiting {
        throw ReadFailure(
          path: path,
          message: "cannot be read at byte \(consumedBytes): \(SystemReason.reading(errno))"
        )
      }
    }
  }
}

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
  public let size: Int?

  private let descriptor: Int32
  private var offset = 0

  /// Opens the file at `path`; `-` is standard input.
  ///
  /// - Throws: ``ReadFailure`` when there is no such file, it may not be read, or is a directory.
  public init(path: String) throws(ReadFailure) {
    self.path = path
    descriptor = path == "-" ? 0 : unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw ReadFailure(path: path, message: SystemReason.reading(errno))
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
    size = kind == S_IFREG ? Int(status.st_size) : nil
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
      // The kernel writes at most the given count, and the span outlives the call.
      let count = unsafe storage.withUnsafeMutableBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return 0 }
        return unsafe systemRead(descriptor, base + range.lowerBound, range.count)
      }
      if count >= 0 {
        self.offset += count
        return count
      }
      if errno != EINTR {
        throw ReadFailure(
          path: path,
          message: "cannot be read at byte \(self.offset): \(SystemReason.reading(errno))"
        )
      }
    }
  }
}

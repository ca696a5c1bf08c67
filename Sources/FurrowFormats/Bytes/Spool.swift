#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// The bytes of a source that can be read only once, kept in a temporary file to be read again.
///
/// The file has no name any more when it is written, so that nothing of it stays behind.
package final class Spool: Sendable {
  private let path: String
  private let descriptor: Int32
  private let size: Int

  /// Reads `source` to its end; the file is made in `TMPDIR`, else in `/tmp`.
  package init(_ source: any ByteSource) throws(ReadFailure) {
    path = source.path
    // The environment is not changed while a run is on; the text is copied at once.
    let folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    var name = Array("\(folder)/furrow-XXXXXX".utf8CString)
    // The name is terminated, and changed in place only.
    descriptor = unsafe mkstemp(&name)
    guard descriptor >= 0 else { throw Self.failure(source.path) }
    _ = unsafe unlink(name)
    do throws(ReadFailure) {
      size = try Self.copy(source, to: descriptor)
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// Writes all of `source` to the file and gives the number of bytes.
  private static func copy(
    _ source: any ByteSource,
    to descriptor: Int32
  ) throws(ReadFailure) -> Int {
    var source = source
    var size = 0
    var block = [UInt8](repeating: 0, count: 256 << 10)
    while true {
      let count = try source.readFully(into: &block, range: 0..<block.count)
      var written = 0
      while written < count {
        // The kernel reads at most the given count, and the array outlives the call.
        let part = unsafe block.withUnsafeBytes { bytes in
          guard let base = bytes.baseAddress else { return 0 }
          return unsafe write(descriptor, base + written, count - written)
        }
        guard part >= 0 || errno == EINTR else { throw failure(source.path) }
        written += max(part, 0)
      }
      size += count
      guard count == block.count else { return size }
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Reads what is kept, from its start.
  package func open() -> any ByteSource { Reader(spool: self) }

  private static func failure(_ path: String) -> ReadFailure {
    ReadFailure(
      path: path,
      message: "cannot be kept in a temporary file: \(SystemReason.writing(errno))"
    )
  }

  private struct Reader: ByteSource {
    var path: String { spool.path }
    let spool: Spool
    private var offset = 0
    var consumedBytes: Int { offset }
    var totalBytes: Int? { spool.size }

    init(spool: Spool) { self.spool = spool }

    mutating func read(
      into storage: inout MutableSpan<UInt8>,
      range: Range<Int>
    ) throws(ReadFailure) -> Int {
      precondition(range.upperBound <= storage.count, "a read goes beyond its storage")
      // The kernel writes at most the given count, and the span outlives the call.
      let count = unsafe storage.withUnsafeMutableBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return 0 }
        return unsafe pread(
          spool.descriptor,
          base + range.lowerBound,
          range.count,
          off_t(offset)
        )
      }
      guard count >= 0 else { throw Spool.failure(path) }
      offset += count
      return count
    }
  }
}

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Bytes that are kept in a temporary file to be read any number of times: those of a source that can
/// be read only once, or what a run has written for itself.
///
/// The file has no name any more when it is written, so that nothing of it stays behind.
package final class Spool: Sendable {
  private let file: SpoolFile
  private let size: Int

  /// Reads `source` to its end.
  package convenience init(_ source: any ByteSource) throws(ReadFailure) {
    var source = source
    let path = source.path
    let sink = try keeping(path) { () throws(WriteFailure) in try SpoolSink(path: path) }
    var block = [UInt8](repeating: 0, count: 256 << 10)
    var count = block.count
    while count == block.count {
      count = try source.readFully(into: &block, range: 0..<block.count)
      try keeping(path) { () throws(WriteFailure) in
        try sink.write(block.span.extracting(first: count))
      }
    }
    self.init(sink)
  }

  /// Keeps what was written to `sink`, which takes no more.
  package init(_ sink: SpoolSink) {
    file = sink.file
    size = sink.size
  }

  /// Reads what is kept, from its start.
  package func open() -> any ByteSource { Reader(spool: self) }

  private struct Reader: ByteSource {
    var path: String { spool.file.path }
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
          spool.file.descriptor,
          base + range.lowerBound,
          range.count,
          off_t(offset)
        )
      }
      guard count >= 0 else {
        throw ReadFailure(path: path, message: SystemReason.reading(errno))
      }
      offset += count
      return count
    }
  }
}

/// Writes to the temporary file of a `Spool`.
package final class SpoolSink: ByteSink {
  package var path: String { file.path }
  fileprivate let file: SpoolFile
  fileprivate private(set) var size = 0

  /// Makes the file in `TMPDIR`, else in `/tmp`; `path` is the name for what it keeps.
  package init(path: String) throws(WriteFailure) {
    file = try SpoolFile(path: path)
  }

  package func write(_ bytes: Span<UInt8>) throws(WriteFailure) {
    var written = 0
    while written < bytes.count {
      // The kernel reads at most the given count, and the span outlives the call.
      let part = unsafe bytes.withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress else { return 0 }
        return unsafe systemWrite(file.descriptor, base + written, bytes.count - written)
      }
      guard part >= 0 || errno == EINTR else { throw file.failure }
      written += max(part, 0)
    }
    size += written
  }

  package func finish() {}
}

/// A temporary file without a name, which goes with the last who uses it.
private final class SpoolFile: Sendable {
  let path: String
  let descriptor: Int32

  init(path: String) throws(WriteFailure) {
    self.path = path
    descriptor = UnnamedFile.open()
    guard descriptor >= 0 else { throw failure }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// What `errno` says of the file.
  var failure: WriteFailure {
    WriteFailure(
      path: path,
      message: "cannot be kept in a temporary file: \(SystemReason.writing(errno))"
    )
  }
}

/// Runs `body`, which keeps the source at `path`; a reader of that knows failures to read only.
private func keeping<Result>(
  _ path: String,
  _ body: () throws(WriteFailure) -> Result
) throws(ReadFailure) -> Result {
  do { return try body() } catch { throw ReadFailure(path: path, message: error.message) }
}

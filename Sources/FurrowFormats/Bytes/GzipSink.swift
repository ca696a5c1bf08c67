internal import CZlib

/// Compresses bytes by gzip on their way to another sink; the same bytes give the same file.
@safe public final class GzipSink: ByteSink {
  /// The target's name in messages.
  public let path: String

  private var sink: any ByteSink
  private var output: [UInt8]
  /// Its address is known to zlib, so it must not move.
  private let stream: UnsafeMutablePointer<z_stream>

  /// Makes a sink that writes to `sink`; `level` is zlib's, from 1 (fast) to 9 (small).
  ///
  /// - Throws: ``WriteFailure`` when there is no memory for it.
  public init(
    _ sink: any ByteSink,
    level: Int = 6,
    bufferBytes: Int = 128 << 10
  ) throws(WriteFailure) {
    self.sink = sink
    path = sink.path
    output = [UInt8](repeating: 0, count: max(bufferBytes, 1))
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    // All zeros is what zlib asks for before the first call.
    guard unsafe furrow_deflate_gzip(stream, Int32(clamping: level)) == Z_OK else {
      throw WriteFailure(path: path, message: "cannot be written: no memory to compress it")
    }
  }

  deinit {
    // The stream was initialised here and nobody else has it; there is nothing to do on failure.
    _ = unsafe deflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Takes `bytes`.
  ///
  /// - Throws: ``WriteFailure`` when the sink behind cannot be written.
  public func write(_ bytes: Span<UInt8>) throws(WriteFailure) {
    // zlib counts in 32 bits.
    var start = 0
    while start < bytes.count {
      let end = min(start + 1 << 30, bytes.count)
      try compress(bytes.extracting(start..<end), isLast: false)
      start = end
    }
  }

  /// Writes what ends the stream, and finishes the sink behind.
  ///
  /// - Throws: ``WriteFailure`` when that cannot be done.
  public func finish() throws(WriteFailure) {
    try compress(Span(), isLast: true)
    try sink.finish()
  }

  private func compress(_ bytes: Span<UInt8>, isLast: Bool) throws(WriteFailure) {
    var used = 0
    while true {
      // zlib reads and writes at most the given counts, and both buffers outlive the call.
      let status = unsafe bytes.withUnsafeBufferPointer { bytes in
        unsafe output.withUnsafeMutableBufferPointer { output in
          unsafe stream.pointee.next_in = bytes.baseAddress.map {
            unsafe UnsafeMutablePointer(mutating: $0 + used)
          }
          unsafe stream.pointee.avail_in = UInt32(bytes.count - used)
          unsafe stream.pointee.next_out = output.baseAddress
          unsafe stream.pointee.avail_out = UInt32(clamping: output.count)
          return unsafe deflate(stream, isLast ? Z_FINISH : Z_NO_FLUSH)
        }
      }
      guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else {
        throw WriteFailure(path: path, message: "cannot be compressed: error \(status) of zlib")
      }
      unsafe used = bytes.count - Int(stream.pointee.avail_in)
      let room = unsafe Int(stream.pointee.avail_out)
      let compressed = output
      try sink.write(compressed.span.extracting(..<(compressed.count - room)))
      // A buffer that was not filled means that there is nothing more to come.
      if room > 0, !isLast || status == Z_STREAM_END { return }
    }
  }
}

internal import CZlib

/// zlib, for streams in the format of gzip.
@safe final class GzipDecompressor: Decompressor {
  static let partName = "member"

  static func canStart(with byte: UInt8) -> Bool { byte == 0x1F }
  static func isPadding(_ byte: UInt8) -> Bool { byte == 0 }

  /// Its address is known to zlib, so it must not move.
  private let stream: UnsafeMutablePointer<z_stream>

  init() throws(CompressionFault) {
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    // All zeros is what zlib asks for before the first call.
    guard unsafe furrow_inflate_gzip(stream) == Z_OK else {
      throw CompressionFault(message: "no memory to decompress it")
    }
  }

  deinit {
    // The stream was initialised here and nobody else has it; there is nothing to do on failure.
    _ = unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  func step(
    _ input: Span<UInt8>,
    into output: inout MutableSpan<UInt8>,
    range: Range<Int>
  ) throws(CompressionFault) -> CompressionStep {
    // zlib counts in 32 bits.
    let available = min(input.count, 1 << 30)
    let room = min(range.count, 1 << 30)
    // zlib reads and writes at most the given counts, and both buffers outlive the call.
    let status = unsafe output.withUnsafeMutableBufferPointer { output in
      unsafe input.withUnsafeBufferPointer { input in
        unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        unsafe stream.pointee.avail_in = UInt32(available)
        unsafe stream.pointee.next_out = output.baseAddress.map { unsafe $0 + range.lowerBound }
        unsafe stream.pointee.avail_out = UInt32(room)
        return unsafe inflate(stream, Z_NO_FLUSH)
      }
    }
    guard status == Z_OK || status == Z_BUF_ERROR || status == Z_STREAM_END else {
      // The text is zlib's own and constant.
      let reason = unsafe stream.pointee.msg.map { unsafe String(cString: $0) }
      let used = unsafe available - Int(stream.pointee.avail_in)
      throw CompressionFault(message: reason ?? "error \(status) of zlib", used: used)
    }
    let step = unsafe CompressionStep(
      used: available - Int(stream.pointee.avail_in),
      made: room - Int(stream.pointee.avail_out),
      isComplete: status == Z_STREAM_END
    )
    // The stream keeps its memory for the next member; it fails only when it was never set up.
    if step.isComplete { _ = unsafe inflateReset(stream) }
    return step
  }
}

/// zlib, for streams in the format of gzip; no name and no time is written to them.
@safe final class GzipCompressor: Compressor {
  /// What `gzip` takes without a word.
  private static let level: Int32 = 6

  /// Its address is known to zlib, so it must not move.
  private let stream: UnsafeMutablePointer<z_stream>

  init() throws(CompressionFault) {
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    // All zeros is what zlib asks for before the first call.
    guard unsafe furrow_deflate_gzip(stream, Self.level) == Z_OK else {
      throw CompressionFault(message: "no memory to compress it")
    }
  }

  deinit {
    // The stream was initialised here and nobody else has it; there is nothing to do on failure.
    _ = unsafe deflateEnd(stream)
    unsafe stream.deallocate()
  }

  func step(
    _ input: Span<UInt8>,
    into output: inout [UInt8],
    isLast: Bool
  ) throws(CompressionFault) -> CompressionStep {
    // zlib counts in 32 bits.
    let available = min(input.count, 1 << 30)
    let room = min(output.count, 1 << 30)
    // zlib reads and writes at most the given counts, and both buffers outlive the call.
    let status = unsafe input.withUnsafeBufferPointer { input in
      unsafe output.withUnsafeMutableBufferPointer { output in
        unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        unsafe stream.pointee.avail_in = UInt32(available)
        unsafe stream.pointee.next_out = output.baseAddress
        unsafe stream.pointee.avail_out = UInt32(room)
        return unsafe deflate(stream, isLast ? Z_FINISH : Z_NO_FLUSH)
      }
    }
    guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else {
      throw CompressionFault(message: "error \(status) of zlib")
    }
    // A buffer that was not filled means that there is nothing more to come.
    return unsafe CompressionStep(
      used: available - Int(stream.pointee.avail_in),
      made: room - Int(stream.pointee.avail_out),
      isComplete: isLast ? status == Z_STREAM_END : stream.pointee.avail_out > 0
    )
  }
}

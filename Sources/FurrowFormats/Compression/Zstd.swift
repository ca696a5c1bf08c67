internal import CZstd

/// libzstd, for streams of frames; those that are to be passed over are.
@safe final class ZstdDecompressor: Decompressor {
  static let partName = "frame"

  // The first byte of either magic number; libzstd looks at the others.
  static func canStart(with byte: UInt8) -> Bool { byte == 0x28 || (0x50...0x5F).contains(byte) }
  static func isPadding(_ byte: UInt8) -> Bool { false }

  /// What may be looked back on in a frame, as a power of two: 32 MiB.
  ///
  /// The memory of a run is bounded, and this is beyond all levels but those of `--ultra`.
  private static let windowLog: Int32 = 25

  private let context: OpaquePointer
  /// How many bytes the next step needs: a block, so that a fault has a place.
  private var wanted: Int

  init() throws(CompressionFault) {
    guard let context = unsafe ZSTD_createDCtx() else {
      throw CompressionFault(message: "no memory to decompress it")
    }
    unsafe self.context = context
    _ = unsafe ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, Self.windowLog)
    wanted = unsafe ZSTD_initDStream(context)
  }

  deinit {
    // The context was made here and nobody else has it.
    _ = unsafe ZSTD_freeDCtx(context)
  }

  func step(
    _ input: Span<UInt8>,
    into output: inout MutableSpan<UInt8>,
    range: Range<Int>
  ) throws(CompressionFault) -> CompressionStep {
    var source = unsafe ZSTD_inBuffer()
    var target = unsafe ZSTD_outBuffer()
    unsafe source.size = min(input.count, wanted)
    unsafe target.size = range.count
    // zstd reads and writes at most the given sizes, and both buffers outlive the call.
    let status = unsafe output.withUnsafeMutableBufferPointer { bytes in
      unsafe input.withUnsafeBufferPointer { input in
        unsafe source.src = UnsafeRawPointer(input.baseAddress)
        unsafe target.dst = bytes.baseAddress.map {
          unsafe UnsafeMutableRawPointer($0 + range.lowerBound)
        }
        return unsafe ZSTD_decompressStream(context, &target, &source)
      }
    }
    guard ZSTD_isError(status) == 0 else {
      throw CompressionFault(message: Self.reason(status))
    }
    let isComplete = status == 0
    wanted = isComplete ? unsafe ZSTD_initDStream(context) : status
    return unsafe CompressionStep(used: source.pos, made: target.pos, isComplete: isComplete)
  }

  private static func reason(_ status: Int) -> String {
    if ZSTD_getErrorCode(status) == ZSTD_error_frameParameter_windowTooLarge {
      return "it was compressed with a window of more than 32 MiB; decompress it with"
        + " zstd -d --long=31 -c FILE, and read what comes from that"
    }
    return ZstdError.name(status)
  }
}

/// libzstd, for a stream of one frame with a checksum, as `zstd` writes them.
@safe final class ZstdCompressor: Compressor {
  private let context: OpaquePointer

  init() throws(CompressionFault) {
    guard let context = unsafe ZSTD_createCCtx() else {
      throw CompressionFault(message: "no memory to compress it")
    }
    unsafe self.context = context
    // It is the only one that is set, and exists since there are parameters.
    _ = unsafe ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1)
  }

  deinit {
    // The context was made here and nobody else has it.
    _ = unsafe ZSTD_freeCCtx(context)
  }

  func step(
    _ input: Span<UInt8>,
    into output: inout [UInt8],
    isLast: Bool
  ) throws(CompressionFault) -> CompressionStep {
    var source = unsafe ZSTD_inBuffer()
    var target = unsafe ZSTD_outBuffer()
    unsafe source.size = input.count
    unsafe target.size = output.count
    // zstd reads and writes at most the given sizes, and both buffers outlive the call.
    let status = unsafe input.withUnsafeBufferPointer { input in
      unsafe output.withUnsafeMutableBufferPointer { bytes in
        unsafe source.src = UnsafeRawPointer(input.baseAddress)
        unsafe target.dst = UnsafeMutableRawPointer(bytes.baseAddress)
        return unsafe ZSTD_compressStream2(
          context,
          &target,
          &source,
          isLast ? ZSTD_e_end : ZSTD_e_continue
        )
      }
    }
    guard ZSTD_isError(status) == 0 else {
      throw CompressionFault(message: ZstdError.name(status))
    }
    return unsafe CompressionStep(
      used: source.pos,
      made: target.pos,
      isComplete: isLast ? status == 0 : source.pos == source.size
    )
  }
}

private enum ZstdError {
  static func name(_ status: Int) -> String {
    // The text is zstd's own and constant.
    let text = unsafe String(cString: ZSTD_getErrorName(status))
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}

/// One way to decompress, step by step; a stream is one part or several, each whole in itself.
protocol Decompressor: AnyObject {
  /// What a part is called: gzip's are members, zstd's frames.
  static var partName: String { get }

  /// Whether a part can start with `byte`.
  static func canStart(with byte: UInt8) -> Bool
  /// Whether `byte` behind a part is padding.
  static func isPadding(_ byte: UInt8) -> Bool

  /// Decompresses some of `input` to `range` of `output`, and gets ready for another part at the end
  /// of one.
  ///
  /// Without input it hands out what it still has.
  /// - Throws: ``CompressionFault`` when the bytes are none of this compression.
  func step(
    _ input: Span<UInt8>,
    into output: inout MutableSpan<UInt8>,
    range: Range<Int>
  ) throws(CompressionFault) -> CompressionStep
}

/// One way to compress, step by step.
protocol Compressor: AnyObject {
  /// Compresses some of `input` to `output`; `isLast` asks for the end of the stream behind it.
  ///
  /// - Throws: ``CompressionFault`` when it cannot be done.
  func step(
    _ input: Span<UInt8>,
    into output: inout [UInt8],
    isLast: Bool
  ) throws(CompressionFault) -> CompressionStep
}

/// What a step did.
struct CompressionStep {
  /// Bytes of the input that are used.
  var used: Int
  /// Bytes of the output that are there.
  var made: Int
  /// Whether a part, or the whole that was asked for, is complete.
  var isComplete: Bool
}

/// Why bytes cannot be compressed or decompressed; lower case, no full stop.
struct CompressionFault: Error {
  var message: String
  /// Bytes of the input before the place of the fault, as far as it is known.
  var used = 0
}

extension Compression {
  /// Makes a decompressor.
  func decompressor() throws(CompressionFault) -> any Decompressor {
    switch self {
    case .gzip: try GzipDecompressor()
    case .zstd: try ZstdDecompressor()
    }
  }

  /// Makes a compressor with the level that the command-line tools take without a word.
  func compressor() throws(CompressionFault) -> any Compressor {
    switch self {
    case .gzip: try GzipCompressor()
    case .zstd: try ZstdCompressor()
    }
  }
}

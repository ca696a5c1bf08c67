/// The bytes that another source holds compressed, in one part or several.
///
/// A part that is damaged or cut is a failure, and so is anything behind the last one but gzip's padding.
public final class CompressedSource: ByteSource {
  /// The source's name in messages.
  public let path: String
  /// Compressed bytes used so far.
  public private(set) var consumedBytes = 0
  /// The size of the compressed file in bytes, if it is known.
  public var totalBytes: Int? { source.totalBytes }

  private let compression: Compression
  private let decompressor: any Decompressor
  private var source: any ByteSource
  /// Compressed bytes that were read, and which of them are not used yet.
  private var input: [UInt8]
  private var unused = 0..<0
  private var isAtEnd = false
  private var isInPart = false

  /// Makes a source of what `source` holds compressed.
  ///
  /// - Throws: ``ReadFailure`` when there is no memory for it.
  public init(
    _ source: any ByteSource,
    _ compression: Compression,
    bufferBytes: Int = 128 << 10
  ) throws(ReadFailure) {
    self.source = source
    self.compression = compression
    path = source.path
    input = [UInt8](repeating: 0, count: max(bufferBytes, 1))
    do throws(CompressionFault) {
      decompressor = try compression.decompressor()
    } catch {
      throw ReadFailure(path: source.path, message: "cannot be read: \(error.message)")
    }
  }

  /// Reads up to `range.count` decompressed bytes.
  ///
  /// - Throws: ``ReadFailure`` when the compressed bytes cannot be had, or are none.
  public func read(
    into storage: inout MutableSpan<UInt8>,
    range: Range<Int>
  ) throws(ReadFailure)
    -> Int
  {
    precondition(range.upperBound <= storage.count, "a read goes beyond its storage")
    guard !range.isEmpty else { return 0 }
    while true {
      if unused.isEmpty, !isAtEnd { try refill() }
      if !isInPart { guard try startPart() else { return 0 } }
      let count = try decompress(into: &storage, range: range)
      if count > 0 { return count }
      if unused.isEmpty, isAtEnd, isInPart {
        throw damage("it ends in the middle; it was cut")
      }
    }
  }

  /// Passes over padding and looks for a part; false at the end.
  private func startPart() throws(ReadFailure) -> Bool {
    let kind = type(of: decompressor)
    while true {
      guard let first = unused.first else {
        if isAtEnd { return false }
        try refill()
        continue
      }
      if kind.canStart(with: input[first]) {
        isInPart = true
        return true
      }
      guard consumedBytes > 0, kind.isPadding(input[first]) else {
        throw damage(
          consumedBytes == 0
            ? "expected \(compression.rawValue), found other bytes"
            : "expected the end or another \(kind.partName), found other bytes"
        )
      }
      use(1)
    }
  }

  private func decompress(
    into storage: inout MutableSpan<UInt8>,
    range: Range<Int>
  ) throws(ReadFailure) -> Int {
    do throws(CompressionFault) {
      let step = try decompressor.step(
        input.span.extracting(unused),
        into: &storage,
        range: range
      )
      use(step.used)
      if step.isComplete { isInPart = false }
      return step.made
    } catch {
      use(error.used)
      throw damage(error.message)
    }
  }

  private func use(_ count: Int) {
    unused = unused.lowerBound + count..<unused.upperBound
    consumedBytes += count
  }

  private func refill() throws(ReadFailure) {
    var bytes: [UInt8] = []
    swap(&bytes, &input)
    defer { swap(&bytes, &input) }
    var span = bytes.mutableSpan
    let count = try source.read(into: &span, range: 0..<span.count)
    unused = 0..<count
    isAtEnd = count == 0
  }

  private func damage(_ reason: String) -> ReadFailure {
    ReadFailure(path: path, message: "cannot be decompressed at byte \(consumedBytes): \(reason)")
  }
}

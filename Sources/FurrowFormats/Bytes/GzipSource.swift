internal import CZlib
internal import FurrowCore

/// The bytes that another source holds compressed by gzip, in one member or several.
///
/// Zeros behind the last member are padding, anything else there is a failure; so is a member that is
/// damaged or cut. <https://www.rfc-editor.org/rfc/rfc1952>
@safe public final class GzipSource: ByteSource {
  /// The source's name in messages.
  public let path: String
  /// Compressed bytes used so far.
  public private(set) var compressedBytes = 0

  private var source: any ByteSource
  /// Compressed bytes that were read, and which of them are not used yet.
  private var input: [UInt8]
  private var unused = 0..<0
  private var isAtEnd = false
  private var isInMember = false
  /// Its address is known to zlib, so it must not move.
  private let stream: UnsafeMutablePointer<z_stream>

  /// Makes a source of what `source` holds compressed.
  ///
  /// - Throws: ``ReadFailure`` when there is no memory for it.
  public init(
    _ source: any ByteSource,
    bufferBytes: Int = 128 << 10
  ) throws(ReadFailure) {
    self.source = source
    path = source.path
    input = [UInt8](repeating: 0, count: max(bufferBytes, 1))
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    // All zeros is what zlib asks for before the first call.
    guard unsafe furrow_inflate_gzip(stream) == Z_OK else {
      throw ReadFailure(path: path, message: "cannot be read: no memory to decompress it")
    }
  }

  deinit {
    // The stream was initialised here and nobody else has it; there is nothing to do on failure.
    _ = unsafe inflateEnd(stream)
    unsafe stream.deallocate()
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
      if !isInMember { guard try startMember() else { return 0 } }
      let count = try inflate(into: &storage, range: range)
      if count > 0 { return count }
      if unused.isEmpty, isAtEnd, isInMember {
        throw damage("it ends in the middle; it was cut")
      }
    }
  }

  /// Passes over padding and looks for a member; false at the end.
  private func startMember() throws(ReadFailure) -> Bool {
    while true {
      guard let first = unused.first else {
        if isAtEnd { return false }
        try refill()
        continue
      }
      if input[first] == 0x1F {
        isInMember = true
        return true
      }
      guard input[first] == 0, compressedBytes > 0 else {
        throw damage(
          compressedBytes == 0
            ? "expected gzip, found other bytes"
            : "expected the end or another member, found other bytes"
        )
      }
      use(1)
    }
  }

  private func inflate(
    into storage: inout MutableSpan<UInt8>,
    range: Range<Int>
  ) throws(ReadFailure)
    -> Int
  {
    let available = unused.count
    // zlib reads and writes at most the given counts, and both buffers outlive the call.
    let status = unsafe storage.withUnsafeMutableBufferPointer { output in
      unsafe input.withUnsafeMutableBufferPointer { input in
        unsafe stream.pointee.next_in = input.baseAddress.map { unsafe $0 + unused.lowerBound }
        unsafe stream.pointee.avail_in = UInt32(available)
        unsafe stream.pointee.next_out = output.baseAddress.map { unsafe $0 + range.lowerBound }
        unsafe stream.pointee.avail_out = UInt32(clamping: range.count)
        return unsafe CZlib.inflate(stream, Z_NO_FLUSH)
      }
    }
    let room = Int(UInt32(clamping: range.count))
    unsafe use(available - Int(stream.pointee.avail_in))
    let count = unsafe room - Int(stream.pointee.avail_out)
    switch status {
    case Z_OK, Z_BUF_ERROR: break
    case Z_STREAM_END:
      isInMember = false
      // The stream keeps its memory for the next member; it fails only when it was never set up.
      _ = unsafe inflateReset(stream)
    default:
      // The text is zlib's own and constant.
      let reason = unsafe stream.pointee.msg.map { unsafe String(cString: $0) }
      throw damage(reason ?? "error \(status) of zlib")
    }
    return count
  }

  private func use(_ count: Int) {
    unused = unused.lowerBound + count..<unused.upperBound
    compressedBytes += count
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
    ReadFailure(path: path, message: "cannot be decompressed at byte \(compressedBytes): \(reason)")
  }
}

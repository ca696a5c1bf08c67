/// Somewhere bytes come from, in order.
public protocol ByteSource {
  /// The source's name in messages.
  var path: String { get }
  /// The encoding of the text in messages; what is handed out is UTF-8.
  var encoding: String { get }
  /// How many bytes of the file itself were used so far; those of one that is compressed are counted as
  /// they stand in it.
  var consumedBytes: Int { get }
  /// The size of the file itself in bytes; `nil` when it is not known, as that of a pipe.
  var totalBytes: Int? { get }

  /// Reads up to `range.count` bytes to `range` and returns how many; 0 at the end.
  ///
  /// - Throws: ``ReadFailure`` when the bytes cannot be had.
  mutating func read(
    into storage: inout MutableSpan<UInt8>,
    range: Range<Int>
  ) throws(ReadFailure)
    -> Int
}

extension ByteSource {
  /// Bytes are handed out as they are, and those of text are UTF-8.
  public var encoding: String { "UTF-8" }

  /// Reads until `range` of `bytes` is full and returns how many; fewer only at the source's end.
  ///
  /// - Throws: ``ReadFailure`` when the bytes cannot be had.
  package mutating func readFully(
    into bytes: inout [UInt8],
    range: Range<Int>
  ) throws(ReadFailure) -> Int {
    var filled = range.lowerBound
    var span = bytes.mutableSpan
    while filled < range.upperBound {
      let count = try read(into: &span, range: filled..<range.upperBound)
      guard count > 0 else { break }
      filled += count
    }
    return filled - range.lowerBound
  }
}

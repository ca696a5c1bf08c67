internal import FurrowFormats

/// The first bytes of a source, as if there were no more.
struct SourceHead: ByteSource {
  /// The most that is read.
  static let size = 1 << 16

  private var source: any ByteSource
  private var rest = size

  init(_ source: any ByteSource) {
    self.source = source
  }

  var path: String { source.path }
  var encoding: String { source.encoding }
  var consumedBytes: Int { source.consumedBytes }
  var totalBytes: Int? { source.totalBytes }

  mutating func read(
    into storage: inout MutableSpan<UInt8>,
    range: Range<Int>
  ) throws(ReadFailure) -> Int {
    let wanted = range.lowerBound..<min(range.upperBound, range.lowerBound + rest)
    guard !wanted.isEmpty else { return 0 }
    let count = try source.read(into: &storage, range: wanted)
    rest -= count
    return count
  }
}

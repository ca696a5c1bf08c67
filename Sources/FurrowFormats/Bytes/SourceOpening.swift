/// Opens the file at `path`, `-` is standard input, and looks through a compression.
///
/// An `alarm` ends a read that waits, a `meter` counts the bytes of the file. A compression is known by
/// its first bytes, whatever the file's name; a file with the name of one has to be compressed.
/// - Throws: ``ReadFailure`` when the file cannot be opened, or is not what its name says.
public func openSource(
  path: String,
  alarm: Alarm? = nil,
  meter: ReadMeter? = nil
) throws(ReadFailure) -> any ByteSource {
  try lookThrough(FileSource(path: path, alarm: alarm, meter: meter))
}

/// Gives the bytes of `source` as they are, or those that it holds compressed.
package func lookThrough(_ source: any ByteSource) throws(ReadFailure) -> any ByteSource {
  var file = source
  let path = file.path
  var head = [UInt8](repeating: 0, count: Compression.headBytes)
  let count = try file.readFully(into: &head, range: 0..<head.count)
  let source = PeekedSource(peeked: head[..<count], rest: file)
  guard count > 0, let compression = Compression(head: head[..<count]) ?? Compression(path: path)
  else { return source }
  return try CompressedSource(source, compression)
}

/// Opens the file at `path` for writing, `-` is standard output; one with the name of a compression is
/// compressed.
///
/// - Throws: ``WriteFailure`` when the file cannot be opened.
public func openSink(path: String) throws(WriteFailure) -> any ByteSink {
  let file = try FileSink(path: path)
  guard let compression = Compression(path: path) else { return file }
  return try CompressedSink(file, compression)
}

/// A source of which a few bytes were read before.
struct PeekedSource: ByteSource {
  var path: String { rest.path }
  var encoding: String { rest.encoding }
  var consumedBytes: Int { rest.consumedBytes - peeked.count }
  var totalBytes: Int? { rest.totalBytes }
  private var peeked: ArraySlice<UInt8>
  private var rest: any ByteSource

  init(peeked: ArraySlice<UInt8>, rest: any ByteSource) {
    self.peeked = peeked
    self.rest = rest
  }

  mutating func read(
    into storage: inout MutableSpan<UInt8>,
    range: Range<Int>
  ) throws(ReadFailure) -> Int {
    guard !peeked.isEmpty else { return try rest.read(into: &storage, range: range) }
    let count = min(peeked.count, range.count)
    for (index, byte) in zip(range, peeked) { storage[index] = byte }
    peeked.removeFirst(count)
    return count
  }
}

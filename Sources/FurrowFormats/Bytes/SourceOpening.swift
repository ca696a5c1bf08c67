/// Opens the file at `path`, `-` is standard input, and looks through gzip.
///
/// An `alarm` ends a read that waits. Gzip is known by its first two bytes, whatever the file's name; a file called `.gz` has to be gzip.
/// <https://www.rfc-editor.org/rfc/rfc1952#page-6>
/// - Throws: ``ReadFailure`` when the file cannot be opened, or is `.gz` and no gzip.
public func openSource(path: String, alarm: Alarm? = nil) throws(ReadFailure) -> any ByteSource {
  try lookThrough(FileSource(path: path, alarm: alarm))
}

/// Gives the bytes of `source` as they are, or those that it holds as gzip.
package func lookThrough(_ source: any ByteSource) throws(ReadFailure) -> any ByteSource {
  var file = source
  let path = file.path
  var first = [UInt8](repeating: 0, count: 2)
  let count = try file.readFully(into: &first, range: 0..<2)
  let source = PeekedSource(peeked: first[..<count], rest: file)
  guard first == [0x1F, 0x8B] || isGzipName(path) && count > 0 else { return source }
  return try GzipSource(source)
}

/// Opens the file at `path` for writing, `-` is standard output; one called `.gz` is compressed.
///
/// - Throws: ``WriteFailure`` when the file cannot be opened.
public func openSink(path: String) throws(WriteFailure) -> any ByteSink {
  let file = try FileSink(path: path)
  return isGzipName(path) ? try GzipSink(file) : file
}

private func isGzipName(_ path: String) -> Bool { path.lowercased().hasSuffix(".gz") }

/// A source of which a few bytes were read before.
struct PeekedSource: ByteSource {
  var path: String { rest.path }
  var encoding: String { rest.encoding }
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

internal import FurrowCore

/// Reads a source of JSON block by block, and leaves it to a scanner to find records there.
struct JSONBlocks {
  var path: String { source.path }
  var encoding: String { source.encoding }
  /// Where what was not scanned yet starts.
  private(set) var next = SourcePosition(record: 1)
  /// Whether everything was scanned.
  private(set) var isFinished = false

  private var source: any ByteSource
  let blockBytes: Int
  private let maximumRecordBytes: Int
  /// Bytes that were read and not scanned yet.
  private var pending: [UInt8] = []
  private var isAtEnd = false
  private var hasBegun = false

  /// The size of the buffer that the next scan begins with.
  var size: Int { max(blockBytes, pending.count) + Self.padding }

  /// Bytes behind the last one read that a scan may look at.
  static let padding = 64

  init(
    _ source: any ByteSource,
    blockBytes: Int,
    maximumRecordBytes: Int = DelimitedReader.maximumRecordBytes
  ) {
    self.source = source
    // The first block has to show a byte order mark.
    self.blockBytes = min(max(blockBytes, 4), maximumRecordBytes)
    self.maximumRecordBytes = maximumRecordBytes
  }

  /// Fills `bytes` and has it scanned, until there is a record or the end.
  mutating func scan(
    _ bytes: inout [UInt8],
    with scanner: inout JSONScanner,
    into output: inout JSONOutput
  ) throws(ReadFailure) {
    let size = size
    if bytes.count > size { bytes.removeLast(bytes.count - size) }
    if bytes.count < size { bytes.append(contentsOf: repeatElement(0, count: size - bytes.count)) }
    bytes.replaceSubrange(0..<pending.count, with: pending)
    var filled = pending.count
    pending.removeAll(keepingCapacity: true)
    (scanner.position, scanner.line, scanner.record) = (0, 0, 0)
    scanner.originLine = next.line
    while true {
      if !isAtEnd {
        let room = filled..<(bytes.count - Self.padding)
        let found = try source.readFully(into: &bytes, range: room)
        isAtEnd = found < room.count
        filled += found
      }
      if !hasBegun { try begin(bytes, filled, &scanner) }
      if isAtEnd { seal(&bytes, from: filled) }
      do {
        try scanner.scan(bytes.span, limit: filled, isLast: isAtEnd, into: &output)
      } catch {
        throw failure(error, bytes, scanner)
      }
      if scanner.position > 0 || isAtEnd || scanner.isDone { break }
      guard filled < maximumRecordBytes else { throw tooLong() }
      let more = min(bytes.count, maximumRecordBytes + Self.padding - bytes.count)
      bytes.append(contentsOf: repeatElement(0, count: more))
    }
    pending.append(contentsOf: bytes[scanner.position..<filled])
    isFinished = isAtEnd && pending.isEmpty
    next.byte += scanner.position
    next.line += scanner.line
    next.record += scanner.record
  }

  /// Passes a byte order mark, which RFC 8259 section 8.1 allows to be ignored.
  private mutating func begin(
    _ bytes: [UInt8],
    _ filled: Int,
    _ scanner: inout JSONScanner
  ) throws(ReadFailure) {
    hasBegun = true
    if filled == 0 {
      throw ReadFailure(
        path: path,
        position: SourcePosition(),
        message: "expected JSON, found no bytes at all"
      )
    }
    if filled >= 3, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { scanner.position = 3 }
  }

  /// Puts a line end and zeros behind the text, which stop every reading.
  private func seal(_ bytes: inout [UInt8], from filled: Int) {
    bytes[filled] = ASCII.lineFeed
    for index in (filled + 1)..<(filled + Self.padding) { bytes[index] = 0 }
  }

  private func failure(
    _ fault: JSONScanner.Break,
    _ bytes: [UInt8],
    _ scanner: JSONScanner
  ) -> ReadFailure {
    let place = JSONPlace(bytes.span, of: fault.offset, from: scanner.position)
    return ReadFailure(
      path: path,
      position: SourcePosition(
        line: next.line + scanner.line + place.lineEnds,
        byte: next.byte + fault.offset
      ),
      message: fault.message
    )
  }

  private func tooLong() -> ReadFailure {
    ReadFailure(
      path: path,
      position: next,
      message: "expected the end of a record within \(maximumRecordBytes) bytes, found none"
    )
  }
}

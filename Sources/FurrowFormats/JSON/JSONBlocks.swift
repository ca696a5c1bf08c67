internal import FurrowCore

/// Reads a source of JSON block by block, and leaves it to a scanner to find records there.
struct JSONBlocks {
  /// The bytes, and where they stand.
  private(set) var buffer: BlockBuffer
  /// The size of the buffer that a scan begins with.
  var size: Int { buffer.blockBytes + BlockBuffer.padding }

  private var hasBegun = false

  init(
    _ source: any ByteSource,
    blockBytes: Int,
    maximumRecordBytes: Int = ReadingLimits.recordBytes,
    hasChecksum: Bool = false
  ) {
    buffer = BlockBuffer(
      source,
      // The first block has to show a byte order mark.
      blockBytes: min(max(blockBytes, 4), maximumRecordBytes),
      maximumRecordBytes: maximumRecordBytes,
      checksum: hasChecksum ? Checksum() : nil
    )
  }

  /// Whether all bytes were scanned and nothing is amiss at the end.
  func isFinished(_ scanner: JSONScanner) -> Bool {
    buffer.isFinished && scanner.canEnd
  }

  /// Fills `bytes` and has it scanned, until there is a record or the end.
  mutating func scan(
    _ bytes: inout [UInt8],
    with scanner: inout JSONScanner,
    into output: inout JSONOutput
  ) throws(ReadFailure) {
    if bytes.count > size { bytes.removeLast(bytes.count - size) }
    if bytes.count < size { bytes.append(contentsOf: repeatElement(0, count: size - bytes.count)) }
    (scanner.position, scanner.line, scanner.record) = (0, 0, 0)
    scanner.originLine = buffer.next.line
    var filled = 0
    while true {
      filled = try buffer.refill(&bytes, from: filled)
      if !hasBegun { try begin(bytes, filled, &scanner) }
      let isLast = buffer.isLast
      if isLast { seal(&bytes, from: filled) }
      do {
        try scanner.scan(bytes.span, limit: filled, isLast: isLast, into: &output)
      } catch {
        throw failure(error, bytes, scanner)
      }
      if scanner.position > 0 || isLast || scanner.isDone { break }
      guard filled < buffer.maximumRecordBytes else { throw tooLong() }
      buffer.grow(&bytes)
    }
    buffer.advance(
      over: bytes,
      scanner.position,
      filled: filled,
      lines: scanner.line,
      records: scanner.record
    )
  }

  /// Passes over everything before `position`, where an earlier run stopped.
  ///
  /// Gives the checksum of what was passed over.
  mutating func skip(to position: SourcePosition) throws(ReadFailure) -> UInt32 {
    let checksum = try buffer.skip(to: position)
    hasBegun = hasBegun || buffer.next.byte > 0
    return checksum
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
        path: buffer.path,
        position: SourcePosition(),
        message: "expected JSON, found no bytes at all"
      )
    }
    if filled >= 3, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { scanner.position = 3 }
  }

  /// Puts a line end and zeros behind the text, which stop every reading.
  private func seal(_ bytes: inout [UInt8], from filled: Int) {
    bytes[filled] = ASCII.lineFeed
    for index in (filled + 1)..<(filled + BlockBuffer.padding) { bytes[index] = 0 }
  }

  private func failure(
    _ fault: JSONScanner.Break,
    _ bytes: [UInt8],
    _ scanner: JSONScanner
  ) -> ReadFailure {
    let place = JSONPlace(bytes.span, of: fault.offset, from: scanner.position)
    return ReadFailure(
      path: buffer.path,
      position: SourcePosition(
        line: buffer.next.line + scanner.line + place.lineEnds,
        byte: buffer.next.byte + fault.offset
      ),
      message: fault.message
    )
  }

  private func tooLong() -> ReadFailure {
    ReadFailure(
      path: buffer.path,
      position: buffer.next,
      message: "expected the end of a record within \(buffer.maximumRecordBytes) bytes, found none;"
        + " --max-record allows longer ones"
    )
  }
}

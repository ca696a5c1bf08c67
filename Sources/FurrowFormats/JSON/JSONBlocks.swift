internal import FurrowCore

/// Reads a source of JSON block by block, and leaves it to a scanner to find records there.
struct JSONBlocks {
  var path: String { source.path }
  var encoding: String { source.encoding }
  /// The size of the buffer that a scan begins with.
  var size: Int { blockBytes + Self.padding }
  /// Where what was not scanned yet starts.
  private(set) var next = SourcePosition(record: 1)
  /// The checksum of all bytes before `next`, if one is kept.
  private(set) var checksum: Checksum?
  /// Whether everything was scanned.
  private(set) var isFinished = false

  private var source: any ByteSource
  let blockBytes: Int
  private let maximumRecordBytes: Int
  /// Bytes that were read and not scanned yet, from `pendingStart` on.
  private var pending: [UInt8] = []
  private var pendingStart = 0
  private var isAtEnd = false
  private var hasBegun = false

  /// Bytes behind the last one read that a scan may look at.
  static let padding = 64

  init(
    _ source: any ByteSource,
    blockBytes: Int,
    maximumRecordBytes: Int = DelimitedReader.maximumRecordBytes,
    hasChecksum: Bool = false
  ) {
    self.source = source
    // The first block has to show a byte order mark.
    self.blockBytes = min(max(blockBytes, 4), maximumRecordBytes)
    self.maximumRecordBytes = maximumRecordBytes
    checksum = hasChecksum ? Checksum() : nil
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
    scanner.originLine = next.line
    var filled = 0
    while true {
      filled = try refill(&bytes, from: filled)
      if !hasBegun { try begin(bytes, filled, &scanner) }
      let isLast = isAtEnd && pendingStart == pending.count
      if isLast { seal(&bytes, from: filled) }
      do {
        try scanner.scan(bytes.span, limit: filled, isLast: isLast, into: &output)
      } catch {
        throw failure(error, bytes, scanner)
      }
      if scanner.position > 0 || isLast || scanner.isDone { break }
      guard filled < maximumRecordBytes else { throw tooLong() }
      let more = min(bytes.count, maximumRecordBytes + Self.padding - bytes.count)
      bytes.append(contentsOf: repeatElement(0, count: more))
    }
    keep(bytes[scanner.position..<filled])
    next.byte += scanner.position
    next.line += scanner.line
    next.record += scanner.record
    checksum?.take(bytes.span.extracting(0..<scanner.position))
  }

  /// Passes over everything before `position`, where an earlier run stopped.
  ///
  /// Gives the checksum of what was passed over.
  mutating func skip(to position: SourcePosition) throws(ReadFailure) -> UInt32 {
    var checksum = checksum ?? Checksum()
    while next.byte < position.byte {
      if pendingStart == pending.count {
        var block = [UInt8](repeating: 0, count: blockBytes)
        let found = try source.readFully(into: &block, range: 0..<blockBytes)
        isAtEnd = found < blockBytes
        keep(block[..<found])
        guard found > 0 else { break }
      }
      let count = min(position.byte - next.byte, pending.count - pendingStart)
      checksum.take(pending.span.extracting(pendingStart..<pendingStart + count))
      pendingStart += count
      next.byte += count
    }
    hasBegun = hasBegun || next.byte > 0
    isFinished = isAtEnd && pendingStart == pending.count
    next = SourcePosition(record: position.record, line: position.line, byte: next.byte)
    self.checksum = checksum
    return checksum.value
  }

  /// Fills `bytes` from `start` on with what is pending, then from the source.
  private mutating func refill(_ bytes: inout [UInt8], from start: Int) throws(ReadFailure) -> Int {
    let capacity = bytes.count - Self.padding
    let count = min(pending.count - pendingStart, capacity - start)
    if count > 0 {
      bytes.replaceSubrange(
        start..<start + count,
        with: pending[pendingStart..<pendingStart + count]
      )
      pendingStart += count
    }
    let filled = start + max(count, 0)
    guard pendingStart == pending.count, filled < capacity, !isAtEnd else { return filled }
    let found = try source.readFully(into: &bytes, range: filled..<capacity)
    isAtEnd = found < capacity - filled
    return filled + found
  }

  /// Keeps the bytes that the scan left over for the next batch.
  private mutating func keep(_ rest: ArraySlice<UInt8>) {
    if pendingStart < pending.count {
      // All of the batch's bytes came from here, these last.
      pendingStart -= rest.count
    } else {
      pending = Array(rest)
      pendingStart = 0
    }
    isFinished = isAtEnd && pendingStart == pending.count
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

internal import FurrowCore

/// The bytes of a source block by block: what a scan leaves over comes first in the next block.
struct BlockBuffer {
  var path: String { source.path }
  var encoding: String { source.encoding }
  /// How far the source is used, and how large it is.
  var progress: SourceProgress {
    SourceProgress(consumedBytes: source.consumedBytes, totalBytes: source.totalBytes)
  }
  /// Bytes that are read at a time.
  let blockBytes: Int
  let maximumRecordBytes: Int
  /// Where what was not scanned yet starts.
  private(set) var next: SourcePosition
  /// The checksum of all bytes before `next`, if one is kept.
  private(set) var checksum: Checksum?
  /// Whether everything was scanned.
  private(set) var isFinished = false
  /// Whether nothing follows what was handed out last.
  var isLast: Bool { isAtEnd && pendingStart == pending.count }

  private var source: any ByteSource
  /// Bytes that were read and not scanned yet, from `pendingStart` on.
  private var pending: [UInt8]
  private var pendingStart = 0
  private var isAtEnd: Bool

  /// Bytes behind the last one read that a scan may look at.
  static let padding = 64

  /// Takes `source`, of which the `pending` bytes were read before.
  init(
    _ source: any ByteSource,
    blockBytes: Int,
    maximumRecordBytes: Int,
    checksum: Checksum?,
    pending: [UInt8] = [],
    next: SourcePosition = SourcePosition(record: 1),
    isAtEnd: Bool = false
  ) {
    self.source = source
    self.blockBytes = blockBytes
    self.maximumRecordBytes = maximumRecordBytes
    self.checksum = checksum
    self.pending = pending
    self.next = next
    self.isAtEnd = isAtEnd
  }

  /// Fills `bytes` from `start` on with what is pending, then from the source; gives where that ends.
  mutating func refill(_ bytes: inout [UInt8], from start: Int) throws(ReadFailure) -> Int {
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

  /// Makes `bytes` twice as long for a record that they do not hold, at most as long as one may be.
  func grow(_ bytes: inout [UInt8]) {
    let size = min(2 * bytes.count, maximumRecordBytes + Self.padding)
    bytes.append(contentsOf: repeatElement(0, count: size - bytes.count))
  }

  /// Goes behind the first `count` of the `filled` bytes, which hold so many line ends and records.
  mutating func advance(
    over bytes: [UInt8],
    _ count: Int,
    filled: Int,
    lines: Int,
    records: Int
  ) {
    keep(bytes[count..<filled])
    next.byte += count
    next.line += lines
    next.record += records
    checksum?.take(bytes.span.extracting(0..<count))
  }

  /// Keeps the bytes that the scan left over for the next block.
  private mutating func keep(_ rest: ArraySlice<UInt8>) {
    if pendingStart < pending.count {
      // All of the block's bytes came from here, these last.
      pendingStart -= rest.count
    } else {
      pending = Array(rest)
      pendingStart = 0
    }
    isFinished = isLast
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
    isFinished = isLast
    next = SourcePosition(record: position.record, line: position.line, byte: next.byte)
    self.checksum = checksum
    return checksum.value
  }
}

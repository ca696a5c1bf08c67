internal import FurrowCore

/// Reads a source block by block into batches, and leaves it to a scanner to find records there.
///
/// The read buffer is the batch's own: the only bytes that are copied are those of the record that
/// a block cuts off, and of fields that have to be unescaped.
struct BlockReading {
  let names: HeaderNames
  let header: [UInt8]
  let headerLine: Int
  let dialect: Dialect
  var path: String { source.path }

  private var source: any ByteSource
  private let blockBytes: Int
  private let maximumRecordBytes: Int
  /// Bytes that were read and not scanned yet, from `pendingStart` on.
  private var pending: [UInt8]
  private var pendingStart = 0
  /// Where the first of them stands.
  private var next: SourcePosition
  /// Records that may still be read, and those that one batch may have.
  private var remaining: Int
  private let recordsPerBatch: Int
  /// The checksum of all bytes before `next`, if one is kept.
  private var checksum: Checksum?
  private var isAtEnd: Bool
  private var isFinished = false

  /// Bytes behind the last one read that a scan may look at.
  private static let padding = 64

  /// Opens `source` and reads its header.
  init(
    _ source: any ByteSource,
    dialect: Dialect,
    blockBytes: Int,
    maximumRecordBytes: Int,
    limits: ReadingLimits
  ) throws(ReadFailure) {
    if let fault = dialect.fault { throw ReadFailure(path: source.path, message: fault) }
    // A block is no larger than a record may be, so that no record is longer by luck.
    self.blockBytes = min(max(blockBytes, 1), maximumRecordBytes)
    var opening = try HeaderReader(
      source,
      dialect: dialect,
      blockBytes: self.blockBytes,
      limit: maximumRecordBytes
    )
    names = try opening.readNames()
    header = opening.header
    headerLine = opening.headerLine
    remaining = limits.records
    recordsPerBatch = limits.recordsPerBatch
    if limits.hasChecksum {
      var checksum = Checksum()
      checksum.take(opening.bytes.span.extracting(0..<opening.position))
      self.checksum = checksum
    }
    self.source = opening.source
    self.dialect = dialect
    self.maximumRecordBytes = maximumRecordBytes
    pending = Array(opening.bytes[opening.position...])
    next = SourcePosition(record: 1, line: opening.line, byte: opening.position)
    isAtEnd = opening.isAtEnd
  }

  /// Fills `batch` with the next records as `scanner` finds them; false when there are none.
  mutating func fill(
    _ batch: inout RecordBatch,
    with scanner: consuming some RecordScanner
  ) throws(ReadFailure) -> Bool {
    guard !isFinished, remaining > 0 else { return false }
    let columnCount = names.names.count
    batch.reset(origin: next, columnCount: columnCount)
    var bytes = batch.takeBytes(blockBytes + Self.padding)
    var output = batch.takeOutput(fields: max(blockBytes / 4, 2 * columnCount) + 256)
    scanner.recordLimit = min(remaining, recordsPerBatch)
    var filled = 0
    while true {
      filled = try refill(&bytes, from: filled)
      let isLast = isAtEnd && pendingStart == pending.count
      scanner.scan(bytes.span, limit: filled, isLast: isLast, into: &output)
      if scanner.position > 0 || isLast { break }
      if filled >= maximumRecordBytes {
        guard scanner.giveUp(bytes.span, limit: filled, within: maximumRecordBytes, into: &output)
        else { throw tooLong() }
        break
      }
      let size = min(2 * bytes.count, maximumRecordBytes + Self.padding)
      bytes.append(contentsOf: repeatElement(0, count: size - bytes.count))
    }
    keep(bytes[scanner.position..<filled])
    next.byte += scanner.position
    next.line += scanner.line
    next.record += scanner.record
    remaining -= scanner.record
    checksum?.take(bytes.span.extracting(0..<scanner.position))
    batch.end = next
    batch.checksum = checksum?.value
    let checks = FieldChecks(
      dialect: dialect,
      scannedBytes: scanner.position,
      encoding: source.encoding
    )
    checks.finish(&batch, bytes: &bytes, output: &output, recordsRead: scanner.record)
    return batch.recordsRead > 0 || !isFinished
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
    isFinished = isAtEnd && pendingStart == pending.count
    remaining -= min(remaining, position.record - next.record)
    next = SourcePosition(record: position.record, line: position.line, byte: next.byte)
    self.checksum = checksum
    return checksum.value
  }

  private func tooLong() -> ReadFailure {
    ReadFailure(
      path: path,
      position: next,
      message: "expected a line end within \(maximumRecordBytes) bytes, found none"
    )
  }
}

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
  var path: String { buffer.path }

  private var buffer: BlockBuffer
  /// Records that may still be read, and those that one batch may have.
  private var remaining: Int
  private let recordsPerBatch: Int

  /// Opens `source` and reads its header.
  init(
    _ source: any ByteSource,
    dialect: Dialect,
    blockBytes: Int,
    limits: ReadingLimits
  ) throws(ReadFailure) {
    if let fault = dialect.fault { throw ReadFailure(path: source.path, message: fault) }
    // A block is no larger than a record may be, so that no record is longer by luck.
    let blockBytes = min(max(blockBytes, 1), limits.recordBytes)
    var opening = try HeaderReader(
      source,
      dialect: dialect,
      blockBytes: blockBytes,
      limit: limits.recordBytes
    )
    names = try opening.readNames()
    header = opening.header
    headerLine = opening.headerLine
    self.dialect = dialect
    remaining = limits.records
    recordsPerBatch = limits.recordsPerBatch
    var checksum = limits.hasChecksum ? Checksum() : nil
    checksum?.take(opening.bytes.span.extracting(0..<opening.position))
    buffer = BlockBuffer(
      opening.source,
      blockBytes: blockBytes,
      maximumRecordBytes: limits.recordBytes,
      checksum: checksum,
      pending: Array(opening.bytes[opening.position...]),
      next: SourcePosition(record: 1, line: opening.line, byte: opening.position),
      isAtEnd: opening.isAtEnd
    )
  }

  /// Fills `batch` with the next records as `scanner` finds them; false when there are none.
  mutating func fill(
    _ batch: inout RecordBatch,
    with scanner: consuming some RecordScanner
  ) throws(ReadFailure) -> Bool {
    guard !buffer.isFinished, remaining > 0 else { return false }
    let columnCount = names.names.count
    batch.reset(origin: buffer.next, columnCount: columnCount)
    var bytes = batch.takeBytes(buffer.blockBytes + BlockBuffer.padding)
    var output = batch.takeOutput(fields: max(buffer.blockBytes / 4, 2 * columnCount) + 256)
    scanner.recordLimit = min(remaining, recordsPerBatch)
    let most = buffer.maximumRecordBytes
    var filled = 0
    while true {
      filled = try buffer.refill(&bytes, from: filled)
      let isLast = buffer.isLast
      scanner.scan(bytes.span, limit: filled, isLast: isLast, into: &output)
      if scanner.position > 0 || isLast { break }
      if filled >= most {
        guard scanner.giveUp(bytes.span, limit: filled, within: most, into: &output)
        else { throw tooLong() }
        break
      }
      buffer.grow(&bytes)
    }
    buffer.advance(
      over: bytes,
      scanner.position,
      filled: filled,
      lines: scanner.line,
      records: scanner.record
    )
    remaining -= scanner.record
    batch.end = buffer.next
    batch.checksum = buffer.checksum?.value
    batch.progress = buffer.progress
    let checks = FieldChecks(
      dialect: dialect,
      scannedBytes: scanner.position,
      encoding: buffer.encoding
    )
    checks.finish(&batch, bytes: &bytes, output: &output, recordsRead: scanner.record)
    return batch.recordsRead > 0 || !buffer.isFinished
  }

  /// Passes over everything before `position`, where an earlier run stopped.
  ///
  /// Gives the checksum of what was passed over.
  mutating func skip(to position: SourcePosition) throws(ReadFailure) -> UInt32 {
    remaining -= min(remaining, position.record - buffer.next.record)
    return try buffer.skip(to: position)
  }

  private func tooLong() -> ReadFailure {
    ReadFailure(
      path: path,
      position: buffer.next,
      message:
        "expected a line end within \(buffer.maximumRecordBytes) bytes, found none: a quote may"
        + " never be closed; if not, --max-record allows longer records"
    )
  }
}

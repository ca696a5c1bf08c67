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
  /// Bytes that were read and not scanned yet, and where the first of them stands.
  private var pending: [UInt8]
  private var next: SourcePosition
  private var isAtEnd: Bool
  private var isFinished = false
  /// Records that may still be read.
  private(set) var remaining: Int

  /// Bytes behind the last one read that a scan may look at.
  private static let padding = 64

  /// Opens `source` and reads its header.
  init(
    _ source: any ByteSource,
    dialect: Dialect,
    blockBytes: Int,
    maximumRecordBytes: Int,
    limit: Int?
  ) throws(ReadFailure) {
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
    remaining = limit ?? .max
    self.source = opening.source
    self.dialect = dialect
    self.maximumRecordBytes = maximumRecordBytes
    pending = Array(opening.bytes[opening.position...])
    next = SourcePosition(record: 1, line: opening.line, byte: opening.byte + opening.position)
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
    var bytes = batch.takeBytes(atLeast: max(blockBytes, pending.count) + Self.padding)
    var output = batch.takeOutput(fields: max(blockBytes / 4, 2 * columnCount) + 256)
    bytes.replaceSubrange(0..<pending.count, with: pending)
    var filled = pending.count
    pending.removeAll(keepingCapacity: true)

    while true {
      let room = filled..<max(bytes.count - Self.padding, filled)
      if !isAtEnd {
        let found = try source.readFully(into: &bytes, range: room)
        isAtEnd = found < room.count
        filled += found
      }
      scanner.scan(bytes.span, limit: filled, isLast: isAtEnd, into: &output)
      if scanner.position > 0 || isAtEnd || scanner.record == remaining { break }
      if filled >= maximumRecordBytes {
        guard scanner.giveUp(bytes.span, limit: filled, within: maximumRecordBytes, into: &output)
        else { throw tooLong() }
        break
      }
      let size = min(2 * bytes.count, maximumRecordBytes + Self.padding)
      bytes.append(contentsOf: repeatElement(0, count: size - bytes.count))
    }
    pending.append(contentsOf: bytes[scanner.position..<filled])
    isFinished = isAtEnd && pending.isEmpty
    next.byte += scanner.position
    next.line += scanner.line
    next.record += scanner.record
    remaining -= scanner.record
    let checks = FieldChecks(
      dialect: dialect,
      scannedBytes: scanner.position,
      encoding: source.encoding
    )
    checks.finish(&batch, bytes: &bytes, output: &output, recordsRead: scanner.record)
    return batch.recordsRead > 0 || !isFinished
  }

  private func tooLong() -> ReadFailure {
    ReadFailure(
      path: path,
      position: next,
      message: "expected a line end within \(maximumRecordBytes) bytes, found none"
    )
  }
}

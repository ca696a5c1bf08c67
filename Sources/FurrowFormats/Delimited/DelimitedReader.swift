public import FurrowCore

/// Reads delimited text (CSV, TSV and their kin) into batches.
///
/// The read buffer is the batch's own: the only bytes that are copied are those of the record that
/// a block cuts off, and of fields that have to be unescaped.
public final class DelimitedReader {
  /// The names of the columns, each once, in the file's order.
  public let columns: [String]
  /// What was changed in the header to make each name stand once.
  public let renamings: [HeaderNames.Renaming]
  /// The bytes of the header record with its line end; empty when there is none.
  public let header: [UInt8]
  /// The line that the header stands on, counted from 1.
  public let headerLine: Int
  /// The dialect that is read.
  public let dialect: Dialect
  /// The source's name in messages.
  public var path: String { source.path }

  /// The largest record, in bytes, unless asked otherwise: 16 MiB.
  public static let maximumRecordBytes = 16 << 20
  /// Bytes in a batch, unless asked otherwise.
  public static let blockBytes = 512 << 10

  private var source: any ByteSource
  private let blockBytes: Int
  private let maximumRecordBytes: Int
  /// Bytes that were read and not scanned yet, and where the first of them stands.
  private var pending: [UInt8]
  private var next: SourcePosition
  private var isAtEnd: Bool
  private var isFinished = false
  /// Records that may still be read.
  private var remaining: Int

  /// Opens `source` and reads its header; no more than `limit` records are read.
  ///
  /// - Throws: ``ReadFailure`` when it cannot be read, has no bytes, or its header is at fault.
  public init(
    _ source: any ByteSource,
    dialect: Dialect = .csv,
    blockBytes: Int = DelimitedReader.blockBytes,
    maximumRecordBytes: Int = DelimitedReader.maximumRecordBytes,
    limit: Int? = nil
  ) throws(ReadFailure) {
    var opening = try HeaderReader(
      source,
      dialect: dialect,
      blockBytes: blockBytes,
      limit: maximumRecordBytes
    )
    let names = try opening.readNames()
    columns = names.names
    renamings = names.renamings
    header = opening.header
    headerLine = opening.headerLine
    self.source = opening.source
    self.dialect = dialect
    self.blockBytes = max(blockBytes, 1)
    self.maximumRecordBytes = maximumRecordBytes
    remaining = limit ?? .max
    pending = Array(opening.bytes[opening.position...])
    next = SourcePosition(record: 1, line: opening.line, byte: opening.byte + opening.position)
    isAtEnd = opening.isAtEnd
  }

  /// Fills `batch` with the next records; false when there are none.
  ///
  /// Records at fault are among the batch's rejections, with their place.
  /// - Throws: ``ReadFailure`` when the source cannot be read on, or a record is too long.
  public func fill(_ batch: inout RecordBatch) throws(ReadFailure) -> Bool {
    guard !isFinished, remaining > 0 else { return false }
    batch.reset(origin: next, columnCount: columns.count)
    var bytes = batch.takeBytes(atLeast: max(blockBytes, pending.count) + Self.padding)
    var output = batch.takeOutput(fields: max(blockBytes / 4, 2 * columns.count) + 256)
    var scanner = DelimitedScanner(dialect, columnCount: columns.count, limit: remaining)
    for index in pending.indices { bytes[index] = pending[index] }
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
    let checks = FieldChecks(dialect: dialect, scannedBytes: scanner.position)
    checks.finish(&batch, bytes: &bytes, output: &output, recordsRead: scanner.record)
    return batch.recordsRead > 0 || !isFinished
  }

  /// Bytes behind the last one read that a scan may look at.
  private static let padding = 64

  private func tooLong() -> ReadFailure {
    ReadFailure(
      path: path,
      position: next,
      message: "expected a line end within \(maximumRecordBytes) bytes, found none"
    )
  }
}

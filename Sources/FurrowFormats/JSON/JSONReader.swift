public import FurrowCore

/// Reads JSON into batches: an array of objects or of arrays, or an object a line.
///
/// The read buffer is the batch's own, and an array is read element by element. Numbers and booleans
/// are values when they leave the reader; strings, and arrays and objects inside a record, are text.
public final class JSONReader: RecordReader {
  /// The names of the columns, each once, in the order they are met.
  public var columns: [String] { names.names }
  /// What was changed to make each name stand once; SQLite takes `id` and `ID` for the same.
  public var renamings: [HeaderNames.Renaming] { names.renamings }
  /// Nothing: every record has its own keys.
  public var header: [UInt8] { [] }
  /// The first line, for messages about columns.
  public var headerLine: Int { 1 }
  /// The source's name in messages.
  public var path: String { blocks.buffer.path }

  private let names: HeaderNames
  private let keepsNulls: Bool
  private var blocks: JSONBlocks
  private var scanner: JSONScanner
  /// Records that may still be read, and those that one batch may have.
  private var remaining: Int
  private let recordsPerBatch: Int

  /// Makes a reader of `source`, which has these columns; no more than `limits` allow is read.
  ///
  /// `keepsNulls` lets `\u0000` into text; else its record is rejected.
  public init(
    _ source: any ByteSource,
    layout: JSONEncoding.Layout,
    columns: JSONColumns,
    keepsNulls: Bool = false,
    blockBytes: Int = DelimitedReader.blockBytes,
    limits: ReadingLimits = ReadingLimits()
  ) {
    names = columns.names
    self.keepsNulls = keepsNulls
    blocks = JSONBlocks(
      source,
      blockBytes: blockBytes,
      maximumRecordBytes: limits.recordBytes,
      hasChecksum: limits.hasChecksum
    )
    remaining = limits.records
    recordsPerBatch = limits.recordsPerBatch
    scanner = JSONScanner(layout, columns: columns)
  }

  /// Passes over everything before `position`, and gives the checksum of what was passed over.
  ///
  /// - Throws: ``ReadFailure`` when the source cannot be read, or is an array: what stands before one
  ///   of its elements would have to be read to know what may stand behind.
  public func skip(to position: SourcePosition) throws(ReadFailure) -> UInt32 {
    guard scanner.layout == .lines else {
      throw ReadFailure(
        path: path,
        message: "a JSON array cannot be resumed; start anew, or use NDJSON, an object a line"
      )
    }
    remaining -= min(remaining, position.record - blocks.buffer.next.record)
    return try blocks.skip(to: position)
  }

  /// Fills `batch` with the next records; false when there are none.
  ///
  /// Records at fault are among the batch's rejections, with their place.
  /// - Throws: ``ReadFailure`` when the source cannot be read on, the text ends too early or is none
  ///   of JSON, or a record is too long.
  public func fill(_ batch: inout RecordBatch) throws(ReadFailure) -> Bool {
    guard !blocks.isFinished(scanner), remaining > 0 else { return false }
    batch.reset(origin: blocks.buffer.next, columnCount: columns.count)
    var bytes = batch.takeBytes(blocks.size)
    let fields = max(blocks.buffer.blockBytes / 4, 2 * columns.count) + 256
    var output = batch.takeJSONOutput(fields: fields)
    scanner.limit = min(remaining, recordsPerBatch)
    try blocks.scan(&bytes, with: &scanner, into: &output)
    remaining -= scanner.record
    batch.end = blocks.buffer.next
    batch.checksum = blocks.buffer.checksum?.value
    batch.progress = blocks.buffer.progress
    swap(&batch.values, &output.values)
    let values = JSONText(&bytes, &output)
    let checks = FieldChecks(
      dialect: .csv,
      scannedBytes: scanner.position,
      encoding: blocks.buffer.encoding
    )
    checks.finish(&batch, bytes: &bytes, output: &output.scan, recordsRead: scanner.record)
    batch.isTyped = true
    if !keepsNulls { values.rejectNuls(&batch) }
    return batch.recordsRead > 0 || !blocks.isFinished(scanner)
  }
}

/// The strings of a batch that were written with escapes.
private struct JSONText {
  /// Fields that hold a NUL.
  private var withNul: [Int] = []

  /// Puts what the strings mean behind the text, and has their fields point there.
  init(_ bytes: inout [UInt8], _ output: inout JSONOutput) {
    var text: [UInt8] = []
    for index in output.escaped {
      let field = output.scan.fields[index]
      text.removeAll(keepingCapacity: true)
      JSONEscapes.append(bytes.span.extracting(Int(field.start)..<field.end), to: &text)
      output.scan.fields[index] = Field(start: bytes.count, length: text.count, isQuoted: true)
      if text.contains(ASCII.nul) { withNul.append(index) }
      bytes.append(contentsOf: text)
    }
  }

  /// Rejects the records whose text holds a NUL.
  func rejectNuls(_ batch: inout RecordBatch) {
    for index in withNul {
      batch.reject(
        index / batch.columnCount,
        column: index % batch.columnCount,
        .nullByte,
        value: batch.text(batch.fields[index]),
        message: "expected text, found a NUL (\\u0000)"
      )
    }
    batch.narrow()
  }
}

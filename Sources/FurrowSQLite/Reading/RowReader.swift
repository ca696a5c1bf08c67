internal import CSQLite
public import FurrowCore

/// The rows of a statement as records, for whoever writes them somewhere.
///
/// A value keeps its storage class: text is text, a blob is a blob, and a number needs no text.
public final class RowReader {
  /// The names of the columns, in the statement's order; one can stand twice.
  public let columns: [String]

  private var statement: Statement
  private let blockBytes: Int
  private var next = SourcePosition(record: 1)
  private var isDone = false

  /// Reads the rows of `statement`, in batches of about `blockBytes`.
  public init(_ statement: consuming Statement, blockBytes: Int = 256 << 10) {
    columns = statement.columnNames
    self.statement = statement
    self.blockBytes = blockBytes
  }

  /// Fills `batch` with the next rows; false when there are none.
  ///
  /// - Throws: What SQLite says at the row that it cannot compute.
  public func fill(_ batch: inout RecordBatch) throws(SQLiteError) -> Bool {
    guard !isDone else { return false }
    batch.reset(origin: next, columnCount: columns.count)
    batch.bytes.removeAll(keepingCapacity: true)
    batch.fields.removeAll(keepingCapacity: true)
    batch.values.removeAll(keepingCapacity: true)
    var read = 0
    // Held here: each access through the object would be checked.
    let handle = unsafe statement.handle
    let columnCount = columns.count
    while batch.bytes.count < blockBytes, batch.fields.count < blockBytes / 4 {
      guard try statement.step() else {
        isDone = true
        break
      }
      let start = batch.bytes.count
      for column in 0..<columnCount {
        guard unsafe Self.append(column, of: handle, to: &batch) else { throw tooBig(column) }
      }
      batch.extents.append(
        RecordExtent(start: start, end: batch.bytes.count, lineDelta: 0, recordDelta: read)
      )
      read += 1
    }
    next.record += read
    batch.recordsRead = read
    batch.bytesRead = batch.bytes.count
    batch.enliven()
    return read > 0
  }

  /// Appends the value in `column` of the statement's row; false when a batch cannot hold it.
  ///
  /// The statement stands on a row, and SQLite's bytes are copied before it is asked for more.
  @inline(__always)
  private static func append(
    _ column: Int,
    of handle: OpaquePointer,
    to batch: inout RecordBatch
  ) -> Bool {
    let index = Int32(column)
    let start = batch.bytes.count
    var value: UInt64 = 0
    var kind = Field.Kind.null
    // The caller's statement is alive; the bytes are good until the next call, and copied before.
    switch unsafe sqlite3_column_type(handle, index) {
    case SQLITE_INTEGER:
      value = unsafe UInt64(bitPattern: sqlite3_column_int64(handle, index))
      kind = .integer
    case SQLITE_FLOAT:
      value = unsafe sqlite3_column_double(handle, index).bitPattern
      kind = .real
    case SQLITE_TEXT:
      let text = unsafe sqlite3_column_text(handle, index)
      let count = unsafe Int(sqlite3_column_bytes(handle, index))
      guard isHoldable(count, behind: start) else { return false }
      unsafe batch.bytes.append(contentsOf: UnsafeBufferPointer(start: text, count: count))
      kind = .text
    case SQLITE_BLOB:
      let blob = unsafe sqlite3_column_blob(handle, index)
      let count = unsafe Int(sqlite3_column_bytes(handle, index))
      guard isHoldable(count, behind: start) else { return false }
      unsafe batch.bytes.append(contentsOf: UnsafeRawBufferPointer(start: blob, count: count))
      kind = .blob
    default:
      break
    }
    batch.fields.append(Field(start: start, length: batch.bytes.count - start, kind: kind))
    batch.values.append(value)
    return true
  }

  /// Whether a batch can hold `count` bytes of one value that start at `start`.
  @inline(__always)
  private static func isHoldable(_ count: Int, behind start: Int) -> Bool {
    count <= Field.maximumLength && start + count <= UInt32.max
  }

  private func tooBig(_ column: Int) -> SQLiteError {
    // The statement stands on the row that has the value.
    let count = unsafe Int(sqlite3_column_bytes(statement.handle, Int32(column)))
    return SQLiteError(
      code: .tooBig,
      message: "row \(next.record), column \"\(columns[column])\": \(count) bytes, and"
        + " \(Field.maximumLength) is the most that can be written"
    )
  }
}

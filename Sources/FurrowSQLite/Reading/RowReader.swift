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
    while batch.bytes.count < blockBytes, batch.fields.count < blockBytes / 4 {
      guard try statement.step() else {
        isDone = true
        break
      }
      let start = batch.bytes.count
      for column in columns.indices { try append(column, to: &batch) }
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

  private func append(_ column: Int, to batch: inout RecordBatch) throws(SQLiteError) {
    let index = Int32(column)
    let start = batch.bytes.count
    var value: UInt64 = 0
    let field: Field
    try checkSize(of: index, behind: start)
    // The statement stands on a row, and SQLite's bytes are copied before it is asked for more.
    switch unsafe sqlite3_column_type(statement.handle, index) {
    case SQLITE_INTEGER:
      value = unsafe UInt64(bitPattern: sqlite3_column_int64(statement.handle, index))
      field = Field(start: start, length: 0, kind: .integer)
    case SQLITE_FLOAT:
      value = unsafe sqlite3_column_double(statement.handle, index).bitPattern
      field = Field(start: start, length: 0, kind: .real)
    case SQLITE_TEXT:
      let text = unsafe sqlite3_column_text(statement.handle, index)
      let count = unsafe Int(sqlite3_column_bytes(statement.handle, index))
      unsafe batch.bytes.append(contentsOf: UnsafeBufferPointer(start: text, count: count))
      field = Field(start: start, length: count, kind: .text)
    case SQLITE_BLOB:
      let blob = unsafe sqlite3_column_blob(statement.handle, index)
      let count = unsafe Int(sqlite3_column_bytes(statement.handle, index))
      unsafe batch.bytes.append(contentsOf: UnsafeRawBufferPointer(start: blob, count: count))
      field = Field(start: start, length: count, kind: .blob)
    default:
      field = Field(start: start, length: 0, kind: .null)
    }
    batch.fields.append(field)
    batch.values.append(value)
  }

  /// Proves that a batch can hold the value in `column`, whose bytes would start at `start`.
  private func checkSize(of column: Int32, behind start: Int) throws(SQLiteError) {
    // The statement stands on a row; a number's bytes are those of its text, which are few.
    let kind = unsafe sqlite3_column_type(statement.handle, column)
    guard kind == SQLITE_TEXT || kind == SQLITE_BLOB else { return }
    let count = unsafe Int(sqlite3_column_bytes(statement.handle, column))
    guard count <= Field.maximumLength, start + count <= UInt32.max else {
      throw SQLiteError(
        code: .tooBig,
        message: "row \(next.record), column \"\(columns[Int(column)])\": \(count) bytes, and"
          + " \(Field.maximumLength) is the most that can be written"
      )
    }
  }
}

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
  private var remaining: Int
  private var next = SourcePosition(record: 1)
  private var isDone = false

  /// Reads the rows of `statement`, `limit` of them at most, in batches of about `blockBytes`.
  public init(
    _ statement: consuming Statement,
    limit: Int = .max,
    blockBytes: Int = 256 << 10
  ) {
    columns = statement.columnNames
    self.statement = statement
    self.blockBytes = blockBytes
    remaining = limit
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
    while batch.bytes.count < blockBytes, batch.fields.count < blockBytes / 4, read < remaining {
      guard try statement.step() else {
        isDone = true
        break
      }
      let start = batch.bytes.count
      for column in 0..<columnCount {
        guard
          unsafe ColumnCopy.append(column, of: handle, &batch.bytes, &batch.fields, &batch.values)
        else { throw tooBig(column) }
      }
      batch.extents.append(
        RecordExtent(start: start, end: batch.bytes.count, lineDelta: 0, recordDelta: read)
      )
      read += 1
    }
    next.record += read
    remaining -= read
    batch.recordsRead = read
    batch.bytesRead = batch.bytes.count
    batch.enliven()
    return read > 0
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

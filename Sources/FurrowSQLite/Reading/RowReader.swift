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
    // More rows come in a batch than have room at first; it keeps what it has got.
    batch.makeRoom(bytes: blockBytes + blockBytes / 8, fields: 64 * columns.count)
    var read = 0
    var end = 0
    // Held here: each access through the object would be checked.
    let handle = unsafe statement.handle
    let columnCount = columns.count
    while end < blockBytes, read * columnCount < blockBytes / 4, read < remaining {
      guard try statement.step() else {
        isDone = true
        break
      }
      let start = end
      end = unsafe try copyRow(of: handle, into: &batch, from: start, at: read * columnCount)
      batch.extents.append(RecordExtent(start: start, end: end, lineDelta: 0, recordDelta: read))
      read += 1
    }
    next.record += read
    remaining -= read
    batch.recordsRead = read
    batch.bytesRead = end
    batch.enliven()
    return read > 0
  }

  /// Copies the statement's row; returns where its bytes end.
  @inline(__always)
  private func copyRow(
    of handle: OpaquePointer,
    into batch: inout RecordBatch,
    from start: Int,
    at index: Int
  ) throws(SQLiteError) -> Int {
    if index + columns.count > batch.fields.count {
      batch.makeRoom(fields: 2 * (index + columns.count))
    }
    while true {
      // The statement stands on a row, and there is room for its fields.
      let result = unsafe ColumnCopy.copyRow(
        of: handle,
        &batch.bytes,
        from: start,
        &batch.fields,
        &batch.values,
        at: index,
        columns: columns.count
      )
      switch result {
      case .done(let end): return end
      case .needs(let count): batch.makeRoom(bytes: count + blockBytes)
      case .tooBig(let column): throw tooBig(column)
      }
    }
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

internal import CSQLite
internal import FurrowCore

/// Values on their way from a statement's row into the arrays of a batch.
enum ColumnCopy {
  /// Appends the value in `column` of the statement's row; false when a batch cannot hold it.
  ///
  /// The statement stands on a row, and SQLite's bytes are copied before it is asked for more.
  @inline(__always)
  static func append(
    _ column: Int,
    of handle: OpaquePointer,
    _ bytes: inout [UInt8],
    _ fields: inout [Field],
    _ values: inout [UInt64]
  ) -> Bool {
    let index = Int32(column)
    let start = bytes.count
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
      unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: text, count: count))
      kind = .text
    case SQLITE_BLOB:
      let blob = unsafe sqlite3_column_blob(handle, index)
      let count = unsafe Int(sqlite3_column_bytes(handle, index))
      guard isHoldable(count, behind: start) else { return false }
      unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(start: blob, count: count))
      kind = .blob
    default:
      break
    }
    fields.append(Field(start: start, length: bytes.count - start, kind: kind))
    values.append(value)
    return true
  }

  /// Whether a batch can hold `count` bytes of one value that start at `start`.
  @inline(__always)
  private static func isHoldable(_ count: Int, behind start: Int) -> Bool {
    count <= Field.maximumLength && start + count <= UInt32.max
  }
}

internal import CSQLite
internal import FurrowCore

/// Values on their way from a statement's row into the arrays of a batch.
enum ColumnCopy {
  /// A value of the row that a statement stands on; its bytes are good until SQLite is asked for more.
  @unsafe private struct Value {
    var kind = Field.Kind.null
    var bits: UInt64 = 0
    var bytes = unsafe UnsafeRawBufferPointer(start: nil, count: 0)

    /// Asks for the value in `column`, counted from 0.
    ///
    /// The value is asked for once, and then what it holds: a column's own functions would each look
    /// for it again. That is allowed to whoever has the connection alone.
    /// <https://www.sqlite.org/c3ref/column_blob.html>
    @inline(__always)
    init(_ column: Int32, of handle: OpaquePointer) {
      let value = unsafe sqlite3_column_value(handle, column)
      switch unsafe sqlite3_value_type(value) {
      case SQLITE_INTEGER:
        unsafe bits = UInt64(bitPattern: sqlite3_value_int64(value))
        unsafe kind = .integer
      case SQLITE_FLOAT:
        unsafe bits = sqlite3_value_double(value).bitPattern
        unsafe kind = .real
      case SQLITE_TEXT:
        let text = unsafe UnsafeRawPointer(sqlite3_value_text(value))
        unsafe bytes = .init(start: text, count: Int(sqlite3_value_bytes(value)))
        unsafe kind = .text
      case SQLITE_BLOB:
        let blob = unsafe sqlite3_value_blob(value)
        unsafe bytes = .init(start: blob, count: Int(sqlite3_value_bytes(value)))
        unsafe kind = .blob
      default: break
      }
    }

    /// Whether a batch can hold the bytes from `start` on.
    @inline(__always)
    func isHoldable(behind start: Int) -> Bool {
      unsafe bytes.count <= Field.maximumLength && start + bytes.count <= UInt32.max
    }
  }

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
    let start = bytes.count
    // The caller's statement is alive, and the bytes are copied before anything else is asked for.
    let value = unsafe Value(Int32(column), of: handle)
    guard unsafe value.isHoldable(behind: start) else { return false }
    unsafe bytes.append(contentsOf: value.bytes)
    unsafe fields.append(Field(start: start, length: value.bytes.count, kind: value.kind))
    unsafe values.append(value.bits)
    return true
  }

  /// What became of a row.
  enum RowCopy {
    /// Its bytes end here.
    case done(Int)
    /// The bytes need this much room; nothing counts of what was copied.
    case needs(Int)
    /// The value in this column is longer than a batch can hold.
    case tooBig(Int)
  }

  /// Copies the values of the statement's row: their bytes from `start` on, the rest from `index` on.
  ///
  /// `fields` and `values` have room for them; the statement stands on a row.
  static func copyRow(
    of handle: OpaquePointer,
    _ bytes: inout [UInt8],
    from start: Int,
    _ fields: inout [Field],
    _ values: inout [UInt64],
    at index: Int,
    columns: Int
  ) -> RowCopy {
    precondition(index + columns <= min(fields.count, values.count), "a row without room")
    // The statement is the caller's, and each value's bytes are copied before the next is asked for;
    // what is written was found to lie in the arrays.
    return unsafe bytes.withUnsafeMutableBytes { bytes in
      unsafe fields.withUnsafeMutableBufferPointer { fields in
        unsafe values.withUnsafeMutableBufferPointer { values in
          var end = start
          for column in 0..<columns {
            let value = unsafe Value(Int32(truncatingIfNeeded: column), of: handle)
            let count = unsafe value.bytes.count
            if count > 0 {
              guard unsafe value.isHoldable(behind: end) else { return .tooBig(column) }
              guard end + count <= bytes.count else { return .needs(end + count) }
              unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[end...])
                .copyMemory(from: value.bytes)
            }
            unsafe fields[index + column] = Field(start: end, length: count, kind: value.kind)
            unsafe values[index + column] = value.bits
            end += count
          }
          return .done(end)
        }
      }
    }
  }
}

internal import CSQLite

/// An open BLOB or TEXT of one row, read and written in parts.
///
/// Its size cannot change. It is closed when it goes out of scope.
/// <https://www.sqlite.org/c3ref/blob_open.html>
@safe
public struct Blob: ~Copyable {
  private let handle: OpaquePointer
  private let database: Database

  init(_ handle: OpaquePointer, of database: Database) {
    unsafe self.handle = handle
    self.database = database
  }

  deinit {
    // Sound: the handle is not used afterwards. The result repeats an error already thrown.
    _ = unsafe sqlite3_blob_close(handle)
  }

  /// Its size in bytes.
  public var count: Int {
    // Sound: the handle is valid as long as `self`.
    unsafe Int(sqlite3_blob_bytes(handle))
  }

  /// The bytes of `range`, from 0.
  ///
  /// - Throws: `range` outside the blob; `abort` if the row has changed since it was opened.
  public func read(_ range: Range<Int>) throws(SQLiteError) -> [UInt8] {
    try check(range)
    var code = SQLITE_OK
    // Sound: the range lies in the blob, and the buffer has room for it.
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
      unsafe code = sqlite3_blob_read(
        handle,
        buffer.baseAddress,
        Int32(range.count),
        Int32(range.lowerBound)
      )
      count = code == SQLITE_OK ? range.count : 0
    }
    try check(code)
    return bytes
  }

  /// Overwrites bytes from `offset`, from 0.
  ///
  /// - Throws: `range` beyond the blob's end; `readOnly` unless opened for writing; `abort` if the
  ///   row has changed since it was opened.
  public mutating func write(_ bytes: Span<UInt8>, at offset: Int) throws(SQLiteError) {
    guard offset >= 0, bytes.count <= count - offset else { throw outside }
    // Sound: the bytes fit into the blob from `offset` on, and are copied during the call.
    let code = unsafe bytes.withUnsafeBytes { bytes in
      unsafe sqlite3_blob_write(handle, bytes.baseAddress, Int32(bytes.count), Int32(offset))
    }
    try check(code)
  }

  /// Goes to the same column of another row, which is cheaper than opening anew.
  ///
  /// - Throws: `error` if there is no such row, or it holds a number or NULL there.
  public mutating func move(toRowID rowID: Int64) throws(SQLiteError) {
    // Sound: the handle is valid as long as `self`.
    try check(unsafe sqlite3_blob_reopen(handle, rowID))
  }

  private func check(_ range: Range<Int>) throws(SQLiteError) {
    guard range.lowerBound >= 0, range.upperBound <= count else { throw outside }
  }

  private func check(_ code: Int32) throws(SQLiteError) {
    guard code == SQLITE_OK else { throw database.lastError() }
  }

  private var outside: SQLiteError {
    SQLiteError(code: .range, message: "the blob has \(count) bytes, not so many")
  }
}

extension Database {
  /// Opens the BLOB or TEXT in a column of a row for reading or writing in parts.
  ///
  /// - Throws: `error` if there is no such row or column, if it holds a number or NULL there, or
  ///   if it is to be written and is part of a key or index.
  public func openBlob(
    in table: String,
    column: String,
    rowID: Int64,
    schema: String = "main",
    isWritable: Bool = false
  ) throws(SQLiteError) -> Blob {
    var blob: OpaquePointer?
    // Sound: the names are terminated copies for the call, and `blob` outlives it.
    let code = unsafe sqlite3_blob_open(
      handle,
      schema,
      table,
      column,
      rowID,
      isWritable ? 1 : 0,
      &blob
    )
    guard code == SQLITE_OK, let blob = unsafe blob else { throw lastError() }
    return unsafe Blob(blob, of: self)
  }
}

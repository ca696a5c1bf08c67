internal import CSQLite

extension Statement {
  /// How many columns a row has; 0 if the statement gives none.
  public var columnCount: Int {
    // Sound: the handle is valid as long as `self`.
    unsafe Int(sqlite3_column_count(handle))
  }

  /// The name of column `index`, from 0.
  public func columnName(at index: Int) -> String {
    precondition(index >= 0 && index < columnCount, "column \(index) is out of range")
    // Sound: the index is in range; the text is copied before the next call.
    guard let name = unsafe sqlite3_column_name(handle, Int32(index)) else { return "" }
    return unsafe String(cString: name)
  }

  /// The names of all columns.
  public var columnNames: [String] {
    var names: [String] = []
    for index in 0..<columnCount { names.append(columnName(at: index)) }
    return names
  }

  /// The number, from 0, of the first column called `name`, whatever its ASCII case.
  public func columnIndex(named name: String) -> Int? {
    let wanted = name.lowercased()
    return columnNames.firstIndex { $0.lowercased() == wanted }
  }

  /// The declared type of column `index`, from 0, if it comes straight from a table.
  public func declaredType(at index: Int) -> String? {
    precondition(index >= 0 && index < columnCount, "column \(index) is out of range")
    // Sound: the index is in range; the text is copied before the next call.
    guard let type = unsafe sqlite3_column_decltype(handle, Int32(index)) else { return nil }
    return unsafe String(cString: type)
  }

  /// The storage class of the value in column `index`, from 0.
  ///
  /// - Precondition: The last step gave a row, and the index is one of its columns.
  public func storageClass(at index: Int) -> StorageClass {
    // Sound: `checked` proves that there is a row with this column.
    switch unsafe sqlite3_column_type(handle, checked(index)) {
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .blob
    default: .null
    }
  }

  /// Whether the value in column `index`, from 0, is NULL.
  public func isNull(at index: Int) -> Bool { storageClass(at: index) == .null }

  /// The value in column `index`, from 0, as SQLite makes a whole number of it; NULL gives 0.
  public func integer(at index: Int) -> Int64 {
    // Sound: `checked` proves that there is a row with this column.
    unsafe sqlite3_column_int64(handle, checked(index))
  }

  /// The value in column `index`, from 0, as SQLite makes a number of it; NULL gives 0.
  public func real(at index: Int) -> Double {
    // Sound: `checked` proves that there is a row with this column.
    unsafe sqlite3_column_double(handle, checked(index))
  }

  /// The value in column `index`, from 0, as text; `nil` for NULL.
  ///
  /// Bytes that are not UTF-8 become U+FFFD; `withBytes(at:_:)` gives them as they are.
  public func text(at index: Int) -> String? {
    let bytes = unsafe bytes(at: index)
    guard unsafe bytes.baseAddress != nil || !isNull(at: index) else { return nil }
    // Sound: the bytes stay until the next step, and the text is a copy.
    return unsafe String(decoding: bytes, as: UTF8.self)
  }

  /// The bytes of the value in column `index`, from 0, as an array; NULL gives none.
  public func blob(at index: Int) -> [UInt8] {
    // Sound: the bytes stay until the next step, and the array is a copy.
    unsafe Array(bytes(at: index))
  }

  /// The value in column `index`, from 0.
  public func value(at index: Int) -> Value {
    switch storageClass(at: index) {
    case .null: .null
    case .integer: .integer(integer(at: index))
    case .real: .real(real(at: index))
    case .text: .text(text(at: index) ?? "")
    case .blob: .blob(blob(at: index))
    }
  }

  /// All values of the row.
  public var values: [Value] {
    var values: [Value] = []
    values.reserveCapacity(columnCount)
    for index in 0..<columnCount { values.append(value(at: index)) }
    return values
  }

  /// Lends the bytes of the value in column `index`, from 0, without a copy.
  ///
  /// A TEXT is UTF-8 whatever the encoding of the database; a number is its text; NULL and an
  /// empty value have no bytes. The count is SQLite's, so a NUL inside does not end the value.
  @inlinable
  public func withBytes<Result: ~Copyable, Failure: Error>(
    at index: Int,
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // Sound: the bytes stay until the value is converted or the statement steps, which the borrow
    // of `self` excludes.
    try unsafe body(bytes(at: index).span)
  }

  /// Where the bytes of the value in column `index`, from 0, are until the next step.
  @usableFromInline
  func bytes(at index: Int) -> UnsafeBufferPointer<UInt8> {
    let column = checked(index)
    // Sound: the pointer is asked for before the count, as the rules say:
    // <https://www.sqlite.org/c3ref/column_blob.html>.
    let isBlob = unsafe sqlite3_column_type(handle, column) == SQLITE_BLOB
    let start: UnsafePointer<UInt8>? =
      unsafe isBlob
      ? sqlite3_column_blob(handle, column)?.assumingMemoryBound(to: UInt8.self)
      : sqlite3_column_text(handle, column)
    guard let start = unsafe start else { return unsafe UnsafeBufferPointer(start: nil, count: 0) }
    return unsafe UnsafeBufferPointer(
      start: start,
      count: Int(sqlite3_column_bytes(handle, column))
    )
  }

  /// - Precondition: There is a row, and `index` is one of its columns.
  private func checked(_ index: Int) -> Int32 {
    // Sound: the handle is valid as long as `self`.
    let count = unsafe Int(sqlite3_data_count(handle))
    precondition(index >= 0 && index < count, "no row, or column \(index) is out of range")
    return Int32(index)
  }
}

internal import CSQLite
internal import FurrowCore

extension Statement {
  /// How many parameters there are: the largest number, so `?5` alone makes 5.
  public var parameterCount: Int {
    // Sound: the handle is valid as long as `self`.
    unsafe Int(sqlite3_bind_parameter_count(handle))
  }

  /// The number of the parameter `name`, from 1.
  ///
  /// The name may have its prefix (`:a`, `@a`, `$a`, `?5`) or be bare.
  public func parameterIndex(of name: String) -> Int? {
    for prefix in ["", ":", "@", "$"] {
      // Sound: the handle is valid as long as `self`; the name is a terminated copy.
      let index = unsafe sqlite3_bind_parameter_index(handle, prefix + name)
      if index > 0 { return Int(index) }
    }
    return nil
  }

  /// Binds `values` to all parameters, in order.
  ///
  /// - Throws: `range` if there are more or fewer values than parameters.
  public mutating func bind(_ values: ArraySlice<Value>) throws(SQLiteError) {
    guard values.count == parameterCount else {
      throw SQLiteError(
        code: .range,
        message: "expected \(Amount.of(parameterCount, "value")), found \(values.count)",
        sql: sql
      )
    }
    var index = 1
    for value in values {
      try bind(value, at: index)
      index += 1
    }
  }

  /// Binds `values` to all parameters, in order.
  ///
  /// - Throws: `range` if there are more or fewer values than parameters.
  public mutating func bind(_ values: [Value]) throws(SQLiteError) {
    try bind(values[...])
  }

  /// Binds `value` to the parameter called `name`, with or without its prefix.
  ///
  /// - Throws: `range` if there is no such parameter.
  public mutating func bind(_ value: Value, named name: String) throws(SQLiteError) {
    guard let index = parameterIndex(of: name) else {
      throw SQLiteError(code: .range, message: "there is no parameter \"\(name)\"", sql: sql)
    }
    try bind(value, at: index)
  }

  /// Binds `value` to parameter `index`, from 1.
  public mutating func bind(_ value: Value, at index: Int) throws(SQLiteError) {
    switch value {
    case .null: try bindNull(at: index)
    case .integer(let number): try bind(number, at: index)
    case .real(let number): try bind(number, at: index)
    case .text(let text): try bind(text, at: index)
    case .blob(let bytes): try bind(blob: bytes.span, at: index)
    }
  }

  /// Binds NULL to parameter `index`, from 1.
  public mutating func bindNull(at index: Int) throws(SQLiteError) {
    // Sound: the handle is valid as long as `self`.
    try check(unsafe sqlite3_bind_null(handle, Int32(clamping: index)))
  }

  /// Binds a whole number to parameter `index`, from 1.
  public mutating func bind(_ number: Int64, at index: Int) throws(SQLiteError) {
    // Sound: the handle is valid as long as `self`.
    try check(unsafe sqlite3_bind_int64(handle, Int32(clamping: index), number))
  }

  /// Binds a whole number to parameter `index`, from 1.
  public mutating func bind(_ number: Int, at index: Int) throws(SQLiteError) {
    try bind(Int64(number), at: index)
  }

  /// Binds a floating-point number to parameter `index`, from 1; NaN becomes NULL.
  public mutating func bind(_ number: Double, at index: Int) throws(SQLiteError) {
    // Sound: the handle is valid as long as `self`.
    try check(unsafe sqlite3_bind_double(handle, Int32(clamping: index), number))
  }

  /// Binds text to parameter `index`, from 1.
  public mutating func bind(_ text: String, at index: Int) throws(SQLiteError) {
    try bind(text: text.utf8.span, at: index)
  }

  /// Binds UTF-8 to parameter `index`, from 1; SQLite copies it.
  ///
  /// The bytes are not checked: <https://www.sqlite.org/c3ref/bind_blob.html>. No bytes are an
  /// empty text, not NULL.
  public mutating func bind(text: Span<UInt8>, at index: Int) throws(SQLiteError) {
    // Sound: SQLite copies exactly the bytes of the buffer during the call (TRANSIENT). The empty
    // literal stands in for a nil base, which SQLite would take for NULL.
    let code = unsafe text.withUnsafeBytes { bytes -> Int32 in
      guard let base = bytes.baseAddress, bytes.count > 0 else {
        return unsafe sqlite3_bind_text64(
          handle,
          Int32(clamping: index),
          "",
          0,
          furrow_sqlite_transient(),
          UInt8(SQLITE_UTF8)
        )
      }
      return unsafe sqlite3_bind_text64(
        handle,
        Int32(clamping: index),
        base.assumingMemoryBound(to: CChar.self),
        UInt64(bytes.count),
        furrow_sqlite_transient(),
        UInt8(SQLITE_UTF8)
      )
    }
    try check(code)
  }

  /// Binds bytes to parameter `index`, from 1; SQLite copies them.
  ///
  /// No bytes are an empty blob, not NULL.
  public mutating func bind(blob: Span<UInt8>, at index: Int) throws(SQLiteError) {
    // Sound: SQLite copies exactly the bytes of the buffer during the call (TRANSIENT). A nil
    // base would be taken for NULL, hence the zeroblob.
    let code = unsafe blob.withUnsafeBytes { bytes -> Int32 in
      guard let base = bytes.baseAddress, bytes.count > 0 else {
        return unsafe sqlite3_bind_zeroblob(handle, Int32(clamping: index), 0)
      }
      return unsafe sqlite3_bind_blob64(
        handle,
        Int32(clamping: index),
        base,
        UInt64(bytes.count),
        furrow_sqlite_transient()
      )
    }
    try check(code)
  }

  /// Sets all parameters to NULL.
  public mutating func clearBindings() {
    // Sound: the handle is valid as long as `self`. It cannot fail.
    _ = unsafe sqlite3_clear_bindings(handle)
  }

  private func check(_ code: Int32) throws(SQLiteError) {
    guard code == SQLITE_OK else { throw failure() }
  }
}

internal import CSQLite

extension Statement {
  /// Reads column `index`, from 0, as a value of a type; nothing is converted with a loss.
  ///
  /// ```swift
  /// let year = try row.read(at: 2, as: Int.self)
  /// ```
  /// - Throws: `mismatch` if the column holds something else, NULL included unless `Result` is
  ///   optional; `range` if there is no such column.
  public func read<Result: SQLiteValueConvertible>(
    at index: Int,
    as type: Result.Type = Result.self
  ) throws(SQLiteError) -> Result {
    guard index >= 0, index < columnCount else {
      throw SQLiteError(
        code: .range,
        message: "there is no column \(index); the row has \(columnCount), counted from 0",
        sql: sql
      )
    }
    return try Result.read(self, at: index)
  }

  /// Reads the column called `name`, whatever its ASCII case, as a value of a type.
  ///
  /// - Throws: `mismatch` if the column holds something else, NULL included unless `Result` is
  ///   optional; `range` if no column, or more than one, is called so.
  public func read<Result: SQLiteValueConvertible>(
    _ name: String,
    as type: Result.Type = Result.self
  ) throws(SQLiteError) -> Result {
    try Result.read(self, at: onlyColumn(named: name))
  }

  /// The number, from 0, of the one column called `name`, whatever its ASCII case.
  ///
  /// - Throws: `range` if no column, or more than one, is called so.
  public func onlyColumn(named name: String) throws(SQLiteError) -> Int {
    var found: Int?
    for index in 0..<columnCount {
      // Sound: the index is in range, and both texts are terminated and live for the call.
      let isSame = unsafe sqlite3_stricmp(sqlite3_column_name(handle, Int32(index)), name) == 0
      guard isSame else { continue }
      guard found == nil else {
        throw SQLiteError(
          code: .range,
          message: "more than one column is called \"\(name)\"; give them names with AS",
          sql: sql
        )
      }
      found = index
    }
    guard let found else {
      let names = columnNames.map { "\"\($0)\"" }.joined(separator: ", ")
      throw SQLiteError(
        code: .range,
        message: "there is no column \"\(name)\"; the row has \(names)",
        sql: sql
      )
    }
    return found
  }

  /// The value in column `index`, from 0, of which nothing is repaired.
  ///
  /// - Throws: `mismatch` if it is a text that is not UTF-8; `blob(at:)` gives its bytes.
  public func exactValue(at index: Int) throws(SQLiteError) -> Value {
    switch storageClass(at: index) {
    case .null: .null
    case .integer: .integer(integer(at: index))
    case .real: .real(real(at: index))
    case .text: .text(try validText(at: index))
    case .blob: .blob(blob(at: index))
    }
  }

  /// The text in column `index`, from 0.
  ///
  /// - Throws: `mismatch` if it is not UTF-8.
  func validText(at index: Int) throws(SQLiteError) -> String {
    // Sound: the bytes stay until the next step, and the text is a copy.
    guard let valid = try? unsafe UTF8Span(validating: bytes(at: index).span) else {
      throw SQLiteError(
        code: .mismatch,
        message: "column \"\(columnName(at: index))\": the text is not UTF-8; read its bytes",
        sql: sql
      )
    }
    return String(copying: valid)
  }

  /// The error of a column that holds something else than `expected`.
  ///
  /// The value stays hidden.
  func mismatch(at index: Int, expected: String) -> SQLiteError {
    SQLiteError(
      code: .mismatch,
      message: "column \"\(columnName(at: index))\": expected \(expected),"
        + " found \(storageClass(at: index).rawValue.uppercased())",
      sql: sql
    )
  }
}

internal import CSQLite

extension Statement {
  /// The name of parameter `index`, from 1, with its prefix; `nil` for a bare `?`.
  public func parameterName(at index: Int) -> String? {
    // Sound: the handle is valid as long as `self`, and a number out of range gives NULL; the
    // text is copied before the next call.
    guard let name = unsafe sqlite3_bind_parameter_name(handle, Int32(clamping: index)) else {
      return nil
    }
    return unsafe String(cString: name)
  }

  /// Binds `values` to all parameters by their names, which may have their prefixes or be bare.
  ///
  /// Names that no parameter has are passed over, so that one dictionary serves several
  /// statements.
  /// - Throws: `range` if a parameter gets no value, with its name.
  public mutating func bind(named values: [String: Value]) throws(SQLiteError) {
    for index in stride(from: 1, through: parameterCount, by: 1) {
      let name = parameterName(at: index)
      let value = name.flatMap { values[$0] ?? values[String($0.dropFirst())] }
      guard let value else {
        throw SQLiteError(
          code: .range,
          message: "no value for the parameter \(name.map { "\"\($0)\"" } ?? "\(index)")",
          sql: sql
        )
      }
      try bind(value, at: index)
    }
  }

  /// Binds `values` in order to the parameters without a name, and `named` to those that have one.
  ///
  /// - Throws: `range` if a parameter gets no value, or a value has no parameter.
  public mutating func bind(_ values: [Value], named: [String: Value]) throws(SQLiteError) {
    var rest = values[...]
    for index in stride(from: 1, through: parameterCount, by: 1) {
      let name = parameterName(at: index).map { String($0.dropFirst()) }
      guard let value = name.flatMap({ named[$0] }) ?? rest.popFirst() else {
        throw SQLiteError(
          code: .range,
          message: "no value for the parameter \(name.map { "\"\($0)\"" } ?? "\(index)")",
          sql: sql
        )
      }
      try bind(value, at: index)
    }
    guard rest.isEmpty else {
      throw SQLiteError(
        code: .range,
        message: "expected \(values.count - rest.count) values, found \(values.count)",
        sql: sql
      )
    }
  }

  /// Binds `value` to parameter `index`, from 1.
  public mutating func bind(
    _ value: some SQLiteValueConvertible,
    at index: Int
  ) throws(SQLiteError) {
    try bind(value.sqliteValue, at: index)
  }

  /// Binds a blob of `count` zero bytes to parameter `index`, from 1; see `openBlob`.
  ///
  /// - Throws: `tooBig` beyond the limit of ``Limit/length``.
  public mutating func bind(zeroBytes count: Int, at index: Int) throws(SQLiteError) {
    // Sound: the handle is valid as long as `self`.
    let code = unsafe sqlite3_bind_zeroblob64(
      handle,
      Int32(clamping: index),
      UInt64(clamping: count)
    )
    guard code == SQLITE_OK else { throw failure() }
  }

  /// The SQL with the bound values written into it, for a person's eyes: it shows all data.
  ///
  /// <https://www.sqlite.org/c3ref/expanded_sql.html>
  public var expandedSQL: String? {
    // Sound: the handle is valid as long as `self`; the text is copied and then given back.
    guard let text = unsafe sqlite3_expanded_sql(handle) else { return nil }
    defer { unsafe sqlite3_free(text) }
    return unsafe String(cString: text)
  }
}

extension Database {
  /// Runs one statement with values for its named parameters, and throws away its rows.
  ///
  /// - Throws: what SQLite says; `range` if a parameter gets no value, `misuse` if `sql` has values
  ///   of its own.
  public func execute(_ sql: SQL, named values: [String: Value]) throws(SQLiteError) {
    var statement = try prepareCached(sql.withoutValues())
    try statement.bind(named: values)
    try statement.run()
  }

  /// All rows of one statement with values for its named parameters.
  ///
  /// - Throws: what SQLite says; `range` if a parameter gets no value, `misuse` if `sql` has values
  ///   of its own.
  public func query(_ sql: SQL, named values: [String: Value]) throws(SQLiteError) -> [Row] {
    var statement = try prepareCached(sql.withoutValues())
    try statement.bind(named: values)
    var rows: [Row] = []
    while try statement.step() { rows.append(try statement.row()) }
    return rows
  }
}

extension Database {
  /// Runs one statement and makes an element of each row.
  ///
  /// ```swift
  /// let titles = try database.query("SELECT title FROM movies WHERE year = ?", [1927]) { row in
  ///   row.text(at: 0)
  /// }
  /// ```
  /// - Throws: what SQLite says, and what `transform` throws; `range` if the number of values does
  ///   not fit the parameters.
  public func query<Element>(
    _ sql: SQL,
    _ values: [Value] = [],
    _ transform: (borrowing Statement) throws(SQLiteError) -> Element
  ) throws(SQLiteError) -> [Element] {
    var statement = try prepareCached(sql, binding: values)
    var elements: [Element] = []
    while try statement.step() { elements.append(try transform(statement)) }
    return elements
  }

  /// All rows of one statement, each as its values.
  public func rows(_ sql: SQL, _ values: [Value] = []) throws(SQLiteError) -> [[Value]] {
    try query(sql, values) { row in row.values }
  }

  /// The first column of the first row; `nil` if there is no row.
  ///
  /// Further rows are not computed.
  public func firstValue(_ sql: SQL, _ values: [Value] = []) throws(SQLiteError) -> Value? {
    var statement = try prepareCached(sql, binding: values)
    guard try statement.step(), statement.columnCount > 0 else { return nil }
    return statement.value(at: 0)
  }

  /// The first column of the first row as a whole number; `nil` for no row or NULL.
  public func firstInteger(_ sql: SQL, _ values: [Value] = []) throws(SQLiteError) -> Int64? {
    var statement = try prepareCached(sql, binding: values)
    guard try statement.step(), !statement.isNull(at: 0) else { return nil }
    return statement.integer(at: 0)
  }

  /// The first column of the first row as text; `nil` for no row or NULL.
  public func firstText(_ sql: SQL, _ values: [Value] = []) throws(SQLiteError) -> String? {
    var statement = try prepareCached(sql, binding: values)
    guard try statement.step() else { return nil }
    return statement.text(at: 0)
  }
}

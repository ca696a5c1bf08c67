/// A row that was taken out of its statement, to be kept and passed on.
public struct Row: Hashable, Sendable {
  /// The columns' names in order, in the case of their declaration.
  public let columnNames: [String]
  /// The values in the same order.
  public let values: [Value]

  /// The value of column `index`, from 0.
  ///
  /// - Precondition: There is such a column.
  public subscript(index: Int) -> Value { values[index] }

  /// Reads the column called `name`, whatever its ASCII case, as a value of a type.
  ///
  /// - Throws: `mismatch` if the column holds something else, NULL included unless `Result` is
  ///   optional; `range` if no column, or more than one, is called so.
  public func read<Result: SQLiteValueConvertible>(
    _ name: String,
    as type: Result.Type = Result.self
  ) throws(SQLiteError) -> Result {
    let wanted = name.lowercased()
    let matches = columnNames.indices.filter { columnNames[$0].lowercased() == wanted }
    guard let index = matches.first, matches.count == 1 else {
      throw SQLiteError(
        code: .range,
        message: matches.isEmpty
          ? "there is no column \"\(name)\"; the row has "
            + columnNames.map { "\"\($0)\"" }.joined(separator: ", ")
          : "more than one column is called \"\(name)\"; give them names with AS"
      )
    }
    return try read(at: index)
  }

  /// Reads column `index`, from 0, as a value of a type.
  ///
  /// - Throws: `mismatch` if the column holds something else; `range` if there is none.
  public func read<Result: SQLiteValueConvertible>(
    at index: Int,
    as type: Result.Type = Result.self
  ) throws(SQLiteError) -> Result {
    guard values.indices.contains(index) else {
      throw SQLiteError(
        code: .range,
        message: "there is no column \(index); the row has \(values.count), counted from 0"
      )
    }
    guard let result = Result(sqliteValue: values[index]) else {
      throw SQLiteError(
        code: .mismatch,
        message: "column \"\(columnNames[index])\": expected \(Result.self),"
          + " found \(values[index].storageClass.rawValue.uppercased())"
      )
    }
    return result
  }

  /// The values by their columns' names.
  ///
  /// - Throws: `range` if two columns have one name, since one of them would be lost.
  public func dictionary() throws(SQLiteError) -> [String: Value] {
    var result: [String: Value] = [:]
    for (name, value) in zip(columnNames, values)
    where result.updateValue(value, forKey: name) != nil {
      throw SQLiteError(
        code: .range,
        message: "more than one column is called \"\(name)\"; give them names with AS"
      )
    }
    return result
  }
}

extension Database {
  /// All rows of one statement.
  ///
  /// ```swift
  /// for row in try database.query("SELECT title, year FROM movies WHERE year > ?", [1970]) {
  ///   print(try row.read("title", as: String.self))
  /// }
  /// ```
  /// They are in memory all at once; `query(_:_:_:)` with a closure and ``Statement/step()`` look
  /// at one at a time.
  /// - Throws: what SQLite says; `mismatch` for a text that is not UTF-8.
  public func query(_ sql: SQL, _ values: [Value] = []) throws(SQLiteError) -> [Row] {
    var statement = try prepareCached(sql, binding: values)
    let names = statement.columnNames
    var rows: [Row] = []
    while try statement.step() {
      rows.append(Row(columnNames: names, values: try statement.exactValues))
    }
    return rows
  }

  /// Runs one statement and makes an element of each row; `transform` may throw any error.
  public func query<Element>(
    _ sql: SQL,
    _ values: [Value] = [],
    _ transform: (borrowing Statement) throws -> Element
  ) throws -> [Element] {
    var statement = try prepareCached(sql, binding: values)
    var elements: [Element] = []
    while try statement.step() { elements.append(try transform(statement)) }
    return elements
  }
}

extension Statement {
  /// The row that this statement stands on, taken out of it.
  ///
  /// - Throws: `mismatch` for a text that is not UTF-8.
  public func row() throws(SQLiteError) -> Row {
    Row(columnNames: columnNames, values: try exactValues)
  }

  /// All values of the row, of which nothing is repaired.
  var exactValues: [Value] {
    get throws(SQLiteError) {
      var values: [Value] = []
      values.reserveCapacity(columnCount)
      for index in 0..<columnCount { values.append(try exactValue(at: index)) }
      return values
    }
  }
}

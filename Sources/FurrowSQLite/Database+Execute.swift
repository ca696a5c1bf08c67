internal import CSQLite

extension Database {
  /// Runs all statements of `sql`, and throws away the rows they give.
  ///
  /// SQLite itself finds the ends of the statements, so triggers, strings and comments cannot
  /// fool it. Each statement takes as many of `values` as it has parameters, in order.
  /// - Throws: what SQLite says, with the offset in the whole text; `misuse` if `sql` holds a NUL
  ///   or the number of values does not fit. Statements before the failing one stay done, unless
  ///   a transaction undoes them.
  public func execute(_ sql: SQL, _ values: [Value] = []) throws(SQLiteError) {
    _ = try execute(sql, values) { _ throws(SQLiteError) in .goOn }
  }

  /// Runs all statements of `sql`, and shows each row they give to `body`.
  ///
  /// - Returns: Whether all statements ran to their ends; false if `body` stopped them.
  /// - Throws: as `execute(_:_:)`, and what `body` throws.
  @discardableResult
  public func execute(
    _ sql: SQL,
    _ values: [Value] = [],
    eachRow body: (borrowing Statement) throws(SQLiteError) -> RowVisit
  ) throws(SQLiteError) -> Bool {
    try execute(sql, values, wrapping: { $0 }, eachRow: body)
  }

  /// Runs all statements of `sql`, and shows each row they give to `body`, which throws any error.
  @discardableResult
  public func execute(
    _ sql: SQL,
    _ values: [Value] = [],
    eachRow body: (borrowing Statement) throws -> RowVisit
  ) throws -> Bool {
    try execute(sql, values, wrapping: { $0 as any Error }, eachRow: body)
  }

  private func execute<Failure: Error>(
    _ sql: SQL,
    _ more: [Value],
    wrapping wrap: (SQLiteError) -> Failure,
    eachRow body: (borrowing Statement) throws(Failure) -> RowVisit
  ) throws(Failure) -> Bool {
    let values: [Value]
    do { values = try sql.values(with: more) } catch { throw wrap(error) }
    let sql = sql.text
    if var statement = takeCached(sql) {
      do { try statement.bind(values) } catch { throw wrap(error) }
      return try Self.visit(&statement, wrapping: wrap, body)
    }
    let text: SQLText
    do { text = try SQLText(sql) } catch { throw wrap(error) }
    var offset = text.startOfStatement(from: 0)
    var remaining = values[...]
    while offset < text.count {
      let start = offset
      var end = offset
      let compiled: Statement?
      do { compiled = try compile(text, from: start, end: &end) } catch { throw wrap(error) }
      guard var statement = compiled else { break }
      offset = text.startOfStatement(from: end)
      if remaining.count == values.count, offset == text.count {
        statement.isKept =
          start == text.startOfStatement(from: 0)
          && Self.isWorthKeeping(sql, from: start)
      }
      let count = statement.parameterCount
      guard count <= remaining.count else {
        throw wrap(SQLiteError.wrongCount(of: values.count, text, start))
      }
      do { try statement.bind(remaining.prefix(count)) } catch { throw wrap(error) }
      remaining = remaining.dropFirst(count)
      guard try Self.visit(&statement, wrapping: wrap, body) else { return false }
    }
    guard remaining.isEmpty else {
      throw wrap(SQLiteError.wrongCount(of: values.count, text, 0))
    }
    return true
  }

  /// Shows the rows of `statement` to `body`; false if it was stopped.
  private static func visit<Failure: Error>(
    _ statement: inout Statement,
    wrapping wrap: (SQLiteError) -> Failure,
    _ body: (borrowing Statement) throws(Failure) -> RowVisit
  ) throws(Failure) -> Bool {
    while true {
      let hasRow: Bool
      do { hasRow = try statement.step() } catch { throw wrap(error) }
      guard hasRow else { return true }
      if try body(statement) == .stop { return false }
    }
  }

  /// Compiles `sql`, which must hold exactly one statement, and binds the values it carries.
  ///
  /// - Throws: what SQLite says; `misuse` if there is no statement or a second one.
  public func prepare(_ sql: SQL) throws(SQLiteError) -> Statement {
    var statement = try compileOnly(sql.text)
    if !sql.values.isEmpty { try statement.bind(sql.values) }
    return statement
  }

  /// Compiles the one statement that `sql` holds.
  func compileOnly(_ sql: String) throws(SQLiteError) -> Statement {
    let text = try SQLText(sql)
    var end = text.startOfStatement(from: 0)
    guard let statement = try compile(text, from: end, end: &end) else {
      throw SQLiteError(code: .misuse, message: "there is no SQL statement", sql: sql)
    }
    let rest = text.startOfStatement(from: end)
    guard rest == text.count else {
      throw SQLiteError(
        code: .misuse,
        message: "there is more than one SQL statement",
        sql: sql,
        byteOffset: rest
      )
    }
    return statement
  }

  /// Compiles the statement of `text` that starts at `offset`.
  ///
  /// `end` becomes the offset behind it. Gives `nil` if there is no statement.
  func compile(
    _ text: SQLText,
    from offset: Int,
    end: inout Int
  ) throws(SQLiteError) -> Statement? {
    var statement: OpaquePointer?
    // Sound: the bytes end with a NUL, so SQLite stays inside the buffer, and the tail it gives
    // lies in the same buffer. The statement keeps its own copy of the text.
    let code = unsafe text.bytes.withUnsafeBufferPointer { bytes -> Int32 in
      guard let base = bytes.baseAddress else { return SQLITE_MISUSE }
      return unsafe base.withMemoryRebound(to: CChar.self, capacity: bytes.count) { base in
        var tail: UnsafePointer<CChar>?
        let code = unsafe sqlite3_prepare_v2(
          handle,
          base + offset,
          Int32(clamping: bytes.count - offset),
          &statement,
          &tail
        )
        if let tail = unsafe tail { end = unsafe tail - base }
        return code
      }
    }
    guard code == SQLITE_OK else {
      // Sound: the handle is open as long as `self`.
      let place = unsafe sqlite3_error_offset(handle)
      var error = lastError(sql: text, byteOffset: place >= 0 ? offset + Int(place) : offset)
      if place < 0, let name = error.nameNotFound {
        let range = offset..<(end > offset ? end : text.count)
        error.byteOffset = text.onlyPlace(of: name, in: range) ?? offset
      }
      throw error
    }
    guard let statement = unsafe statement else { return nil }
    return unsafe Statement(statement, of: self, text: text.string, offset: offset)
  }
}

/// What is to be done after a row.
public enum RowVisit: Hashable, Sendable {
  /// The next row is wanted.
  case goOn
  /// No further row is wanted, nor the statements behind this one.
  case stop
}

extension SQLiteError {
  fileprivate static func wrongCount(
    of values: Int,
    _ text: SQLText,
    _ offset: Int
  ) -> SQLiteError {
    SQLiteError(
      code: .range,
      message: "the number of values (\(values)) is not the number of parameters",
      sql: text.string,
      byteOffset: offset
    )
  }
}

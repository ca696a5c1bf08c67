internal import CSQLite

/// A compiled SQL statement; finalised when it goes out of scope.
///
/// Stepping is `mutating` and reading is not, so that the compiler keeps bytes of a row from being
/// used after the next step.
@safe
public struct Statement: ~Copyable {
  /// SQLite's `sqlite3_stmt *`, for code of this package that speaks to C itself.
  package let handle: OpaquePointer
  let database: Database
  private let text: String
  let offset: Int
  private var isDone = false

  /// Whether the compiled statement waits for its SQL to come again when this value goes.
  var isKept: Bool

  init(
    _ handle: OpaquePointer,
    of database: Database,
    text: String,
    offset: Int,
    isKept: Bool = false
  ) {
    unsafe self.handle = handle
    self.database = database
    self.text = text
    self.offset = offset
    self.isKept = isKept
  }

  deinit {
    if isKept {
      unsafe database.cache.keep(handle, sql: text, offset: offset)
      return
    }
    // Sound: the handle is not used afterwards. The result repeats an error already thrown.
    _ = unsafe sqlite3_finalize(handle)
  }

  /// Runs until the next row.
  ///
  /// - Returns: Whether there is a row. After the last one it stays false until `reset()`.
  /// - Throws: What SQLite says; the statement is then reset, ready for other values.
  public mutating func step() throws(SQLiteError) -> Bool {
    guard !isDone else { return false }
    // Sound: the handle is valid as long as `self`.
    switch unsafe sqlite3_step(handle) {
    case SQLITE_ROW:
      return true
    case SQLITE_DONE:
      isDone = true
      return false
    default:
      let error = failure()
      // Sound: as above; it repeats the error just taken.
      _ = unsafe sqlite3_reset(handle)
      throw error
    }
  }

  /// Runs to the end and throws away the rows.
  public mutating func run() throws(SQLiteError) {
    while try step() {}
  }

  /// Goes back to the start; the values stay bound.
  public mutating func reset() {
    isDone = false
    // Sound: the handle is valid as long as `self`. The result repeats an error already thrown.
    _ = unsafe sqlite3_reset(handle)
  }

  /// Binds `values` in order, runs to the end, and is ready for the next values.
  public mutating func run(_ values: [Value]) throws(SQLiteError) {
    reset()
    try bind(values[...])
    try run()
    reset()
  }

  /// The SQL of this statement alone.
  public var sql: String {
    // Sound: a terminated text that lives as long as the statement, copied here.
    guard let text = unsafe sqlite3_sql(handle) else { return "" }
    return unsafe String(cString: text)
  }

  /// Whether the statement writes nothing to the database file.
  ///
  /// <https://www.sqlite.org/c3ref/stmt_readonly.html>
  public var isReadOnly: Bool {
    // Sound: the handle is valid as long as `self`.
    unsafe sqlite3_stmt_readonly(handle) != 0
  }

  /// What SQLite says about the last call, with the place of this statement.
  func failure() -> SQLiteError {
    var error = database.lastError()
    error.sql = text
    error.byteOffset = offset
    return error
  }
}

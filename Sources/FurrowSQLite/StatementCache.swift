internal import CSQLite
internal import FurrowCore

/// Compiled statements that nobody uses at the moment, kept for when their SQL comes again.
///
/// A statement in use is not in here, so the same SQL in two open results is two statements, and
/// neither can disturb the other.
@safe
final class StatementCache {
  /// One waiting statement.
  @safe
  struct Entry {
    let sql: String
    let handle: OpaquePointer
    /// Where the statement starts in `sql`, in bytes from 0.
    let offset: Int
  }

  /// How many may wait.
  let capacity: Int

  /// The waiting statements, the longest unused first.
  private var entries: [Entry] = []

  init(capacity: Int) {
    self.capacity = max(0, capacity)
  }

  /// How many wait.
  var count: Int { entries.count }

  /// Takes out the statement of `sql`, reset and without values; `nil` if none waits.
  func take(_ sql: String) -> Entry? {
    guard let index = entries.lastIndex(where: { $0.sql == sql }) else { return nil }
    return entries.remove(at: index)
  }

  /// Resets `handle` and keeps it, or finalises it if nothing is to be kept.
  func keep(_ handle: OpaquePointer, sql: String, offset: Int) {
    // Sound: the handle was given up by the only statement that had it. Both results repeat an
    // error already thrown.
    _ = unsafe sqlite3_reset(handle)
    _ = unsafe sqlite3_clear_bindings(handle)
    unsafe entries.append(Entry(sql: sql, handle: handle, offset: offset))
    if entries.count > capacity { finalise(entries.removeFirst()) }
  }

  /// Finalises all that wait.
  func removeAll() {
    for entry in entries { finalise(entry) }
    entries = []
  }

  private func finalise(_ entry: Entry) {
    // Sound: the entry is out of the list, so nobody can take the handle any more.
    _ = unsafe sqlite3_finalize(entry.handle)
  }
}

extension Database {
  /// Compiles `sql`, or takes the statement that was compiled for the same text before,
  /// and binds the values that the text carries.
  ///
  /// When the statement goes it waits for its SQL to come again; see
  /// ``Options/statementCacheCapacity``. Pragmas and changes of the schema are compiled each time,
  /// since a pragma may take effect while it is compiled
  /// (<https://www.sqlite.org/pragma.html>).
  /// - Throws: what SQLite says; `misuse` if there is no statement or a second one.
  public func prepareCached(_ sql: SQL) throws(SQLiteError) -> Statement {
    var statement: Statement
    if let waiting = takeCached(sql.text) {
      statement = waiting
    } else {
      statement = try compileOnly(sql.text)
      statement.isKept = Self.isWorthKeeping(sql.text, from: statement.offset)
    }
    if !sql.values.isEmpty { try statement.bind(sql.values) }
    return statement
  }

  /// As ``prepareCached(_:)``, with a value bound to every parameter.
  ///
  /// - Throws: also `range` if the number of values does not fit the parameters.
  @usableFromInline
  func prepareCached(_ sql: SQL, binding values: [Value]) throws(SQLiteError) -> Statement {
    let values = try sql.values(with: values)
    var statement = try prepareCached(SQL(raw: sql.text))
    try statement.bind(values)
    return statement
  }

  /// The statement that waits for `sql`.
  func takeCached(_ sql: String) -> Statement? {
    guard let entry = cache.take(sql) else { return nil }
    return unsafe Statement(
      entry.handle,
      of: self,
      text: sql,
      offset: entry.offset,
      isKept: true
    )
  }

  /// Finalises the compiled statements that nobody uses.
  public func clearStatementCache() {
    cache.removeAll()
    shapes = [:]
  }

  /// How many compiled statements wait for their SQL to come again.
  public var cachedStatementCount: Int { cache.count }

  /// How many statements stand in the middle of their rows.
  ///
  /// <https://www.sqlite.org/c3ref/stmt_busy.html>
  public var runningStatementCount: Int {
    // Sound: the closure gets a live statement.
    unsafe countStatements { unsafe sqlite3_stmt_busy($0) != 0 }
  }

  /// How many compiled statements there are, waiting ones included.
  ///
  /// <https://www.sqlite.org/c3ref/next_stmt.html>
  public var statementCount: Int {
    // Sound: the closure looks at no statement.
    unsafe countStatements { _ in true }
  }

  private func countStatements(where isCounted: (OpaquePointer) -> Bool) -> Int {
    var count = 0
    // Sound: the handle is open as long as `self`, and no statement ends within the loop.
    var next = unsafe sqlite3_next_stmt(handle, nil)
    while let statement = unsafe next {
      if unsafe isCounted(statement) { count += 1 }
      unsafe next = sqlite3_next_stmt(handle, statement)
    }
    return count
  }

  /// Whether the statement at `offset` reads or writes rows, or speaks of transactions.
  static func isWorthKeeping(_ sql: String, from offset: Int) -> Bool {
    let words = [
      "SELECT", "INSERT", "UPDATE", "DELETE", "REPLACE", "WITH", "VALUES", "BEGIN", "COMMIT",
      "ROLLBACK", "SAVEPOINT", "RELEASE",
    ]
    guard sql.utf8.count <= 1 << 14 else { return false }
    let word = sql.utf8.dropFirst(offset).prefix { $0.isASCIILetter }
    let upper = word.map { $0 & 0xDF }
    return words.contains { $0.utf8.elementsEqual(upper) }
  }
}

extension UInt8 {
  fileprivate var isASCIILetter: Bool { (0x61...0x7A).contains(self | 0x20) }
}

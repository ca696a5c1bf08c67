internal import CSQLite

/// A connection to a SQLite database.
///
/// One connection belongs to one thread at a time; hand it over, do not share it. It closes when
/// the last reference, and the last statement made from it, is gone.
@safe
public final class Database {
  /// The path given at opening.
  public let path: String
  /// The choices made at opening.
  public let options: Options

  /// SQLite's `sqlite3 *`, for code of this package that speaks to C itself.
  package let handle: OpaquePointer

  /// Stops a running statement from another thread.
  public let interruptHandle: InterruptHandle

  /// How many savepoints this layer has open; makes their names unique.
  var savepointDepth = 0

  /// What waits for another program's lock.
  let busyHandler: BusyHandler

  /// Compiled statements that wait for the same SQL.
  let cache: StatementCache

  /// What SQLite calls back; kept as long as it may.
  var callbacks = Callbacks()

  /// What is known of the tables of stored types.
  var shapes: [ObjectIdentifier: StoredShape] = [:]

  /// Opens the database file at `path` and proves that it is one.
  ///
  /// A wait for another program's lock ends before its time as soon as `stopsWaiting` says so; it is
  /// asked some twenty times a second.
  ///
  /// `:memory:` is a database in memory, an empty path a temporary one on disk
  /// (<https://www.sqlite.org/inmemorydb.html>). A path is never taken for a URI.
  ///
  /// - Throws: `cannotOpen` for a missing file (unless the mode is `.create`), a folder or a file
  ///   without permission; `notADatabase`; `readOnly` if writing was asked for and is not
  ///   allowed; `busy` if the file stays locked for the busy timeout.
  public init(
    path: String,
    options: Options = Options(),
    stopsWaiting: (@Sendable () -> Bool)? = nil
  ) throws(SQLiteError) {
    let handle = unsafe try Self.open(path, options)
    self.path = path
    self.options = options
    busyHandler = BusyHandler(timeout: options.busyTimeout, until: stopsWaiting)
    cache = StatementCache(capacity: options.statementCacheCapacity)
    unsafe self.handle = handle
    interruptHandle = unsafe InterruptHandle(handle)
    try configure()
  }

  deinit {
    interruptHandle.disarm()
    cache.removeAll()
    // Sound: the handle is open and this was its last owner. `close_v2` waits for statements that
    // are still alive: <https://www.sqlite.org/c3ref/close.html>. It returns OK always.
    _ = unsafe sqlite3_close_v2(handle)
  }

  /// SQLite's version, as `3.40.1`.
  public static var libraryVersion: String {
    // Sound: a constant, terminated text that lives as long as the program.
    unsafe String(cString: sqlite3_libversion())
  }

  /// Rows changed by the last INSERT, UPDATE or DELETE; triggers not counted.
  public var changes: Int64 {
    // Sound: the handle is open as long as `self`.
    unsafe sqlite3_changes64(handle)
  }

  /// Rows changed since opening, triggers and foreign key actions included.
  public var totalChanges: Int64 {
    // Sound: the handle is open as long as `self`.
    unsafe sqlite3_total_changes64(handle)
  }

  /// The rowid of the last row inserted through this connection; 0 if there was none.
  public var lastInsertRowID: Int64 {
    // Sound: the handle is open as long as `self`.
    unsafe sqlite3_last_insert_rowid(handle)
  }

  /// Whether a transaction is open, whoever opened it.
  ///
  /// <https://www.sqlite.org/c3ref/get_autocommit.html>
  public var isInTransaction: Bool {
    // Sound: the handle is open as long as `self`.
    unsafe sqlite3_get_autocommit(handle) == 0
  }

  /// Whether the database cannot be written through this connection.
  public var isReadOnly: Bool {
    // Sound: the handle is open as long as `self`; the name is a terminated literal.
    unsafe sqlite3_db_readonly(handle, "main") == 1
  }

  /// How long to wait for another program's lock; zero fails at once.
  public var busyTimeout: Duration { busyHandler.timeout }

  /// The path, if the database is a file that a person could look at.
  var filePath: String? { path == ":memory:" || path.isEmpty ? nil : path }

  /// What SQLite says about the last call on this connection.
  func lastError(sql: SQLText? = nil, byteOffset: Int? = nil) -> SQLiteError {
    unsafe Self.error(of: handle, path: filePath, sql: sql?.string, byteOffset: byteOffset)
  }
}

extension Database {
  /// What SQLite says about the last call on `handle`.
  static func error(
    of handle: OpaquePointer,
    path: String?,
    sql: String? = nil,
    byteOffset: Int? = nil
  ) -> SQLiteError {
    // Sound: the caller owns an open handle; the message is copied before the next call.
    let code = unsafe ResultCode(rawValue: sqlite3_extended_errcode(handle))
    let message = unsafe String(cString: sqlite3_errmsg(handle))
    let systemError = unsafe sqlite3_system_errno(handle)
    let isOfSystem = [.cannotOpen, .ioError, .full].contains(code.primary)
    return SQLiteError(
      code: code,
      message: message,
      sql: sql,
      byteOffset: byteOffset,
      path: path,
      systemError: isOfSystem && systemError != 0 ? systemError : nil
    )
  }
}

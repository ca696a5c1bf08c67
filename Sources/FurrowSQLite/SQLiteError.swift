/// What SQLite, or this layer in its name, refused to do.
///
/// It carries facts; the sentence is made by `description`. The text of the SQL is kept, the
/// values bound to it never are, so that an error can be logged.
public struct SQLiteError: Error, Hashable, Sendable {
  /// The extended result code.
  public var code: ResultCode
  /// SQLite's own words, or this layer's if it found the fault.
  public var message: String
  /// The whole SQL text, if the fault is about one.
  public var sql: String?
  /// Where in `sql` the fault lies, in UTF-8 bytes from 0.
  ///
  /// The offending token if SQLite knows it, else the start of the statement that failed while it
  /// ran: <https://www.sqlite.org/c3ref/errcode.html>.
  public var byteOffset: Int?
  /// The database file, if there is one.
  public var path: String?
  /// The `errno` behind a fault of the file system:
  /// <https://www.sqlite.org/c3ref/system_errno.html>.
  public var systemError: Int32?

  /// Makes an error from its facts.
  public init(
    code: ResultCode,
    message: String,
    sql: String? = nil,
    byteOffset: Int? = nil,
    path: String? = nil,
    systemError: Int32? = nil
  ) {
    self.code = code
    self.message = message
    self.sql = sql
    self.byteOffset = byteOffset
    self.path = path
    self.systemError = systemError
  }

  /// The place of the fault in `sql`, if known.
  public var place: SQLPlace? {
    guard let sql, let byteOffset else { return nil }
    return SQLPlace(of: byteOffset, in: sql)
  }

  /// The faulty line of the SQL with a caret under the fault: two lines without an end of line.
  public var caret: String? {
    guard let sql, let place else { return nil }
    return place.caret(in: sql)
  }
}

internal import CSQLite

/// A limit of a connection.
///
/// <https://www.sqlite.org/c3ref/c_limit_attached.html>
public enum Limit: Int32, CaseIterable, Sendable {
  /// Bytes of a text, a blob or a row.
  case length = 0
  /// Bytes of a SQL text.
  case sqlLength = 1
  /// Columns of a table, an index or a result.
  case columns = 2
  /// Depth of an expression's tree.
  case expressionDepth = 3
  /// Terms of a compound SELECT.
  case compoundSelect = 4
  /// Arguments of a function.
  case functionArguments = 6
  /// Attached databases.
  case attached = 7
  /// The highest number of a parameter.
  case parameters = 9
  /// Depth of triggers that fire triggers.
  case triggerDepth = 10
}

extension Database {
  /// The value of `limit` on this connection.
  public func value(of limit: Limit) -> Int {
    // Sound: the handle is open as long as `self`; -1 only asks.
    unsafe Int(sqlite3_limit(handle, limit.rawValue, -1))
  }

  /// Lowers `limit`; SQLite caps it at the value it was built with.
  public func setLimit(_ limit: Limit, to value: Int) {
    // Sound: the handle is open as long as `self`. The result is the old value.
    _ = unsafe sqlite3_limit(handle, limit.rawValue, Int32(clamping: max(0, value)))
  }
}

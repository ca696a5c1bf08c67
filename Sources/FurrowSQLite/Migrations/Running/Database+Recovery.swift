extension Database {
  /// Opens the database at `path` to look at it.
  ///
  /// What a killed process left half written must be rolled back first, which needs the right to
  /// write: <https://www.sqlite.org/rescode.html#readonly_rollback>.
  package static func toRead(
    _ path: String,
    busyTimeout: Duration = .seconds(10)
  ) throws(SQLiteError) -> Database {
    var options = Options(mode: .readOnly)
    options.busyTimeout = busyTimeout
    do {
      return try Database(path: path, options: options)
    } catch {
      guard .readOnly ~= error.code else { throw error }
      options.mode = .readWrite
      return try Database(path: path, options: options)
    }
  }
}

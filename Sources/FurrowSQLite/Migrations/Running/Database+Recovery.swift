extension Database {
  /// Opens the database at `path` to look at it.
  package static func toRead(
    _ path: String,
    busyTimeout: Duration = .seconds(10)
  ) throws(SQLiteError) -> Database {
    var options = Options(mode: .readOnly)
    options.busyTimeout = busyTimeout
    return try Database(path: path, options: options)
  }
}

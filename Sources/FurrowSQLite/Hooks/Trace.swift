internal import CSQLite

/// What a connection tells about the statements it runs.
public enum TraceEvent: Hashable, Sendable {
  /// A statement starts.
  case starts(sql: String)
  /// A statement has ended, after so long.
  case ended(sql: String, duration: Duration)
}

/// Who is told of statements.
final class TraceHandler {
  let showsValues: Bool
  let body: (TraceEvent) -> Void

  init(showsValues: Bool, _ body: @escaping (TraceEvent) -> Void) {
    self.showsValues = showsValues
    self.body = body
  }
}

extension Database {
  /// Tells `body` of each statement as it starts and ends; `nil` ends that.
  ///
  /// It must not use the database: <https://www.sqlite.org/c3ref/trace_v2.html>. Bound values
  /// stand in the SQL of the start only if `showsValues` asks for it, which brings them into logs.
  public func setTrace(showsValues: Bool = false, _ body: ((TraceEvent) -> Void)?) {
    guard let body else {
      // Sound: the handle is open as long as `self`.
      _ = unsafe sqlite3_trace_v2(handle, 0, nil, nil)
      callbacks.trace = nil
      return
    }
    let handler = TraceHandler(showsValues: showsValues, body)
    // Sound: the context is kept in `callbacks` until another handler or none takes its place, and
    // the connection does not outlive `self`. The code cannot be an error for an open handle.
    _ = unsafe sqlite3_trace_v2(
      handle,
      UInt32(SQLITE_TRACE_STMT | SQLITE_TRACE_PROFILE),
      { kind, context, statement, detail in
        guard let context = unsafe context, let statement = unsafe statement else { return 0 }
        let handler = unsafe Unmanaged<TraceHandler>.fromOpaque(context).takeUnretainedValue()
        unsafe handler.tell(kind, OpaquePointer(statement), detail)
        return 0
      },
      Unmanaged.passUnretained(handler).toOpaque()
    )
    callbacks.trace = handler
  }
}

extension TraceHandler {
  /// Makes the event of SQLite's four arguments.
  fileprivate func tell(
    _ kind: UInt32,
    _ statement: OpaquePointer,
    _ detail: UnsafeMutableRawPointer?
  ) {
    // Sound: SQLite gives a live statement; for a profile `detail` points to its nanoseconds, for
    // a start to the terminated text of a trigger's comment or of the statement.
    guard let text = unsafe sqlite3_sql(statement) else { return }
    let sql = unsafe String(cString: text)
    if kind == UInt32(SQLITE_TRACE_PROFILE) {
      let nanoseconds = unsafe detail?.assumingMemoryBound(to: Int64.self).pointee ?? 0
      body(.ended(sql: sql, duration: .nanoseconds(nanoseconds)))
      return
    }
    // A text of `--` is a trigger that starts inside the statement.
    if let detail = unsafe detail?.assumingMemoryBound(to: UInt8.self), unsafe detail[0] == 0x2D,
      unsafe detail[1] == 0x2D
    {
      return
    }
    guard showsValues, let expanded = unsafe sqlite3_expanded_sql(statement) else {
      body(.starts(sql: sql))
      return
    }
    defer { unsafe sqlite3_free(expanded) }
    unsafe body(.starts(sql: String(cString: expanded)))
  }
}

internal import CSQLite

extension Database {
  /// Keeps all statements from opening or making another database file, as ATTACH and VACUUM INTO do.
  ///
  /// The authorizer is asked when a statement is compiled, and VACUUM has an ATTACH compiled while it
  /// runs, of a file without a name unless it has an INTO.
  /// <https://www.sqlite.org/c3ref/set_authorizer.html>
  func confine() {
    // Sound: the handle is open as long as `self`; the callback has no context.
    _ = unsafe sqlite3_set_authorizer(
      handle,
      { _, action, first, _, _, _ in
        guard action == SQLITE_ATTACH else { return SQLITE_OK }
        // A name that is not written out is not known here.
        guard let first = unsafe first, unsafe first.pointee == 0 else { return SQLITE_DENY }
        return SQLITE_OK
      },
      nil
    )
  }
}

internal import CSQLite

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

extension Database {
  /// Opens `path` and gives the handle, closed again on failure.
  static func open(_ path: String, _ options: Options) throws(SQLiteError) -> OpaquePointer {
    let isURI = options.acceptsURI && path.hasPrefix("file:")
    if !isURI { try refuseUnlessFile(path, options.mode) }
    var handle: OpaquePointer?
    // Sound: both texts are terminated copies for the call; `handle` outlives it.
    let code = unsafe sqlite3_open_v2(
      isURI ? path : asPlainPath(path),
      &handle,
      flags(for: options.mode) | (isURI ? SQLITE_OPEN_URI : 0),
      options.fileSystem
    )
    guard let handle = unsafe handle else {
      throw SQLiteError(code: .outOfMemory, message: "out of memory")
    }
    // Sound: the handle was just opened. It gives extended codes from now on.
    _ = unsafe sqlite3_extended_result_codes(handle, 1)
    guard code == SQLITE_OK else {
      var error = unsafe Self.error(of: handle, path: path)
      if let fileSystem = options.fileSystem, error.systemError == nil {
        error.message += " (virtual file system \"\(fileSystem)\")"
      }
      // Sound: a handle must be closed even if opening failed, and nobody else has it.
      _ = unsafe sqlite3_close_v2(handle)
      throw error
    }
    return unsafe handle
  }

  /// Applies the options and reads the file's header for the first time.
  func configure() throws(SQLiteError) {
    installBusyHandler()
    let strings: Int32 = options.acceptsDoubleQuotedStrings ? 1 : 0
    // Sound: the handle is open as long as `self`. An old library that does not know the switch keeps its default.
    _ = unsafe furrow_sqlite_switch(handle, SQLITE_DBCONFIG_DQS_DML, strings)
    try readHeader()
    if options.mode != .readOnly, isReadOnly {
      throw SQLiteError(
        code: .readOnly,
        message: "no permission to write the file",
        path: filePath
      )
    }
    try setForeignKeys(options.enforcesForeignKeys)
    if let size = options.cacheKibibytes {
      try execute("PRAGMA cache_size = \(raw: String(-size))")
    }
    if let journal = options.journal { try setJournal(journal) }
    if let synchronous = options.synchronous {
      try execute("PRAGMA synchronous = \(raw: synchronous.rawValue)")
    }
    if options.isConfined { confine() }
  }

  /// Reads the schema's version, which makes SQLite open, lock and check the file.
  ///
  /// What a killed process left half written is rolled back first, and that takes the right to
  /// write: who only reads has another connection do it.
  /// <https://www.sqlite.org/rescode.html#readonly_rollback>
  private func readHeader() throws(SQLiteError) {
    do {
      _ = try firstValue("PRAGMA schema_version")
    } catch {
      guard options.mode == .readOnly, .readOnly ~= error.code else { throw error }
      var writing = options
      writing.mode = .readWrite
      do { _ = try Database(path: path, options: writing) } catch _ {
        throw SQLiteError(
          code: .cannotOpen,
          message:
            "it has a write-ahead log, and to read that takes files beside it that nobody may"
            + " make here; copy it to a folder that can be written",
          path: filePath
        )
      }
      _ = try firstValue("PRAGMA schema_version")
    }
  }

  /// Switches the enforcement of foreign keys and reads the switch back.
  ///
  /// SQLite ignores the pragma inside a transaction without a word, and a library built without
  /// foreign keys ignores it always: <https://www.sqlite.org/pragma.html#pragma_foreign_keys>.
  /// - Throws: `misuse` if the switch did not take.
  public func setForeignKeys(_ isEnforced: Bool) throws(SQLiteError) {
    try execute("PRAGMA foreign_keys = \(raw: isEnforced ? "ON" : "OFF")")
    let value = try firstValue("PRAGMA foreign_keys")
    guard value == .integer(isEnforced ? 1 : 0) else {
      throw SQLiteError(
        code: .misuse,
        message: "foreign keys cannot be switched \(isEnforced ? "on" : "off") here"
          + (isInTransaction ? ", inside a transaction" : "")
      )
    }
  }

  /// Switches all triggers of the connection on or off.
  ///
  /// <https://www.sqlite.org/c3ref/c_dbconfig_defensive.html#sqlitedbconfigenabletrigger>
  package func setTriggers(_ areEnabled: Bool) {
    // Sound: the handle is open as long as `self`. Every library since 3.7 knows the switch.
    _ = unsafe furrow_sqlite_switch(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, areEnabled ? 1 : 0)
  }

  /// Sets the journal and reads back what SQLite made of it, which may be another one.
  private func setJournal(_ journal: Journal) throws(SQLiteError) {
    let found = try firstText("PRAGMA journal_mode = \(raw: journal.rawValue)") ?? ""
    guard found == journal.rawValue else {
      throw SQLiteError(
        code: .misuse,
        message: "the journal cannot be \"\(journal.rawValue)\" here; it is \"\(found)\"",
        path: filePath
      )
    }
  }

  /// SQLite's own mutex is left out: this type and its statements cannot be shared by threads, so
  /// the compiler proves what the mutex would guard (<https://www.sqlite.org/threadsafe.html>).
  private static func flags(for mode: Mode) -> Int32 {
    SQLITE_OPEN_NOMUTEX
      | {
        switch mode {
        case .readOnly: SQLITE_OPEN_READONLY
        case .readWrite: SQLITE_OPEN_READWRITE
        case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        }
      }()
  }

  /// Keeps SQLite from reading `file:...` as a URI, which some builds do for every path.
  private static func asPlainPath(_ path: String) -> String {
    path.hasPrefix("file:") ? "./" + path : path
  }

  /// Says why a database cannot be made; SQLite would try to read it then, and say that it is not there.
  private static func refuseIfUnwritable(folderOf path: String) throws(SQLiteError) {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    // Sound: the path is a terminated copy for each call.
    guard unsafe access(folder, F_OK) == 0, unsafe access(folder, W_OK | X_OK) != 0 else { return }
    throw SQLiteError(
      code: .cannotOpen,
      message: "unable to open database file",
      path: path,
      systemError: errno
    )
  }

  /// Says in plain words what SQLite would only call "unable to open database file".
  private static func refuseUnlessFile(_ path: String, _ mode: Mode) throws(SQLiteError) {
    guard path != ":memory:", !path.isEmpty else { return }
    if path.utf8.contains(0) {
      throw SQLiteError(code: .cannotOpen, message: "the path holds a NUL character", path: path)
    }
    var status = stat()
    // Sound: the path is a terminated copy for the call; `status` outlives it.
    guard unsafe stat(path, &status) == 0 else {
      let number = errno
      if number == ENOENT, mode == .create { return try refuseIfUnwritable(folderOf: path) }
      throw SQLiteError(
        code: .cannotOpen,
        message: "unable to open database file",
        path: path,
        systemError: number
      )
    }
    if status.st_mode & S_IFMT == S_IFDIR {
      throw SQLiteError(
        code: .cannotOpen,
        message: "it is a folder",
        path: path,
        systemError: nil
      )
    }
  }
}

extension Duration {
  /// Milliseconds within what SQLite takes.
  var wholeMilliseconds: Int32 {
    let (seconds, attoseconds) = components
    guard seconds >= 0 else { return 0 }
    guard seconds < 2_000_000 else { return 2_000_000_000 }
    return Int32(seconds * 1000 + attoseconds / 1_000_000_000_000_000)
  }
}

internal import CSQLite

extension Database {
  /// Opens a new, empty database in memory, which goes with its connection.
  public static func inMemory(_ options: Options = Options()) throws(SQLiteError) -> Database {
    try Database(path: ":memory:", options: options.making)
  }

  /// Opens a new, empty database that may spill to a file, which goes with its connection.
  public static func temporary(_ options: Options = Options()) throws(SQLiteError) -> Database {
    try Database(path: "", options: options.making)
  }

  /// The options that the library was built with, without `SQLITE_`, such as `THREADSAFE=1`:
  /// <https://www.sqlite.org/compile.html>.
  package static var compileOptions: [String] {
    var options: [String] = []
    // Sound: constant, terminated texts, and NULL behind the last one.
    while let option = unsafe sqlite3_compileoption_get(Int32(options.count)) {
      options.append(unsafe String(cString: option))
    }
    return options
  }

  /// SQLite's version as a number, 3040001 for 3.40.1.
  public static var libraryVersionNumber: Int { Int(sqlite3_libversion_number()) }

  /// Whether the library was built for programs with threads, which ``DatabaseQueue`` and
  /// ``DatabasePool`` need: <https://www.sqlite.org/c3ref/threadsafe.html>.
  public static var isLibraryThreadSafe: Bool { sqlite3_threadsafe() != 0 }

  /// A number of the program's own in the file's header, for the version of its schema.
  ///
  /// <https://www.sqlite.org/pragma.html#pragma_user_version>
  /// - Throws: what SQLite says.
  public func userVersion() throws(SQLiteError) -> Int32 {
    Int32(truncatingIfNeeded: try firstInteger("PRAGMA user_version") ?? 0)
  }

  /// Sets the number that `userVersion()` reads.
  public func setUserVersion(_ version: Int32) throws(SQLiteError) {
    try execute("PRAGMA user_version = \(raw: String(version))")
  }

  /// A number in the file's header that says which program's file it is; 0 if none says so.
  ///
  /// <https://www.sqlite.org/pragma.html#pragma_application_id>
  /// - Throws: what SQLite says.
  public func applicationID() throws(SQLiteError) -> Int32 {
    Int32(truncatingIfNeeded: try firstInteger("PRAGMA application_id") ?? 0)
  }

  /// Sets the number that `applicationID()` reads.
  public func setApplicationID(_ id: Int32) throws(SQLiteError) {
    try execute("PRAGMA application_id = \(raw: String(id))")
  }

  /// Sets how long to wait for another program's lock; zero fails at once.
  public func setBusyTimeout(_ timeout: Duration) {
    busyHandler.timeout = timeout
  }

  /// Makes the database file at `path` part of this connection, called `schema` in SQL.
  ///
  /// - Throws: what SQLite says; `error` inside a transaction, or beyond the limit of
  ///   ``Limit/attached``.
  public func attach(_ path: String, as schema: String) throws(SQLiteError) {
    try execute("ATTACH DATABASE ? AS ?", [.text(path), .text(schema)])
  }

  /// Takes the database called `schema` off this connection.
  ///
  /// - Throws: `error` inside a transaction, or if there is none.
  public func detach(_ schema: String) throws(SQLiteError) {
    cache.removeAll()
    try execute("DETACH DATABASE ?", [.text(schema)])
  }

  /// The databases of this connection: `main`, `temp` if used, and attached ones.
  ///
  /// - Returns: The name of each in SQL, and the absolute path of its file, empty if it has none.
  public func schemas() throws(SQLiteError) -> [(name: String, path: String)] {
    try query("SELECT name, file FROM pragma_database_list ORDER BY seq") { row in
      (name: row.text(at: 0) ?? "", path: row.text(at: 1) ?? "")
    }
  }
}

extension Database.Options {
  /// The same choices, for a database that cannot exist yet.
  fileprivate var making: Self {
    var options = self
    options.mode = .create
    return options
  }
}

internal import FurrowSQLite

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Makes many changes to a database appear as one: they are made to a copy, which then takes the place
/// of the original in a single transaction.
///
/// Whoever reads the original sees the old state or the new one, with connections that stay open, and
/// a process that is killed leaves the old one. Whoever writes to it meanwhile is not overrun: the
/// change is noticed, and nothing is put in its place.
public final class DatabaseRewrite {
  /// The copy, a file beside the original.
  public let copy: String
  private let path: String
  private let busyTimeout: Duration
  private let lock: MigrationLock
  /// A connection to the original, and what tells whether another one has committed; `nil` when there
  /// is no original.
  private let original: (database: Database, version: Int64)?
  /// A connection that tells whether the copy was changed.
  private var watch: (database: Database, version: Int64)?

  /// Copies the database at `path`, of which there can be one rewrite at a time.
  ///
  /// - Throws: ``PipelineError`` when it is locked, or cannot be copied.
  public init(of path: String, busyTimeout: Duration) throws(PipelineError) {
    self.path = path
    self.busyTimeout = busyTimeout
    copy = path + "-furrow-run"
    do throws(MigrationError) {
      lock = try MigrationLock(of: path, waiting: busyTimeout)
    } catch {
      throw .plan(error.description)
    }
    Self.remove(copy)
    guard !DatabaseFile(path).isNew else {
      original = nil
      return
    }
    original = try database { () throws(SQLiteError) in
      var options = Database.Options(mode: .readWrite)
      options.busyTimeout = busyTimeout
      let database = try Database(path: path, options: options)
      return (database, try Self.version(of: database))
    }
    do throws(PipelineError) {
      try makeCopy()
    } catch {
      Self.remove(copy)
      throw error
    }
  }

  private func makeCopy() throws(PipelineError) {
    try database { [original, copy] () throws(SQLiteError) in
      let target = try Database(path: copy, options: Database.Options(mode: .create))
      try original?.database.backUp(to: target)
      // The original may have a log beside it; the copy is one file.
      _ = try target.firstValue("PRAGMA journal_mode = DELETE")
    }
    watch = try database { [copy] () throws(SQLiteError) in
      let database = try Database(path: copy)
      return (database, try Self.version(of: database))
    }
  }

  /// Puts the copy in the place of the original, if it was changed.
  ///
  /// - Throws: ``PipelineError`` when another program has changed the original meanwhile.
  public func publish() throws(PipelineError) {
    defer { discard() }
    guard let original else { return try publishNew() }
    try database { [watch, copy, busyTimeout] () throws(SQLiteError) in
      if let watch, try Self.version(of: watch.database) == watch.version { return }
      var options = Database.Options(mode: .readOnly)
      options.busyTimeout = busyTimeout
      try Self.write(try Database(path: copy, options: options), over: original)
    }
  }

  /// Gives the copy of nothing its name, unless somebody has made a database of that name.
  private func publishNew() throws(PipelineError) {
    guard !DatabaseFile(copy).isNew else { return }
    // Sound: the paths are terminated copies for the call.
    guard unsafe link(copy, path) == 0 else {
      if errno == EEXIST { throw Self.changed(path) }
      throw .plan("\(path): cannot be made: error \(errno)")
    }
  }

  /// Takes away the copy.
  public func discard() {
    watch = nil
    Self.remove(copy)
  }

  /// Writes all pages over the original in one transaction, with no other writer in between.
  private static func write(
    _ copy: Database,
    over original: (database: Database, version: Int64)
  ) throws(SQLiteError) {
    let database = original.database
    let isLogged = try database.firstText("PRAGMA journal_mode") == "wal"
    if isLogged {
      // Readers hold the file of a logged database; the first page locks out writers, and nobody
      // sees it before the last one.
      let second = try Database(path: database.path, options: database.options)
      var isFirst = true
      try copy.backUp(to: second, pages: 1) { _ throws(SQLiteError) in
        guard isFirst else { return }
        isFirst = false
        try proveUnchanged(original)
      }
      return
    }
    // The lock stays between the look and the writing.
    _ = try database.firstValue("PRAGMA locking_mode = EXCLUSIVE")
    defer { _ = try? database.firstValue("PRAGMA locking_mode = NORMAL") }
    try database.execute("BEGIN EXCLUSIVE")
    do throws(SQLiteError) {
      try proveUnchanged(original)
    } catch {
      database.rollBack()
      throw error
    }
    try database.commit()
    try copy.backUp(to: database)
  }

  private static func proveUnchanged(
    _ original: (database: Database, version: Int64)
  ) throws(SQLiteError) {
    guard try version(of: original.database) == original.version else {
      throw SQLiteError(
        code: .abort,
        message: "\(original.database.path): another program changed the database during the run;"
          + " nothing of the run is kept"
      )
    }
  }

  /// A number that changes when another connection commits.
  /// <https://www.sqlite.org/pragma.html#pragma_data_version>
  private static func version(of database: Database) throws(SQLiteError) -> Int64 {
    try database.firstInteger("PRAGMA data_version") ?? 0
  }

  private static func changed(_ path: String) -> PipelineError {
    .plan("\(path): another program made the database during the run; nothing of the run is kept")
  }

  private static func remove(_ path: String) {
    for suffix in ["", "-journal", "-wal", "-shm"] {
      // Sound: the path is a terminated copy for the call. What is not there need not go.
      _ = unsafe unlink(path + suffix)
    }
  }
}

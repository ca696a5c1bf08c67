internal import FurrowFormats
internal import FurrowSQLite

/// The file that an import writes to, and whether it was there before.
package struct DatabaseFile {
  private let path: String
  /// Whether there was no file when this value was made.
  package let isNew: Bool
  /// Where a fast import makes the database, to give it its name when it is whole.
  private let temporary: String?

  package init(_ path: String, isFast: Bool = false) {
    self.path = path
    isNew = !Folder.hasFile(path)
    temporary = isFast ? Folder.temporaryName(beside: path) : nil
  }

  /// Opens the database; a missing one is made when the plan makes tables, too.
  func open(_ plan: ImportPlan) throws(PipelineError) -> Database {
    if temporary != nil, !isNew {
      throw .plan("\(path) is there already; --fast is only for a database that the run makes")
    }
    let isNewAndFast = temporary != nil
    var options = Database.Options(mode: plan.creation == .auto ? .create : .readWrite)
    options.busyTimeout = plan.busyTimeout
    options.cacheKibibytes = (isNewAndFast ? 40 : 16) << 10
    options.fileSystem = Database.writeBehindFileSystem
    if isNewAndFast {
      // Nobody else knows the file, and without its name it is worth nothing.
      options.synchronous = .off
      options.journal = .memory
    }
    var stopsWaiting: (@Sendable () -> Bool)?
    if let cancellation = plan.cancellation { stopsWaiting = { cancellation.isCancelled } }
    return try database { () throws(SQLiteError) in
      let database = try Database(
        path: temporary ?? path,
        options: options,
        stopsWaiting: stopsWaiting
      )
      if isNewAndFast { try database.execute("PRAGMA locking_mode = EXCLUSIVE") }
      return database
    }
  }

  /// Gives a database that was made elsewhere its name, when it is on the disk.
  func publish() throws(PipelineError) {
    guard let temporary else { return }
    let path = path
    try writing { () throws(WriteFailure) in try Folder.publish(temporary, as: path) }
  }

  /// Takes away what the run made: the database was not there, and nothing was committed to it.
  ///
  /// Another run may have found it missing, too, and have filled it since: only an empty file goes,
  /// or one that nobody else knows.
  package func removeIfNew() {
    if let temporary { return Folder.remove(temporary) }
    if isNew { Folder.removeIfEmpty(path) }
  }
}

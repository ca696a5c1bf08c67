internal import FurrowFormats
internal import FurrowSQLite

/// The file that an import writes to, and whether it was there before.
package struct DatabaseFile {
  private let path: String
  /// Whether there was no file when this value was made.
  package let isNew: Bool

  package init(_ path: String) {
    self.path = path
    isNew = !Folder.hasFile(path)
  }

  /// Opens the database; a missing one is made when the plan makes tables, too.
  func open(_ plan: ImportPlan) throws(PipelineError) -> Database {
    var options = Database.Options(mode: plan.creation == .auto ? .create : .readWrite)
    options.busyTimeout = plan.busyTimeout
    options.cacheKibibytes = 16 << 10
    return try database { () throws(SQLiteError) in try Database(path: path, options: options) }
  }

  /// Takes away what the run made: the database was not there, and nothing was committed to it.
  ///
  /// Another run may have found it missing, too, and have filled it since: only an empty file goes.
  package func removeIfNew() {
    if isNew { Folder.removeIfEmpty(path) }
  }
}

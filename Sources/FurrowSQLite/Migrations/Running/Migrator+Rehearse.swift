extension Migrator {
  /// What a rehearsal has shown.
  public struct Rehearsal: Sendable {
    /// The run on the copy.
    public let run: Run
    /// How long it took, without the copying.
    public let duration: Duration
    /// The schema's changes.
    public let differences: [SchemaDifference]
    /// The tables whose number of rows changed, with the numbers before and after.
    public let rowCounts: [(table: String, before: Int64?, after: Int64?)]
  }

  /// Runs `up` on a copy of the database at `path`, which is only read.
  ///
  /// `folder`: where the copy stands meanwhile.
  /// - Throws: What `up` would throw; `backup` if the copy cannot be made.
  public func rehearse(
    _ path: String,
    in folder: String,
    _ options: Options = Options()
  ) throws(MigrationError) -> Rehearsal {
    let copy = try ScratchDatabase(copyOf: path, in: folder, unless: options.isCancelled)
    defer { withExtendedLifetime(copy) {} }
    let database: Database
    do { database = try Database(path: copy.path) } catch { throw MigrationError(error) }
    let before = try SchemaDump(of: database)
    let rowsBefore = try Self.counts(database)
    var options = options
    options.backup = nil
    let start = ContinuousClock.now
    let run = try up(database, options)
    let duration = ContinuousClock.now - start
    let rowsAfter = try Self.counts(database)
    let tables = Set(rowsBefore.keys).union(rowsAfter.keys).sorted()
    return Rehearsal(
      run: run,
      duration: duration,
      differences: before.differences(to: try SchemaDump(of: database)),
      rowCounts: tables.filter { rowsBefore[$0] != rowsAfter[$0] }
        .map { ($0, rowsBefore[$0], rowsAfter[$0]) }
    )
  }

  private static func counts(_ database: Database) throws(MigrationError) -> [String: Int64] {
    do throws(SQLiteError) {
      var counts: [String: Int64] = [:]
      for table in try database.tableNames() where !MigrationHistory.ownNames.contains(table) {
        counts[table] = try database.firstInteger("SELECT count(*) FROM \(identifier: table)")
      }
      return counts
    } catch {
      throw MigrationError(error)
    }
  }
}

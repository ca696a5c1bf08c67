extension Migrator {
  /// What was undone, and what was applied behind that.
  public typealias Replacement = (undone: [Migration], run: Run)

  /// Undoes the migrations that the folder lacks, by the way back kept in the database, and applies
  /// those that the database lacks: for the database of a developer who has changed branches.
  ///
  /// - Throws: `irreversible` if one that the folder lacks has no way back; `state` for a database
  ///   marked as production; else as `up` and `down`.
  @discardableResult
  public func sync(
    _ database: Database,
    _ options: Options = Options()
  ) throws(MigrationError) -> Replacement {
    try Self.refuseProduction(database, "undo what the folder lacks", options)
    return try holdingLock(database, options) { options throws(MigrationError) in
      let entries = try status(of: database).entries
      do throws(MigrationError) {
        for entry in entries { try PendingRules.refuse(entry) }
      } catch {
        throw try explaining(error, database)
      }
      let unknown = entries.filter {
        ($0.state == .missing || $0.state == .ahead) && !$0.version.isRepeatable
      }
      return try replace(database, .versions(Set(unknown.map(\.version))), nil, options)
    }
  }

  /// Undoes migrations, the one applied last first, and applies them again.
  ///
  /// - Throws: `state` for a database marked as production; else as `up` and `down`.
  @discardableResult
  public func redo(
    _ database: Database,
    steps: Int = 1,
    _ options: Options = Options(),
    ignoresDrift: Bool = false
  ) throws(MigrationError) -> Replacement {
    try Self.refuseProduction(database, "undo migrations and apply them again", options)
    return try holdingLock(database, options) { options throws(MigrationError) in
      try replace(database, .steps(steps), ignoresDrift, options)
    }
  }

  /// `ignoresDrift`: `nil` for what is applied to the end, not only as far as it was.
  private func replace(
    _ database: Database,
    _ extent: Extent,
    _ ignoresDrift: Bool?,
    _ options: Options
  ) throws(MigrationError) -> Replacement {
    let undone = try down(database, extent, options, ignoresDrift: ignoresDrift ?? false)
    var options = options
    options.allowsOutOfOrder = true
    if !undone.isEmpty { options.backup = nil }
    if ignoresDrift != nil {
      guard let last = undone.map(\.version).max() else { return ([], Run()) }
      options.target = last
    }
    do throws(MigrationError) {
      return (undone, try up(database, options))
    } catch {
      guard !undone.isEmpty else { throw error }
      var error = error
      error.message += "; undone before, and not applied again: "
      error.message += undone.map(\.version.text).joined(separator: ", ")
      if error.outcome == .unchanged { error.outcome = .committed([]) }
      throw error
    }
  }

  private func holdingLock<Result>(
    _ database: Database,
    _ options: Options,
    _ body: (Options) throws(MigrationError) -> Result
  ) throws(MigrationError) -> Result {
    var lock: MigrationLock?
    if !options.isLocked, let path = database.filePath {
      lock = try MigrationLock(
        of: path,
        waiting: database.busyTimeout,
        unless: options.isCancelled
      )
    }
    defer { withExtendedLifetime(lock) {} }
    var options = options
    options.isLocked = true
    return try body(options)
  }
}

internal import FurrowCore
internal import FurrowSQLite

/// A table that is ready to be filled, and what has to be done when it is.
struct ReadyTarget {
  let target: Target
  /// Keys that can be judged only at the end.
  var deferredKeys: DeferredKeys?
  /// What was done with the rows that were there.
  var replacement: TableReplacement?
  /// Indexes that are made when the table is full.
  var lateIndexes: LateIndexes?

  /// Does what had to wait, and proves that nothing else suffered.
  func complete(in database: Database) throws(SQLiteError) {
    try lateIndexes?.make()
    try replacement?.check()
  }
}

extension Importer {
  /// Finds, makes, empties or replaces the table called `name`, inside the run's transaction.
  mutating func makeReady(
    _ name: String,
    _ creation: TableCreation?,
    in database: Database
  ) throws(PipelineError) -> ReadyTarget {
    let old = try FurrowPipeline.database { () throws(SQLiteError) in try database.table(name) }
    var replacement: TableReplacement?
    if let old, plan.existing == .replace || plan.existing == .truncate {
      replacement = try FurrowPipeline.database { () throws(SQLiteError) in
        try TableReplacement(old, in: database)
      }
    }
    if let creation {
      try FurrowPipeline.database { () throws(SQLiteError) in
        try replacement?.remake(creation.sql)
        if replacement == nil { try database.execute(SQL(raw: creation.sql)) }
      }
      report.createdTable = creation.sql
    }
    guard let target = try Target(name, in: database, blobText: plan.blobText) else {
      throw try .plan(missing(name, in: database))
    }
    report.table = target.table.name
    let deferred = try DeferredKeys(target, in: database, conflict: plan.conflict)
    if plan.isWrittenDown { try begin(target, deferred, in: database) }
    if old != nil, !(checkpoints?.isResumed ?? false) {
      if plan.existing == .fail { throw .plan(Self.isThere(target.table.name, plan)) }
      if plan.existing == .truncate {
        try FurrowPipeline.database { () throws(SQLiteError) in try replacement?.empty() }
      }
    }
    var ready = ReadyTarget(target: target, deferredKeys: deferred, replacement: replacement)
    if plan.isLookingAtRecordsOnly, target.canHaveLateIndexes {
      ready.lateIndexes = try FurrowPipeline.database { () throws(SQLiteError) in
        try LateIndexes(of: target.table.name, in: database)
      }
    }
    return ready
  }

  private mutating func begin(
    _ target: Target,
    _ deferred: DeferredKeys?,
    in database: Database
  ) throws(PipelineError) {
    if deferred != nil, plan.commitRule != nil {
      throw .plan(
        "\(target.table.name) refers to itself, and its foreign keys can be judged only at the end:"
          + " --commit-every is not possible"
      )
    }
    let checkpoints = try Checkpoints(plan, target, dialects: dialects, in: database)
    self.checkpoints = checkpoints
    report.ledger = checkpoints.run.ledger
    report.resumedRun = checkpoints.isResumed ? checkpoints.run.id : nil
  }

  /// The table to make, if it is missing or has to be made anew.
  func creation(
    of name: String,
    from sources: inout SourceOpening,
    in database: Database
  ) throws(PipelineError) -> TableCreation? {
    if plan.existing == .replace, plan.isWrittenDown {
      throw .plan("--if-exists replace is all or nothing: drop --commit-every and --resume")
    }
    let old = try FurrowPipeline.database { () throws(SQLiteError) in try database.table(name) }
    if let old, plan.existing == .fail, !plan.resumes {
      throw .plan(Self.isThere(old.name, plan))
    }
    // What cannot be replaced is told before the sources are read.
    if let old, plan.existing == .replace || plan.existing == .truncate {
      _ = try FurrowPipeline.database { () throws(SQLiteError) in
        try TableReplacement(old, in: database)
      }
    }
    guard old == nil || plan.existing == .replace else { return nil }
    guard plan.creation == .auto else { throw try .plan(missing(name, in: database)) }
    return try sources.creation(of: old?.name ?? name, in: database)
  }

  private static func isThere(_ name: String, _ plan: ImportPlan) -> String {
    "\(plan.database): there is a table \"\(name)\" already, and --if-exists fail was asked for"
  }

  private func missing(_ name: String, in database: Database) throws(PipelineError) -> String {
    let names = try FurrowPipeline.database { () throws(SQLiteError) in try database.tableNames() }
    return "\(plan.database): no such table: \"\(name)\"\(Spelling.hint(for: name, among: names))"
  }
}

extension Target {
  /// Whether nothing looks into the table while it is filled: no trigger, no key to itself.
  fileprivate var canHaveLateIndexes: Bool {
    table.kind == .table && !hasTriggers && !hasLateKeys
  }
}

extension ImportPlan {
  /// Whether all is one transaction, and no expression can ask for rows of the table.
  fileprivate var isLookingAtRecordsOnly: Bool {
    let texts = expressions.map(\.sql) + [filter ?? ""]
    return !isWrittenDown && !texts.contains { $0.lowercased().contains("select") }
  }
}

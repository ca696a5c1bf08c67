internal import FurrowCore
internal import FurrowFormats
internal import FurrowSQLite

/// Runs an import: all sources in one transaction, all or nothing unless asked otherwise.
public struct Importer {
  let plan: ImportPlan
  var report = ImportReport()
  var logs: [RejectLog] = []
  var checkpoints: Checkpoints?
  /// The dialects that sources were found to be written in.
  var dialects: [Int: Dialect] = [:]

  /// Makes an importer for `plan`.
  public init(_ plan: ImportPlan) {
    self.plan = plan
  }

  /// Proves that the sources are there, and have the shapes that they have to have.
  ///
  /// - Throws: ``PipelineError`` with what they lack; nothing is written.
  public consuming func prove() throws(PipelineError) {
    var sources = SourceOpening(plan)
    try sources.check()
  }

  /// Runs the import once and tells what became of every record.
  public consuming func run() -> ImportReport {
    let start = ContinuousClock.now
    do throws(PipelineError) {
      try load()
      report.status = report.ledger.rejected == 0 ? .complete : .rejects
      report.isDryRun = plan.isDryRun
    } catch {
      if let checkpoints {
        report.ledger = checkpoints.committed
        report.isPartlyLoaded = checkpoints.hasCommitted || checkpoints.isResumed
      } else {
        report.ledger.undo()
      }
      // Whatever ended first, it did so because of the wish: a read, a statement, the loop itself.
      let isCancelled = plan.cancellation?.isCancelled ?? false
      report.status = isCancelled ? .interrupted : .failed
      report.failure = isCancelled ? .interrupted(isPartlyLoaded: report.isPartlyLoaded) : error
    }
    report.duration = start.duration(to: .now)
    return report
  }

  private mutating func load() throws(PipelineError) {
    var sources = SourceOpening(plan)
    try sources.check()
    // A run that goes on reads in the dialects of the first one, which are in the database.
    if !plan.resumes { try sources.prepare() }
    let upgrade = try plan.upgrade?.run(for: plan)
    // The copy of a dry run lasts as long as the load.
    defer { withExtendedLifetime(upgrade) {} }
    report.appliedMigrations = upgrade?.applied.map(\.file) ?? []
    report.warnings = upgrade?.warnings ?? []
    let file = DatabaseFile(upgrade?.copy?.path ?? plan.database, isFast: plan.isFast)
    do throws(PipelineError) {
      try load(&sources, into: file)
      if !plan.isDryRun { try file.publish() }
    } catch {
      if !(checkpoints?.hasCommitted ?? false) { file.removeIfNew() }
      throw error
    }
    if plan.isDryRun { file.removeIfNew() }
  }

  /// Loads into the database of `file`, which is closed behind it.
  private mutating func load(
    _ sources: inout SourceOpening,
    into file: DatabaseFile
  ) throws(PipelineError) {
    let database = try file.open(plan)
    let endWatch = plan.cancellation?.watch(database)
    defer { endWatch?() }
    let name = plan.table ?? sources.tableName
    if plan.resumes {
      sources.recall(try Checkpoints.dialects(of: plan, name, in: database))
      try sources.prepare()
    }
    let creation = try creation(of: name, from: &sources, in: database)
    try FurrowPipeline.database { () throws(SQLiteError) in try database.begin(.immediate) }
    var deferredKeys: DeferredKeys?
    do throws(PipelineError) {
      dialects = sources.dialects
      report.inferredColumns = sources.inferredColumns
      let target = try makeReady(name, creation, in: database)
      sources.allowsBlankName = target.target.columns.contains { $0.name.isEmpty }
      deferredKeys = target.deferredKeys
      let isLoaded = checkpoints?.isComplete ?? false
      report.wasLoadedBefore = isLoaded
      plan.progress?.begin("loading", reading: plan.sources, after: report.ledger)
      for index in plan.sources.indices where !isLoaded && index >= checkpoints?.run.source ?? 0 {
        try load(&sources, at: index, into: target, of: database)
      }
      report.conflicts = sources.conflictCount
      try finish(target, of: database)
      logs.forEach { report.add($0, keeping: plan.keptFaults) }
    } catch {
      // What was found so far is worth more than the trouble of writing it down.
      try? deferredKeys?.tellRepeats()
      for log in logs {
        try? log.finish()
        report.add(log, keeping: plan.keptFaults)
      }
      database.rollBack()
      throw error
    }
  }

  /// Decides between COMMIT and ROLLBACK.
  private mutating func finish(
    _ target: ReadyTarget,
    of database: Database
  ) throws(PipelineError) {
    // The logs stay open until the last fault that can be found is in them.
    try target.deferredKeys?.settle(&report)
    for log in logs { try log.finish() }
    let ledger = report.ledger
    try ledger.judge(
      plan.rejectLimit,
      goesOnWithoutRejects: plan.goesOnWithoutRejects,
      done: "loaded"
    )
    plan.progress?.begin("finishing \(target.target.table.name)")
    try FurrowPipeline.database { () throws(SQLiteError) in
      try target.complete(in: database)
      try database.checkDeferredKeys(of: target.target.table.name)
    }
    if plan.isDryRun {
      database.rollBack()
      return
    }
    try plan.cancellation?.check()
    try checkpoints?.finish(ledger)
    if let mark = plan.mark {
      try FurrowPipeline.database { () throws(SQLiteError) in
        try StepMarks(database).write(
          mark,
          table: target.target.table.name,
          rejected: ledger.rejected
        )
      }
    }
    try FurrowPipeline.database { () throws(SQLiteError) in
      if target.target.isAutoincrement, ledger.rejected > 0 {
        try database.raiseSequence(of: target.target.table.name)
      }
      if plan.analyzes, target.target.table.kind == .table {
        try database.execute("ANALYZE main.\(identifier: target.target.table.name)")
      }
      try database.commit()
    }
    for log in logs { log.removeStale() }
  }
}

extension ImportReport {
  fileprivate mutating func add(_ log: RejectLog, keeping limit: Int) {
    faults += log.shown.prefix(max(0, limit - faults.count))
    counts.add(log)
    for (code, count) in log.counts { faultCounts[code.rawValue, default: 0] += count }
    rejectFiles += log.files
  }
}

internal import FurrowCore
internal import FurrowFormats
internal import FurrowSQLite

/// Runs an import: all sources in one transaction, all or nothing unless asked otherwise.
public struct Importer {
  private let plan: ImportPlan
  private var report = ImportReport()
  private var logs: [RejectLog] = []
  private var checkpoints: Checkpoints?

  /// Makes an importer for `plan`.
  public init(_ plan: ImportPlan) {
    self.plan = plan
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
    try sources.prepare()
    let file = DatabaseFile(plan.database)
    do throws(PipelineError) {
      let database = try file.open(plan)
      let endWatch = plan.cancellation?.watch(database)
      defer { endWatch?() }
      try load(&sources, into: database)
    } catch {
      if !(checkpoints?.hasCommitted ?? false) { file.removeIfNew() }
      throw error
    }
    if plan.isDryRun { file.removeIfNew() }
  }

  private mutating func load(
    _ sources: inout SourceOpening,
    into database: Database
  )
    throws(PipelineError)
  {
    let name = plan.table ?? sources.tableName
    let creation = try creation(of: name, from: &sources, in: database)
    try FurrowPipeline.database { () throws(SQLiteError) in try database.begin(.immediate) }
    do throws(PipelineError) {
      if let creation {
        try FurrowPipeline.database { () throws(SQLiteError) in
          try database.execute(SQL(raw: creation.sql))
        }
        report.createdTable = creation.sql
      }
      guard let target = try Target(name, in: database, blobText: plan.blobText) else {
        throw try .plan(missing(name, in: database))
      }
      report.table = target.table.name
      let deferred = try DeferredKeys(target, in: database, conflict: plan.conflict)
      if plan.isWrittenDown {
        if deferred != nil, plan.commitRule != nil {
          throw .plan(
            "\(name) refers to itself, and its foreign keys can be judged only at the end:"
              + " --commit-every is not possible"
          )
        }
        let checkpoints = try Checkpoints(plan, target, in: database)
        self.checkpoints = checkpoints
        report.ledger = checkpoints.run.ledger
        report.resumedRun = checkpoints.isResumed ? checkpoints.run.id : nil
      }
      let isLoaded = checkpoints?.isComplete ?? false
      report.wasLoadedBefore = isLoaded
      for index in plan.sources.indices where !isLoaded && index >= checkpoints?.run.source ?? 0 {
        try load(&sources, at: index, into: target, of: database, deferred)
      }
      try finish(target, of: database, deferred)
      logs.forEach { report.add($0, keeping: plan.keptFaults) }
    } catch {
      // What was found so far is worth more than the trouble of writing it down.
      for log in logs {
        try? log.finish()
        report.add(log, keeping: plan.keptFaults)
      }
      database.rollBack()
      throw error
    }
  }

  private mutating func load(
    _ sources: inout SourceOpening,
    at index: Int,
    into target: Target,
    of database: Database,
    _ deferred: DeferredKeys?
  ) throws(PipelineError) {
    let reader = try sources.open(index)
    let limit = database.value(of: .columns)
    if reader.columns.count > limit {
      throw .plan(
        "\(reader.path):\(reader.headerLine): \(reader.columns.count) columns, and \(limit) is the most"
          + " that can be loaded"
      )
    }
    report.warnings += sources.notes(of: index)
    // A JSON text without records has no columns to match.
    if reader.columns.isEmpty, try Self.isEmpty(reader) { return }
    let match = try ColumnMatch(reader, with: target, by: plan)
    report.warnings += reader.warnings + match.warnings
    let inserter = try FurrowPipeline.database { () throws(SQLiteError) in
      try BatchInserter(database, plan: match.plan, observer: deferred)
    }
    let log = RejectLog(
      RejectSource(
        path: reader.path,
        columns: reader.columns,
        header: reader.header,
        format: sources.format(of: index)
      ),
      directory: plan.rejectsFolder,
      protecting: ProtectedFiles(database: plan.database, sources: plan.sources),
      maximum: plan.rejectLimit?.maximum(of: report.ledger.rejected) ?? .max,
      stem: RejectSource.stems(of: plan.sources)[index],
      isResumable: plan.isWrittenDown,
      keptFaults: plan.keptFaults
    )
    if let place = checkpoints?.begin(index, log) {
      let checksum = try reading { () throws(ReadFailure) in try reader.skip(to: place) }
      try checkpoints?.check(checksum, of: reader.path)
    }
    logs.append(log)
    deferred?.begin(log)
    var pipeline = pipeline(
      from: reader,
      through: sources.stages(for: index, match.rules) + [TypeCheck(match.rules)],
      to: Loader(inserter),
      rejects: log
    )
    pipeline.listener = checkpoints
    pipeline.cancellation = plan.cancellation
    try pipeline.run(&report.ledger)
  }

  private static func isEmpty(_ reader: any RecordReader) throws(PipelineError) -> Bool {
    try reading { () throws(ReadFailure) in
      var batch = RecordBatch()
      while try reader.fill(&batch) {
        if batch.recordsRead > 0 { return false }
      }
      return true
    }
  }

  /// Puts the reader and the checks on a lane of their own, if there are two.
  private func pipeline(
    from reader: sending any RecordReader,
    through stages: [any Stage],
    to loader: Loader,
    rejects log: RejectLog
  ) -> Pipeline {
    if plan.lanes > 1 {
      return Pipeline(from: Lane(Intake(reader), through: stages), to: loader, rejects: log)
    }
    return Pipeline(from: Intake(reader), through: stages, to: loader, rejects: log)
  }

  /// Decides between COMMIT and ROLLBACK.
  private mutating func finish(
    _ target: Target,
    of database: Database,
    _ deferred: DeferredKeys?
  ) throws(PipelineError) {
    // The logs stay open until the last fault that can be found is in them.
    try deferred?.settle(&report)
    for log in logs { try log.finish() }
    let ledger = report.ledger
    guard ledger.isBalanced else {
      throw .unbalanced(
        "the books do not balance: read \(ledger.read), loaded \(ledger.loaded), rejected"
          + " \(ledger.rejected), duplicates \(ledger.duplicates), filtered \(ledger.filtered)"
      )
    }
    if case .percent(let most) = plan.rejectLimit,
      Double(ledger.rejected) * 100 > most * Double(ledger.read)
    {
      throw .rejected(
        "\(ledger.rejected) of \(ledger.read) records were rejected, more than --max-rejects allows"
      )
    }
    if ledger.rejected > 0, !plan.goesOnWithoutRejects {
      throw .rejected(
        "\(ledger.rejected) of \(ledger.read) records are at fault and nothing was loaded;"
          + " mend them, or load the others with --on-error reject --rejects DIR"
      )
    }
    try FurrowPipeline.database { () throws(SQLiteError) in
      try database.checkDeferredKeys(of: target.table.name)
    }
    if plan.isDryRun {
      database.rollBack()
      return
    }
    try plan.cancellation?.check()
    try checkpoints?.finish(ledger)
    if let mark = plan.mark {
      try FurrowPipeline.database { () throws(SQLiteError) in
        try StepMarks(database).write(mark, table: target.table.name, rejected: ledger.rejected)
      }
    }
    try FurrowPipeline.database { () throws(SQLiteError) in
      if target.isAutoincrement, ledger.rejected > 0 {
        try database.raiseSequence(of: target.table.name)
      }
      try database.commit()
    }
  }

  private func creation(
    of name: String,
    from sources: inout SourceOpening,
    in database: Database
  )
    throws(PipelineError) -> TableCreation?
  {
    let exists = try FurrowPipeline.database { () throws(SQLiteError) in
      try database.table(name) != nil
    }
    guard !exists else { return nil }
    guard plan.creation == .auto else { throw try .plan(missing(name, in: database)) }
    return try sources.creation(of: name, in: database)
  }

  private func missing(_ name: String, in database: Database) throws(PipelineError) -> String {
    let names = try FurrowPipeline.database { () throws(SQLiteError) in try database.tableNames() }
    return "\(plan.database): no such table: \"\(name)\"\(Nearest(name, of: names).hint)"
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

extension ImportPlan.RejectLimit {
  /// How many records may still be rejected when `known` are.
  fileprivate func maximum(of known: Int) -> Int? {
    guard case .count(let most) = self else { return nil }
    return max(0, most - known)
  }
}

extension RecordReader {
  /// What the reader changed in the header, in words.
  fileprivate var warnings: [String] {
    renamings.map { renaming in
      let reason = renaming.first.map { "stands in column \($0), too" } ?? "is blank"
      return "\(path):\(headerLine): the name \"\(renaming.old)\" of column \(renaming.column)"
        + " \(reason); it is called \"\(renaming.new)\""
    }
  }
}

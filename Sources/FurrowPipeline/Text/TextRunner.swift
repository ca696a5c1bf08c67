internal import FurrowCore
internal import FurrowFormats

/// Runs from text to text: checks, dedupes, converts; all or nothing unless asked otherwise.
public struct TextRunner {
  private let plan: TextPlan
  private var report = TextReport()

  /// Makes a runner of `plan`.
  public init(_ plan: TextPlan) {
    self.plan = plan
  }

  /// Runs once and tells what became of every record.
  public consuming func run() -> TextReport {
    if let package = plan.package { return PackageValidator(package, plan).run() }
    let start = ContinuousClock.now
    do throws(PipelineError) {
      try work()
      report.status = report.faultCount == 0 ? .complete : .rejects
    } catch {
      if case .interrupted = error { report.status = .interrupted } else { report.status = .failed }
      report.failure = error
      if plan.output != nil { report.ledger.undo() }
    }
    report.duration = start.duration(to: .now)
    return report
  }

  private mutating func work() throws(PipelineError) {
    try plan.proveOutputs()
    let parts = try plan.parts()
    let stems = plan.rejectStems ?? RejectSource.stems(of: plan.sources.map(\.path))
    for (number, part) in parts.enumerated() {
      try work(
        part.plan,
        stems: part.sources.map { stems[$0] },
        isLast: number == parts.count - 1
      )
    }
  }

  /// Runs a part of the plan, whose sources are one table.
  private mutating func work(
    _ plan: TextPlan,
    stems: [String],
    isLast: Bool
  ) throws(PipelineError) {
    plan.progress?.begin("looking at", reading: plan.sources.map(\.path))
    let preparation = try TextPreparation(plan)
    let mended = MendedCount()
    report.warnings += preparation.sources.flatMap(\.notes)
    // Where records stand as they are, so do the names.
    if !plan.keepsRagged {
      let changes = preparation.headers.flatMap(\.changes)
      report.warnings += changes.filter { !plan.judgesHeaders || $0.fault == nil }.map(\.warning)
    }
    let output = try preparation.output()
    let invalid = try plan.invalidPath.map { path throws(PipelineError) in
      try RawSink(path: path, header: preparation.headers[0].bytes)
    }
    var logs: [RejectLog] = []
    plan.progress?.begin("reading", reading: plan.sources.map(\.path))
    do throws(PipelineError) {
      for index in preparation.sources.indices {
        let log = log(preparation, at: index, stems[index])
        logs.append(log)
        if plan.judgesHeaders {
          for fault in preparation.headers[index].changes.compactMap(\.fault) {
            try log.keep(fault, raw: nil)
          }
        }
        try run(preparation, at: index, to: output.sink, log, invalid, mended)
      }
    } catch {
      // What was found so far is worth more than the trouble of writing it down.
      for log in logs {
        try? log.finish()
        report.add(log, keeping: plan.keptFaults)
      }
      throw error
    }
    for log in logs {
      try log.finish()
      report.add(log, keeping: plan.keptFaults)
    }
    try report.ledger.judge(
      isLast ? plan.rejectLimit : nil,
      goesOnWithoutRejects: plan.goesOnWithoutRejects,
      done: "written"
    )
    // The output may take the place of a source, which is read once more here.
    try preparation.finishConflicts()
    try output.finish()
    try invalid?.finish()
    for log in logs { log.removeStale() }
    report.conflicts = preparation.conflictCount
    report.warnings += output.warnings + mended.warnings
  }

  private func log(
    _ preparation: TextPreparation,
    at index: Int,
    _ stem: String
  ) -> RejectLog {
    let header = preparation.headers[index]
    var maximum: Int?
    if case .count(let most) = plan.rejectLimit { maximum = max(0, most - report.ledger.rejected) }
    return RejectLog(
      RejectSource(
        path: header.path,
        columns: header.columns,
        header: header.bytes,
        format: preparation.sources[index].format
      ),
      directory: plan.rejectsFolder,
      protecting: plan.files,
      maximum: maximum ?? .max,
      stem: stem,
      secrets: plan.secrets,
      keptFaults: plan.keptFaults
    )
  }

  private mutating func run(
    _ preparation: TextPreparation,
    at index: Int,
    to sink: any RecordSink,
    _ log: RejectLog,
    _ invalid: RawSink?,
    _ mended: MendedCount
  ) throws(PipelineError) {
    let keeper: any RejectKeeper = invalid.map { InvalidKeeper(log: log, sink: $0) } ?? log
    let types = try preparation.typeStages(for: index)
    let behind = try preparation.stagesBehindTypes(for: index)
    let hasMore = preparation.hasKeys || plan.output != nil
    var pipeline = Pipeline(
      reading: try preparation.sources[index].open(),
      // What looks at keys, or writes, has enough to do on its own.
      ahead: hasMore ? types : [],
      through: hasMore ? behind : types + behind,
      to: sink,
      rejects: keeper,
      lanes: plan.lanes
    )
    if let progress = plan.progress { pipeline.listeners.append(progress) }
    pipeline.cancellation = plan.cancellation
    pipeline.listeners.append(mended)
    let header = preparation.headers[index]
    let signs = plan.noticesSpreadsheets ? SpreadsheetSigns(header) : nil
    if let signs { pipeline.listeners.append(signs) }
    defer { report.warnings += signs?.warnings ?? [] }
    try pipeline.run(&report.ledger)
  }
}

/// Counts records that are kept though their quotes are at fault or their delimiter is another.
private final class MendedCount: BatchListener {
  private var count = 0

  func passed(_ batch: borrowing RecordBatch, _ ledger: Ledger) throws(PipelineError) {
    count += batch.mendedCount
  }

  var warnings: [String] {
    guard count > 0 else { return [] }
    return [
      "\(count) \(count == 1 ? "record has" : "records have") quotes out of place or another"
        + " delimiter, and \(count == 1 ? "was" : "were") kept as likely meant; without --ragged keep"
        + " \(count == 1 ? "it is" : "they are") rejected"
    ]
  }
}

import Furrow

/// What a person is told of an import, and the exit code that a program is told.
struct ImportOutcome {
  private let report: ImportReport

  init(_ report: ImportReport) {
    self.report = report
  }

  var exitCode: ExitCode {
    if case .unbalanced = report.failure { return .internalFault }
    if case .migration(let error) = report.failure { return CommandFailure(error).exitCode }
    switch report.status {
    case .complete: return .complete
    case .rejects: return .rejected
    case .failed: return .failed
    case .interrupted: return .interrupted
    }
  }

  /// Prints the faults, the warnings and the sum.
  func tell(_ console: Console, isDryRun: Bool) {
    if let run = report.resumedRun {
      console.note(
        report.wasLoadedBefore
          ? "run \(run) has loaded these sources; they are not loaded again"
          : "gone on with run \(run)"
      )
    }
    for file in report.appliedMigrations {
      console.note("\(isDryRun ? "would apply" : "applied") \(DisplayText.escaped(file))")
    }
    console.warn(report.warnings)
    if let sql = report.createdTable, report.failure == nil { console.note("created: \(sql);") }
    for column in report.inferredColumns {
      for line in InferenceText(column).lines { console.detail(line) }
    }
    for fault in report.faults.prefix(RejectLog.shownLimit) {
      console.report(DisplayText.escaped(fault.description))
    }
    let hidden =
      report.faultCounts.values.reduce(0, +) - min(report.faults.count, RejectLog.shownLimit)
    if hidden > 0 { console.report("... and \(hidden) more: \(countsByCode)") }
    for file in report.rejectFiles {
      console.note("rejected records: \(DisplayText.escaped(file))")
    }
    for stage in report.ledger.stages {
      let (seconds, attoseconds) = stage.duration.components
      let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
      console.detail(
        "\(stage.name): \(stage.recordsIn) records in, \(stage.recordsOut) out, \(milliseconds) ms"
      )
    }
    guard let table = report.table, report.failure == nil || report.isPartlyLoaded else { return }
    console.note(
      "\(table): \(sum)\(isDryRun ? " (dry run: nothing was changed)" : "")"
        + (report.isPartlyLoaded
          ? ", committed before the failure; --resume goes on from there" : "")
    )
  }

  private var sum: String {
    let ledger = report.ledger
    var parts = ["\(ledger.read) read", "\(ledger.loaded) loaded"]
    if ledger.updated + ledger.unchanged > 0 {
      parts[1] +=
        " (\(ledger.inserted) new, \(ledger.updated) changed, \(ledger.unchanged) as they were)"
    }
    if ledger.rejected > 0 { parts.append("\(ledger.rejected) rejected") }
    if ledger.duplicates > 0 {
      parts.append(DuplicateCount.text(ledger.duplicates, conflicts: report.conflicts))
    }
    if ledger.filtered > 0 { parts.append("\(ledger.filtered) filtered") }
    return parts.joined(separator: ", ")
  }

  private var countsByCode: String {
    report.faultCounts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
      .joined(separator: ", ")
  }
}

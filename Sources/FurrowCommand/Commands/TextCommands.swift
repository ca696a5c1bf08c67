import Furrow

/// What the commands from text to text share: their sources, and what is told of a run.
enum TextCommands {
  /// The sources with the dialects that the arguments and their files give them.
  static func sources(
    _ paths: [String],
    _ reading: ReadingArguments,
    _ cancellation: Cancellation? = nil,
    _ progress: RunProgress? = nil
  ) throws(PipelineError) -> [TextSource] {
    var sources: [TextSource] = []
    for path in paths {
      let lock = try reading.lock(of: path)
      var source = TextSource(
        path: path,
        dialect: try reading.fullDialect(of: path, lock),
        format: reading.dialect.format ?? lock?.format ?? FileFormat(path: path) ?? .csv,
        cancellation: cancellation,
        progress: progress
      )
      source.limits = ReadingLimits(records: reading.limit, recordBytes: reading.recordBytes)
      source.lock = lock
      source.encoding = lock?.encoding(unless: reading.encoding) ?? reading.encoding
      source.badBytes = reading.badBytes
      source.isSniffed = reading.isSniffed
      sources.append(source)
    }
    return sources
  }

  /// Refuses what is wrong without looking at any file.
  static func check(
    _ paths: [String],
    _ reading: ReadingArguments,
    _ arguments: ParsedArguments
  ) throws(UsageError) {
    guard paths.filter({ $0 == "-" }).count < 2 else {
      throw arguments.usageError("standard input is named twice")
    }
    let format = reading.dialect.format ?? paths.lazy.compactMap(FileFormat.init(path:)).first
    if reading.dialect.escape == .backslash, format != .tsv {
      throw arguments.usageError("--escape backslash is for tsv; add --format tsv")
    }
  }

  /// Does what `wish` asks for, tells of it, and writes the report.
  static func run(_ wish: some TextWish, _ console: Console) throws -> ExitCode {
    let display = ProgressDisplay(wish.text.progress, console)
    var plan = try wish.plan(StopSignals.cancellation(), display.progress)
    plan.secrets = console.secrets
    let target = try ReportTarget(wish.text.report, protecting: plan.files)
    let result = display.show { TextRunner(plan).run() }
    let outcome = TextOutcome(result)
    let exitCode = outcome.exitCode(failsOnDuplicates: wish.failsOnDuplicates)
    var report = RunReport(result, of: plan, by: wish)
    report.exitCode = Int(exitCode.rawValue)
    try target.write(report, console)
    outcome.tell(console, verb: wish.verb)
    if let failure = result.failure { throw Self.failure(exitCode, failure) }
    return exitCode
  }

  /// The failure of a run that no database has a part in.
  static func failure(_ exitCode: ExitCode, _ error: PipelineError) -> CommandFailure {
    if case .interrupted = error {
      return CommandFailure(.interrupted, "interrupted; nothing was written")
    }
    return CommandFailure(exitCode, error)
  }
}

extension RunReport {
  /// Makes the report of a run from text to text.
  init(_ report: TextReport, of plan: TextPlan, by wish: some TextWish) {
    self.init(
      report,
      command: type(of: wish).command.name,
      sources: plan.sources.map(\.path),
      outputs: plan.outputs
    )
  }
}

/// What a person is told of a run from text to text, and the exit code that a program is told.
struct TextOutcome {
  private let report: TextReport

  init(_ report: TextReport) {
    self.report = report
  }

  var exitCode: ExitCode {
    switch report.failure {
    case .unbalanced: return .internalFault
    default: break
    }
    switch report.status {
    case .complete: return .complete
    case .rejects: return .rejected
    case .interrupted: return .interrupted
    case .failed: return .failed
    }
  }

  /// The exit code where duplicates are faults, too.
  func exitCode(failsOnDuplicates: Bool) -> ExitCode {
    let isFault = failsOnDuplicates && exitCode == .complete && report.ledger.duplicates > 0
    return isFault ? .rejected : exitCode
  }

  /// Prints the faults, how many there are of each kind, and the sum.
  func tell(_ console: Console, verb: String) {
    console.warn(report.warnings)
    for fault in report.faults.prefix(RejectLog.shownLimit) {
      console.report(DisplayText.escaped(fault.description))
    }
    let hidden = report.faultCount - min(report.faults.count, RejectLog.shownLimit)
    if hidden > 0 { console.report("... and \(hidden) more") }
    if report.counts.count > 1 || hidden > 0 {
      for count in report.counts {
        let field = count.field.map { " in \"\(DisplayText.escaped($0))\"" } ?? ""
        console.report("  \(count.count) \(count.code.rawValue)\(field)")
      }
    }
    for file in report.rejectFiles {
      console.note("rejected records: \(DisplayText.escaped(file))")
    }
    if report.status != .failed { console.note(sum(verb)) }
  }

  private func sum(_ verb: String) -> String {
    let ledger = report.ledger
    var parts = ["\(ledger.read) read", "\(ledger.loaded) \(verb)"]
    if ledger.rejected > 0 { parts.append("\(ledger.rejected) rejected") }
    if ledger.duplicates > 0 {
      parts.append(DuplicateCount.text(ledger.duplicates, conflicts: report.conflicts))
    }
    if ledger.filtered > 0 { parts.append("\(ledger.filtered) filtered") }
    return parts.joined(separator: ", ")
  }
}

import Furrow

/// One run of a pipeline file.
struct PipelineRun {
  private let arguments: RunArguments
  private let environment: Environment
  private let console: Console
  private let document: PipelineDocument
  private var reader: StepReader

  /// Reads the file, and finds the values of its variables.
  init(_ arguments: RunArguments, _ environment: Environment, _ console: Console) throws {
    self.arguments = arguments
    self.environment = environment
    self.console = console
    document = try PipelineDocument(path: arguments.path)
    let variables = try Variables(
      of: document,
      set: arguments.variables,
      environment: environment
    )
    do throws(PipelineFault) {
      try variables.proveBounded(document.values)
    } catch {
      throw CommandFailure([error], in: document.path)
    }
    console.hide(variables.secrets + document.uriSecrets(with: variables))
    reader = StepReader(
      document: document,
      variables: variables,
      environment: environment,
      allowsOutside: arguments.allowsOutside,
      frozen: arguments.frozen,
      progress: arguments.progress
    )
    reader.written = document.steps.flatMap(reader.outputs)
  }

  /// Runs the steps, or tells what they would do.
  func run() throws -> ExitCode {
    let plan = try plan()
    let chosen = try chosen(of: plan)
    if arguments.isDryRun {
      try console.write(
        console.masked(PipelinePlan(document: document, steps: plan, chosen: chosen).text)
      )
      return .complete
    }
    // Before the report is opened, which may be the same file.
    if let path = arguments.openLineage {
      try protected(by: plan, arguments.report.path).check(path)
    }
    let target = try ReportTarget(arguments.report, protecting: protected(by: plan))
    let lineage = try arguments.openLineage.map { path throws(WriteFailure) in
      try FileSink(path: path)
    }
    let start = ContinuousClock.now
    var report = PipelineReport(
      name: document.name,
      file: document.path,
      startedAt: Timestamp.now.rfc3339
    )
    let failure = run(plan, chosen, &report)
    report.duration = start.duration(to: .now)
    let exitCode = failure?.exitCode ?? (report.hasRejects ? .rejected : .complete)
    report.end(exitCode, failure?.text)
    report = report.hiding(console.secrets)
    do {
      try target.write(report, console)
      if let lineage {
        let events = OpenLineage(report, version: Version.number, endedAt: Timestamp.now.rfc3339)
        try lineage.write(Array(events.text.utf8).span)
        try lineage.finish()
      }
    } catch  where failure == nil {
      throw CommandFailure(.failed, "the run is done, but its report is not: \(error)")
    } catch {
      // The first failure is the one that counts.
    }
    if let failure { throw failure }
    return exitCode
  }

  /// Runs the chosen steps in turn, up to one that fails.
  private func run(
    _ plan: [PlannedStep],
    _ chosen: Set<String>,
    _ report: inout PipelineReport
  ) -> CommandFailure? {
    guard document.isAtomic, let database = plan.lazy.compactMap(\.pipelineDatabase).first else {
      return runSteps(plan, chosen, with: reader, &report)
    }
    var names = [database]
    do throws(PipelineError) {
      let rewrite = try DatabaseRewrite(of: database, busyTimeout: arguments.busyTimeout)
      defer { rewrite.discard() }
      names.append(rewrite.copy)
      console.hide([Secrets.Secret(rewrite.copy, shownAs: database)])
      var reader = reader
      reader.databaseCopy = rewrite.copy
      if let failure = runSteps(plan, chosen, with: reader, &report) {
        console.note("\(database) is as it was, since the pipeline is atomic")
        report.undo(in: names)
        return failure
      }
      try rewrite.publish()
      return nil
    } catch {
      report.undo(in: names)
      return CommandFailure(.failed, error)
    }
  }

  private func runSteps(
    _ plan: [PlannedStep],
    _ chosen: Set<String>,
    with reader: StepReader,
    _ report: inout PipelineReport
  ) -> CommandFailure? {
    var failure = provedShapes(plan.filter { chosen.contains($0.name) })
    var state = RunState()
    for step in plan {
      guard failure == nil, chosen.contains(step.name) else {
        var skipped = RunReport(command: step.kind.rawValue, step: step.name)
        skipped.status = .skipped
        report.steps.append(skipped)
        continue
      }
      let start = ContinuousClock.now
      var outcome = attempt(step, with: reader, &state)
      outcome.report.step = step.name
      outcome.report.exitCode = Int(outcome.exitCode.rawValue)
      if outcome.report.duration == .zero { outcome.report.duration = start.duration(to: .now) }
      if let found = outcome.failure {
        failure = placed(found, at: step)
        outcome.report.failure = found.text
        if outcome.report.status != .interrupted { outcome.report.status = .failed }
      } else if outcome.exitCode == .rejected, outcome.report.status == .complete {
        outcome.report.status = .rejects
      }
      report.steps.append(outcome.report)
    }
    return failure
  }

  /// Proves that what is read has the shapes that are locked, before anything is written.
  private func provedShapes(_ steps: [PlannedStep]) -> CommandFailure? {
    for step in steps where step.draft.isProvedFirst {
      do throws(PipelineError) {
        try step.work.prove()
      } catch {
        let isInterrupted = StopSignals.cancellation().isCancelled
        return placed(CommandFailure(isInterrupted ? .interrupted : .failed, error), at: step)
      }
    }
    return nil
  }

  private func placed(_ failure: CommandFailure, at step: PlannedStep) -> CommandFailure {
    CommandFailure(
      failure.exitCode,
      "\(document.path):\(step.draft.step.place.line): step"
        + " \(DisplayText.quoted(step.name)): \(failure.message)",
      details: failure.details
    )
  }

  /// Runs one step; whatever is thrown becomes its failure.
  private func attempt(
    _ planned: PlannedStep,
    with reader: StepReader,
    _ state: inout RunState
  ) -> StepOutcome {
    var report = RunReport(command: planned.kind.rawValue)
    report.sources = planned.draft.sources
    report.outputs = planned.draft.files
    report.database = planned.draft.database.isEmpty ? nil : planned.draft.database
    report.table = planned.arguments.texts(of: Options.table.option).texts.last
    do {
      guard !StopSignals.cancellation().isCancelled else {
        throw CommandFailure(.interrupted, "interrupted before it began")
      }
      // Read again: files that were not there at first are there now.
      let step = try reader.read(planned.draft.step, outputs: [])
      let mark = try mark(of: step)
      if !arguments.reloads, let mark, let rejected = try state.rejected(by: mark, step) {
        let rest = rejected == 0 ? "" : ", which left out \(rejected) rejected records"
        console.note("\(step.name): unchanged since the last run\(rest)")
        report.status = .unchanged
        return StepOutcome(rejected == 0 ? .complete : .rejected, report)
      }
      console.detail("step \(DisplayText.quoted(step.name))")
      var context = StepContext(console: console, keptFaults: keptFaults)
      context.mark = mark
      context.isAnew = arguments.reloads
      context.expectation = step.draft.expectation
      context.isProved = step.draft.isProvedFirst
      state.run(step)
      try makeFolders(for: step)
      return try step.work.run(context)
    } catch let fault as PipelineFault {
      let failure = CommandFailure([fault], in: document.path)
      return StepOutcome(.failed, report, failure: failure)
    } catch let failure as CommandFailure {
      if failure.exitCode == .interrupted { report.status = .interrupted }
      return StepOutcome(failure.exitCode, report, failure: failure)
    } catch let error as PipelineError {
      return StepOutcome(.failed, report, failure: CommandFailure(.failed, error))
    } catch {
      let failure = CommandFailure(.failed, String(describing: error))
      return StepOutcome(.failed, report, failure: failure)
    }
  }

  /// Makes the folders of the files that `step` writes, where they are not there.
  private func makeFolders(for step: PlannedStep) throws(CommandFailure) {
    for path in step.draft.writes {
      guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { continue }
      do throws(WriteFailure) {
        try Folder.make(String(path[..<slash]))
      } catch {
        throw CommandFailure(.failed, error.description)
      }
    }
  }

  private var keptFaults: Int { arguments.report.keptFaults }

  private func mark(of step: PlannedStep) throws(CommandFailure) -> StepMark? {
    try step.fingerprint(in: document.folder).map { fingerprint in
      StepMark(pipeline: document.name, step: step.name, fingerprint: fingerprint)
    }
  }
}

/// Planning.
extension PipelineRun {
  /// All steps in their order, or all that is wrong with them.
  private func plan() throws -> [PlannedStep] {
    var faults: [PipelineFault] = []
    var steps: [PlannedStep] = []
    for step in document.stepsWithMigrations {
      do throws(PipelineFault) {
        steps.append(try reader.read(step, outputs: reader.written))
      } catch {
        faults.append(error)
      }
    }
    guard faults.isEmpty else { throw CommandFailure(faults, in: document.path) }
    do throws(PipelineFault) {
      try RejectPlaces.proveApart(steps)
      try StepOutputs.proveApart(steps, of: document)
      return try StepOrder.sorted(steps)
    } catch {
      throw CommandFailure([error], in: document.path)
    }
  }

  /// The names of the steps that `--only` and `--from` leave.
  private func chosen(of plan: [PlannedStep]) throws -> Set<String> {
    let names = plan.map(\.name)
    guard let wanted = arguments.only ?? arguments.from else { return Set(names) }
    guard let index = names.firstIndex(of: wanted) else {
      let hint = Spelling.nearest(to: wanted, among: names).map { "did you mean '\($0)'?" }
      throw UsageError(
        command: "run",
        message: "\(document.path) has no step \(DisplayText.quoted(wanted)):"
          + " \(hint ?? "there are \(Prose.all(names.map(DisplayText.quoted)))")"
      )
    }
    return arguments.only == nil ? Set(names[index...]) : [wanted]
  }

  /// The files that a report must not be written over.
  private func protected(by plan: [PlannedStep], _ report: String? = nil) -> ProtectedFiles {
    let folders = plan.compactMap { $0.arguments.given[Options.directory.option.name]?.last }
    let locks = plan.flatMap(\.draft.sources).map(ShapeLock.path)
    return ProtectedFiles(
      databases: Set(plan.map(\.draft.database)).filter { !$0.isEmpty }.sorted(),
      sources: plan.flatMap(\.draft.reads) + [document.path],
      read: folders.flatMap(FolderNames.paths) + locks + ["\(document.folder).env"],
      outputs: plan.flatMap(\.draft.writes) + (report.map { [$0] } ?? [])
    )
  }
}

import Furrow

/// The work of a step, made of its arguments.
protocol StepWork: Sendable {
  /// Proves that its sources have the shapes of their locks, if they have to.
  func prove() throws(PipelineError)
  /// Does it; what goes wrong stands in the outcome.
  func run(_ context: StepContext) throws -> StepOutcome
}

extension StepWork {
  func prove() throws(PipelineError) {}
}

/// What a step needs besides its arguments.
struct StepContext {
  let console: Console
  /// What an import writes down with its rows.
  var mark: StepMark?
  /// Whether an import begins anew where an earlier run was interrupted.
  var isAnew = false
  /// What a query has to give.
  var expectation: Expectation?
  /// How many faults are kept for the report.
  var keptFaults: Int
  /// Whether the shapes of the sources are proved.
  var isProved = false
}

/// What a step did.
struct StepOutcome {
  var exitCode: ExitCode
  var report: RunReport
  /// Why the run cannot go on.
  var failure: CommandFailure?

  init(_ exitCode: ExitCode, _ report: RunReport, failure: CommandFailure? = nil) {
    self.exitCode = exitCode
    self.report = report
    self.failure = failure
  }
}

/// Text into the database.
struct ImportStep: StepWork {
  let arguments: ImportArguments

  func prove() throws(PipelineError) {
    try Importer(ImportCommand.plan(arguments)).prove()
  }

  func run(_ context: StepContext) throws -> StepOutcome {
    let report = try ImportCommand.perform(arguments, context.console) { plan in
      plan.mark = context.mark
      plan.keptFaults = context.keptFaults
      for index in plan.locks.indices { plan.locks[index].isProved = context.isProved }
      // A run that was killed is gone on with by the next one.
      plan.resumes = plan.commitRule != nil && !context.isAnew
    }
    let exitCode = ImportOutcome(report).exitCode
    return StepOutcome(
      exitCode,
      RunReport(report, sources: arguments.sources, database: arguments.database),
      failure: report.failure.map { CommandFailure(exitCode, $0) }
    )
  }
}

/// The tables of a data package into the database.
struct PackageStep: StepWork {
  let arguments: PackageArguments

  func run(_ context: StepContext) throws -> StepOutcome {
    let report = PackageImportCommand.perform(arguments, context.console, mark: context.mark)
    return StepOutcome(
      report.exitCode,
      RunReport(report, of: arguments),
      failure: report.failure.map { CommandFailure(report.exitCode, $0) }
    )
  }
}

/// Text into text, or nowhere.
struct TextStep<Wish: TextWish>: StepWork {
  let wish: Wish

  func prove() throws(PipelineError) {
    for source in try wish.plan(StopSignals.cancellation(), nil).sources { try source.prove() }
  }

  func run(_ context: StepContext) throws -> StepOutcome {
    let display = ProgressDisplay(wish.text.progress, context.console)
    var plan = try wish.plan(StopSignals.cancellation(), display.progress)
    plan.keptFaults = context.keptFaults
    plan.secrets = context.console.secrets
    for index in plan.sources.indices { plan.sources[index].lock?.isProved = context.isProved }
    let result = display.show { TextRunner(plan).run() }
    let outcome = TextOutcome(result)
    outcome.tell(context.console, verb: wish.verb)
    let exitCode = outcome.exitCode(failsOnDuplicates: wish.failsOnDuplicates)
    let report = RunReport(result, of: plan, by: wish)
    if let failure = result.failure {
      return StepOutcome(exitCode, report, failure: TextCommands.failure(exitCode, failure))
    }
    guard wish.isCheck, exitCode == .rejected else { return StepOutcome(exitCode, report) }
    let found = wish.failsOnDuplicates ? result.ledger.duplicates : result.ledger.rejected
    let what = wish.failsOnDuplicates ? "are duplicates" : "have faults"
    let failure = CommandFailure(
      .rejected,
      "\(found) of \(result.ledger.read) records \(what), so the steps behind are not run"
    )
    return StepOutcome(exitCode, report, failure: failure)
  }
}

/// The database into text.
struct ExportStep: StepWork {
  let arguments: ExportArguments

  func run(_ context: StepContext) throws -> StepOutcome {
    try Self.export(arguments.plan, "export", context)
  }

  static func export(
    _ plan: ExportPlan,
    _ command: String,
    _ context: StepContext
  ) throws -> StepOutcome {
    let start = ContinuousClock.now
    let done = try ExportCommand.perform(plan, context.console)
    var report = RunReport(command: command)
    report.ledger = done.ledger
    report.warnings = done.warnings
    report.database = plan.database
    if case .table(let table) = plan.rows { report.table = table }
    report.outputs = [plan.output]
    report.duration = start.duration(to: .now)
    return StepOutcome(.complete, report)
  }
}

/// The pending migrations.
struct MigrateStep: StepWork {
  let work: MigrateUp

  func run(_ context: StepContext) throws -> StepOutcome {
    let start = ContinuousClock.now
    do {
      let outcome = try work.run(context.console)
      outcome.notes.forEach(context.console.note)
      var report = RunReport(command: "migrate")
      report.database = work.database.path
      report.sources = [work.folder.directory]
      report.duration = start.duration(to: .now)
      return StepOutcome(outcome.exitCode, report)
    } catch let error as MigrationError {
      throw CommandFailure(error)
    } catch let error as SQLiteError {
      throw CommandFailure(.busy ~= error.code ? .lockTimeout : .failed, error)
    }
  }
}

/// An assertion, or rows to look at.
struct QueryStep: StepWork {
  let arguments: QueryArguments

  func run(_ context: StepContext) throws -> StepOutcome {
    guard let expectation = context.expectation else {
      return try ExportStep.export(arguments.plan(.table), "query", context)
    }
    let start = ContinuousClock.now
    var report = RunReport(command: "query")
    report.database = arguments.database
    do throws(SQLiteError) {
      var statement = try arguments.open().prepare(SQL(raw: arguments.sql))
      try statement.bind(arguments.boundValues, named: arguments.named)
      let fault = try expectation.fault(of: &statement)
      report.duration = start.duration(to: .now)
      guard let fault else { return StepOutcome(.complete, report) }
      return StepOutcome(.failed, report, failure: CommandFailure(.failed, fault))
    } catch {
      throw CommandFailure(.failed, error)
    }
  }
}

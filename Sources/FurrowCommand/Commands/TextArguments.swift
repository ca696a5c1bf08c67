import Furrow

/// What the arguments of all commands from text to text have in common, checked.
package struct TextArguments: Sendable, Equatable {
  package let sources: [String]
  package let reading: ReadingArguments
  package let schema: String?
  package let memoryBytes: Int
  package let jobs: Int
  package let report: ReportArguments
  package let progress: ProgressChoice

  /// Reads them; `writesText` and `takesLocks` are as for ``ReadingArguments``.
  init(
    _ arguments: ParsedArguments,
    writesText: Bool = false,
    takesLocks: Bool = true
  ) throws(UsageError) {
    sources = arguments.positionals("SOURCE")
    reading = try ReadingArguments(arguments, writesText: writesText, takesLocks: takesLocks)
    schema = try arguments[Options.schema]
    memoryBytes = try arguments[Options.memory]
    jobs = try arguments[Options.jobs]
    report = try ReportArguments(arguments)
    progress = try arguments[Options.progress]
    try TextCommands.check(sources, reading, arguments)
  }

  /// A run that reads the sources, and does nothing with them yet.
  func plan(
    _ cancellation: Cancellation?,
    _ progress: RunProgress?
  ) throws(PipelineError) -> TextPlan {
    var plan = TextPlan(
      sources: try TextCommands.sources(sources, reading, cancellation, progress)
    )
    plan.cancellation = cancellation
    plan.progress = progress
    plan.schema = schema
    plan.filesRead = reading.filesRead(of: sources)
    plan.keptFaults = report.keptFaults
    plan.memoryBytes = memoryBytes
    plan.lanes = jobs
    return plan
  }
}

/// A run from text to text, as a command line or a step of a pipeline asks for it.
protocol TextWish: Sendable {
  static var command: Command { get }
  var text: TextArguments { get }
  /// What becomes of the records that pass, in a word.
  var verb: String { get }
  /// Whether the run is there to find faults, so that any of them ends a pipeline.
  var isCheck: Bool { get }
  /// Whether duplicates are faults, too.
  var failsOnDuplicates: Bool { get }

  init(_ arguments: ParsedArguments) throws(UsageError)

  /// The run that is asked for.
  func plan(
    _ cancellation: Cancellation?,
    _ progress: RunProgress?
  ) throws(PipelineError) -> TextPlan
}

extension TextWish {
  var isCheck: Bool { failsOnDuplicates }
  var failsOnDuplicates: Bool { false }
}

package import Furrow

/// `furrow dedupe`: records of which no two have the same key.
package enum DedupeCommand {
  package static let command = Command(
    name: "dedupe",
    summary: "leave one record of each key, in the order of the input",
    synopsis: ["furrow dedupe SOURCE... --by a,b [-o FILE] [OPTIONS]"],
    positionals: [
      Positional("SOURCE", .oneOrMore, .input, help: "file to read, - being standard input")
    ],
    options: [Options.output.option, Options.conflicts.option, Options.by.option]
      + KeyArguments.options + ReadingArguments.lockedOptions + [Options.schema.option]
      + FaultArguments.options + [
        Options.check.option, Options.memory.option, Options.jobs.option,
      ] + ReportArguments.options + [Options.progress.option],
    examples: [
      Command.Example(
        "furrow dedupe people.csv --by email -o unique.csv",
        "keep the first record of each address; records without one are all kept"
      ),
      Command.Example(
        "furrow dedupe log.csv --by user,day --keep max:version --as version=integer",
        "keep the record with the greatest version of each user and day"
      ),
      Command.Example(
        "furrow dedupe people.csv --by name --ignore-case --check",
        "only say whether there are duplicates: exit 2 if there are"
      ),
    ],
    body: .run { arguments, console in
      try TextCommands.run(DedupeArguments(arguments), console)
    }
  )
}

/// How keys are made and which record is kept, as the arguments say it.
package struct KeyArguments: Sendable, Equatable {
  package let rule: KeepRule
  package let comparisons: [NamedValue]
  package let ignoresCase: Bool
  package let normalization: Deduplication.Normalization
  package let nullsAreEqual: Bool

  static let options = [
    Options.keep.option, Options.compareAs.option, Options.ignoreCase.option,
    Options.normalize.option, Options.nullsEqual.option,
  ]

  init(_ arguments: ParsedArguments) throws(UsageError) {
    rule = try arguments[Options.keep]
    comparisons = try arguments[Options.compareAs]
    ignoresCase = try arguments[Options.ignoreCase]
    normalization = try arguments[Options.normalize]
    nullsAreEqual = try arguments[Options.nullsEqual]
    for pair in comparisons where Deduplication.Comparison(rawValue: pair.value) == nil {
      throw arguments.usageError("--as \(pair.name)=\(pair.value): expected integer or number")
    }
  }

  /// The deduplication by `columns`.
  func deduplication(by columns: [String]) -> Deduplication {
    var result = Deduplication(columns: columns)
    result.rule = rule
    result.comparisons = comparisons.compactMap { pair in
      Deduplication.Comparison(rawValue: pair.value).map { (pair.name, $0) }
    }
    result.ignoresCase = ignoresCase
    result.normalization = normalization
    result.nullsAreEqual = nullsAreEqual
    return result
  }
}

/// The arguments of `furrow dedupe`, checked.
package struct DedupeArguments: TextWish, Equatable {
  static let command = DedupeCommand.command

  package let text: TextArguments
  package let output: String?
  package let conflicts: String?
  package let columns: [String]
  package let keys: KeyArguments
  package let faults: FaultArguments
  package let checksOnly: Bool

  var verb: String { checksOnly ? "unique" : "kept" }
  var failsOnDuplicates: Bool { checksOnly }

  package init(_ arguments: ParsedArguments) throws(UsageError) {
    text = try TextArguments(arguments)
    output = try OutputPath.read(arguments)
    conflicts = try arguments[Options.conflicts]
    guard let columns = try arguments[Options.by] else {
      throw arguments.usageError("missing --by a,b")
    }
    self.columns = columns
    keys = try KeyArguments(arguments)
    faults = try FaultArguments(arguments)
    checksOnly = try arguments[Options.check]
    if checksOnly, output != nil {
      throw arguments.usageError("--check writes nothing, so that --output has no meaning")
    }
  }

  /// The run that the arguments describe.
  func plan(
    _ cancellation: Cancellation?,
    _ progress: RunProgress?
  ) throws(PipelineError) -> TextPlan {
    var plan = try text.plan(cancellation, progress)
    var deduplication = keys.deduplication(by: columns)
    deduplication.trims = text.reading.trims
    deduplication.conflictsPath = conflicts
    plan.deduplication = deduplication
    if !checksOnly {
      let path = output ?? "-"
      plan.output = TextPlan.Output(path: path, form: form(plan.sources[0], path))
    }
    plan.goesOnWithoutRejects = faults.rule == .reject
    plan.rejectsFolder = faults.rejects
    plan.rejectLimit = faults.maximum
    return plan
  }

  /// Records are written as they stand, unless the output's name asks for another format.
  private func form(_ source: TextSource, _ path: String) -> TextPlan.Form {
    let format = FileFormat(path: path) ?? source.format
    guard format != source.format || format == .json else { return .raw }
    return .written(TextForm(OutputFormat(format)))
  }
}

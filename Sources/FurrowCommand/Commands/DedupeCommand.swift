internal import Furrow

/// `furrow dedupe`: records of which no two have the same key.
package enum DedupeCommand {
  package static let command = Command(
    name: "dedupe",
    summary: "leave one record of each key, in the order of the input",
    synopsis: ["furrow dedupe SOURCE... [--by a,b] [-o FILE] [OPTIONS]"],
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
        "furrow dedupe log.csv -o unique.csv",
        "leave one of several records that are equal in all columns"
      ),
      Command.Example(
        "furrow dedupe new.csv --by email --against shop.db --against-table people -o wanted.csv",
        "keep the records of people whom the table does not have"
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

/// The arguments of `furrow dedupe`, checked.
package struct DedupeArguments: TextWish, Equatable {
  static let command = DedupeCommand.command

  package let text: TextArguments
  package let output: String?
  package let conflicts: String?
  package let keys: KeyArguments
  package let faults: FaultArguments
  package let checksOnly: Bool

  var verb: String { checksOnly ? "unique" : "kept" }
  var failsOnDuplicates: Bool { checksOnly }

  package init(_ arguments: ParsedArguments) throws(UsageError) {
    text = try TextArguments(arguments)
    output = try OutputPath.read(arguments)
    conflicts = try arguments[Options.conflicts]
    keys = try KeyArguments(arguments, by: arguments[Options.by] ?? [])
    faults = try FaultArguments(arguments)
    checksOnly = try arguments[Options.check]
    if conflicts != nil, keys.rule == .none {
      throw arguments.usageError(
        "--keep none keeps no record of several, so that --conflicts has nothing to hold them against"
      )
    }
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
    plan.deduplication = keys.deduplication(trims: text.reading.trims)
    plan.deduplication?.conflictsPath = conflicts
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

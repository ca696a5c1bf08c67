package import Furrow

/// `furrow validate`: text held against a schema.
package enum ValidateCommand {
  package static let command = Command(
    name: "validate",
    summary: "check text files against a Table Schema, and tell every fault of every record",
    synopsis: ["furrow validate SOURCE... [--schema FILE] [OPTIONS]"],
    positionals: [
      Positional(
        "SOURCE",
        .oneOrMore,
        .input,
        help: "file to check, - being standard input; or datapackage.json, for all its tables"
      )
    ],
    options: [
      Options.schema.option, Options.checks.option, Options.valid.option, Options.invalid.option,
    ]
      + ReadingArguments.lockedOptions + [
        Options.rejects.option, Options.maxRejects.option, Options.memory.option,
        Options.jobs.option,
      ] + ReportArguments.options + [Options.progress.option],
    examples: [
      Command.Example(
        "furrow validate movies.csv --schema movies.schema.json",
        "print the first faults and how many there are of each kind; exit 2 if there are any"
      ),
      Command.Example(
        "furrow validate movies.csv --schema movies.schema.json --rejects wrong --valid good.csv",
        "part the records: those to be mended, with the reasons, and those that are right"
      ),
      Command.Example(
        "furrow validate trips.csv --check 'dates: end_date >= start_date -- the end is before the start'",
        "hold each record against a rule of your own, with a name and a message"
      ),
      Command.Example(
        "furrow validate data/datapackage.json",
        "check all tables of a data package by their schemas, with the keys between them"
      ),
      Command.Example(
        "furrow validate data/*.csv --schema data/datapackage.json --report-format github",
        "check files of a data package, and show the faults beside their lines in a pull request"
      ),
    ],
    body: .run { arguments, console in
      try TextCommands.run(ValidateArguments(arguments), console)
    }
  )
}

/// The arguments of `furrow validate`, checked.
package struct ValidateArguments: TextWish, Equatable {
  static let command = ValidateCommand.command

  package let text: TextArguments
  /// Whether the source is a data package, whose tables are validated by their own schemas.
  package let isPackage: Bool
  package let checks: [RecordRule]
  /// Values for the named parameters of the checks, those of a pipeline.
  package let variables: [String: Value]
  package let valid: String?
  package let invalid: String?
  package let rejects: String?
  package let maximum: ImportPlan.RejectLimit?

  var verb: String { "valid" }
  var isCheck: Bool { valid == nil }

  package init(_ arguments: ParsedArguments) throws(UsageError) {
    let schema = try arguments[Options.schema]
    isPackage = schema == nil && PackageImportCommand.isPackage(arguments.positionals("SOURCE"))
    if isPackage { try Self.checkPackage(arguments) }
    text = try TextArguments(arguments, takesLocks: !isPackage)
    checks = try arguments[Options.checks]
    variables = arguments.variables
    valid = try arguments[Options.valid]
    invalid = try arguments[Options.invalid]
    rejects = try arguments[Options.rejects]
    maximum = try arguments[Options.maxRejects]
    let format =
      text.reading.dialect.format ?? text.sources.lazy.compactMap(FileFormat.init(path:)).first
    if format == .json, valid != nil || invalid != nil {
      throw arguments.usageError(
        "--valid and --invalid write records as they stand, which parts of a JSON array cannot be"
      )
    }
  }

  /// Refuses what a data package says itself, or what needs one table.
  private static func checkPackage(_ arguments: ParsedArguments) throws(UsageError) {
    let options =
      [
        Options.rejects.option, Options.maxRejects.option, Options.memory.option,
        Options.jobs.option, Options.progress.option,
      ] + ReportArguments.options + Options.everywhere
    if let other = arguments.given.keys.filter({ name in !options.contains { $0.name == name } })
      .min()
    {
      throw arguments.usageError(
        "--\(other) has no meaning for a data package, which says itself how its tables are written"
      )
    }
  }

  /// The run that the arguments describe.
  func plan(
    _ cancellation: Cancellation?,
    _ progress: RunProgress?
  ) throws(PipelineError) -> TextPlan {
    var plan = try text.plan(cancellation, progress)
    plan.package = isPackage ? text.sources.first : nil
    plan.rules = checks
    plan.variables = variables
    plan.output = valid.map { TextPlan.Output(path: $0, form: .raw) }
    plan.invalidPath = invalid
    plan.goesOnWithoutRejects = true
    plan.noticesSpreadsheets = true
    plan.judgesHeaders = true
    plan.rejectsFolder = rejects
    plan.rejectLimit = maximum
    return plan
  }
}

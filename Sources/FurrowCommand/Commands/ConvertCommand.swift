package import Furrow

/// `furrow convert`: text of one format into text of another.
package enum ConvertCommand {
  package static let command = Command(
    name: "convert",
    summary: "write text files in another format or dialect",
    synopsis: ["furrow convert SOURCE... -o FILE [OPTIONS]"],
    positionals: [
      Positional("SOURCE", .oneOrMore, .input, help: "file to read, - being standard input")
    ],
    options: [
      Options.output.option, Options.outputFormat.option, Options.outputDelimiter.option,
      Options.outputEscape.option, Options.select.option, Options.rename.option,
      Options.set.option, Options.where.option,
    ] + WritingArguments.options + KeyArguments.stageOptions + ReadingArguments.lockedOptions + [
      Options.schema.option, Options.checks.option,
    ]
      + FaultArguments.options + [Options.memory.option, Options.jobs.option]
      + ReportArguments.options + [Options.progress.option],
    examples: [
      Command.Example(
        "furrow convert movies.csv -o movies.ndjson",
        "write one JSON object a line; every value is a string, as in CSV"
      ),
      Command.Example(
        "furrow convert movies.csv -o movies.ndjson --schema movies.schema.json",
        "write numbers as numbers and booleans as 1 and 0, as the schema has them"
      ),
      Command.Example(
        "furrow convert old.csv -d ';' -o new.csv --select title,year --rename title=name",
        "write two columns with commas between them, one by another name"
      ),
    ],
    body: .run { arguments, console in
      try TextCommands.run(ConvertArguments(arguments), console)
    }
  )
}

/// The arguments of `furrow convert`, checked.
package struct ConvertArguments: TextWish, Equatable {
  static let command = ConvertCommand.command

  package let text: TextArguments
  package let output: String?
  package let format: OutputFormat
  package let delimiter: Unicode.Scalar?
  package let escape: Dialect.Escape
  package let writing: WritingArguments
  package let selection: [String]?
  package let renames: [NamedValue]
  /// Columns and the SQL expressions for them.
  package let assignments: [NamedValue]
  /// The SQL expression that a record must meet.
  package let condition: String?
  /// Values for the named parameters of the expressions, those of a pipeline.
  package let variables: [String: Value]
  package let keys: KeyArguments
  package let checks: [RecordRule]
  package let faults: FaultArguments

  var verb: String { "written" }

  package init(_ arguments: ParsedArguments) throws(UsageError) {
    text = try TextArguments(arguments, writesText: true)
    output = try OutputPath.read(arguments)
    format = try OutputPath.format(of: output, arguments, Options.outputFormat)
    delimiter = try arguments[Options.outputDelimiter]
    escape = try arguments[Options.outputEscape]
    writing = try WritingArguments(arguments, format: format)
    selection = try arguments[Options.select]
    renames = try arguments[Options.rename]
    assignments = try arguments[Options.set]
    condition = try arguments[Options.where]
    variables = arguments.variables
    keys = try KeyArguments(stage: arguments)
    checks = try arguments[Options.checks]
    faults = try FaultArguments(arguments)
    if text.reading.ragged == .keep { try checkKeeping(arguments) }
    if format == .table {
      throw arguments.usageError("tables for the terminal are for export and query; try markdown")
    }
    if delimiter != nil, format != .csv {
      throw arguments.usageError("--output-delimiter has no meaning in \(format.rawValue)")
    }
    if escape == .backslash, format != .tsv {
      throw arguments.usageError("--output-escape backslash is for tsv")
    }
    if delimiter == "\"" {
      throw arguments.usageError("--output-delimiter is the quote character")
    }
  }

  /// Refuses what needs every record to have the same fields.
  private func checkKeeping(_ arguments: ParsedArguments) throws(UsageError) {
    guard format == .csv || format == .tsv else {
      throw arguments.usageError(
        "--ragged keep writes csv or tsv: in \(format.rawValue) a surplus field has no name"
      )
    }
    for option in [
      Options.select.option, Options.set.option, Options.where.option, Options.dedupeBy.option,
      Options.dedupe.option, Options.schema.option, Options.checks.option,
    ]
    where arguments.given[option.name] != nil {
      throw arguments.usageError(
        "--\(option.name) needs records with all their fields: drop --ragged keep"
      )
    }
  }

  /// The run that the arguments describe.
  func plan(
    _ cancellation: Cancellation?,
    _ progress: RunProgress?
  ) throws(PipelineError) -> TextPlan {
    var plan = try text.plan(cancellation, progress)
    plan.rules = checks
    plan.deduplication = keys.deduplication(trims: text.reading.trims)
    plan.selection = selection
    plan.renamings = renames.map { ($0.name, $0.value) }
    var dialect = format == .tsv ? Dialect.tsv : .csv
    if let delimiter { dialect.separate(by: delimiter) }
    dialect.escape = escape
    // A record that is kept as it stands gets no header that its source has not.
    if text.reading.ragged == .keep, text.reading.columns == nil {
      dialect.hasHeader = plan.sources[0].dialect.hasHeader
    }
    plan.expressions = assignments.map { ($0.name, $0.value) }
    plan.filter = condition
    plan.variables = variables
    var form = writing.form(format, dialect)
    form.table.name = (output ?? text.sources.first ?? "").tableName
    plan.output = TextPlan.Output(path: output ?? "-", form: .written(form))
    plan.goesOnWithoutRejects = faults.rule == .reject
    plan.rejectsFolder = faults.rejects
    plan.rejectLimit = faults.maximum
    return plan
  }
}

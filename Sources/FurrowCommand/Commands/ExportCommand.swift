package import Furrow

/// `furrow export`: a database into text.
package enum ExportCommand {
  package static let command = Command(
    name: "export",
    summary: "write a table, or the rows of a query, as text",
    synopsis: [
      "furrow export DB --table T [OPTIONS]",
      "furrow export DB --query SQL [OPTIONS]",
    ],
    positionals: [Positional("DB", .one, .input, help: "database to read; it is not changed")],
    options: [
      Options.table.option, Options.columns.option, Options.query.option, Options.output.option,
      Options.renameDuplicates.option, Options.format.option, Options.delimiter.option,
      Options.quote.option, Options.escape.option, Options.noHeader.option, Options.null.option,
      Options.lineEnding.option, Options.blob.option, Options.jsonColumns.option,
      Options.jsonNonfinite.option,
      Options.bigInts.option, Options.busyTimeout.option,
      Options.progress.option,
    ],
    examples: [
      Command.Example("furrow export movies.db --table movies -o movies.csv", "write a table"),
      Command.Example(
        "furrow export movies.db --query 'SELECT title, year FROM movies' --format ndjson",
        "write the rows of a query to standard output, one JSON object a line"
      ),
      Command.Example(
        "furrow export movies.db --table movies -o movies.tsv --escape backslash",
        "write text that comes back the same, tabs, line ends and NULL included"
      ),
    ],
    body: .run(run)
  )

  @Sendable private static func run(
    _ arguments: ParsedArguments,
    _ console: Console
  ) throws -> ExitCode {
    let arguments = try ExportArguments(arguments)
    _ = try perform(arguments.plan, console, arguments.progress)
    return .complete
  }

  /// Runs an export, for other commands, too, that write rows.
  static func export(_ plan: ExportPlan, _ console: Console) throws(CommandFailure) -> ExitCode {
    _ = try perform(plan, console)
    return .complete
  }

  /// Runs an export and tells of it, and of how far it is as `progress` has it.
  static func perform(
    _ plan: ExportPlan,
    _ console: Console,
    _ progress: ProgressChoice = .never
  ) throws(CommandFailure) -> Exporter.Report {
    do throws(PipelineError) {
      var plan = plan
      plan.cancellation = StopSignals.cancellation()
      let display = ProgressDisplay(progress, console)
      plan.progress = display.progress
      let exporter = Exporter(plan)
      let report = try display.show { () throws(PipelineError) in try exporter.run() }
      for warning in report.warnings { console.note("warning: \(warning)") }
      let rows = report.ledger.loaded
      console.detail("\(plan.output): \(rows) row\(rows == 1 ? "" : "s")")
      return report
    } catch {
      if case .interrupted = error { throw CommandFailure(.interrupted, error) }
      throw CommandFailure(.failed, error)
    }
  }
}

extension ExportArguments {
  /// The export that the arguments describe.
  package var plan: ExportPlan {
    let format = dialect.format ?? output.flatMap(FileFormat.init(path:)) ?? .csv
    var plan = ExportPlan(
      database: database,
      rows: rows,
      output: output ?? "-",
      format: format,
      dialect: dialect.dialect(for: format)
    )
    plan.columns = columns
    plan.variables = variables
    plan.json.nonFinite = nonFinite
    plan.json.columnsOfJSON = jsonColumns
    plan.json.bigIntegers = bigIntegers
    plan.lineEnding = lineEnding
    plan.blob = blob
    plan.renamesDuplicates = renamesDuplicates
    plan.busyTimeout = busyTimeout
    return plan
  }
}

/// The arguments of `furrow export`, checked.
package struct ExportArguments: Sendable, Equatable {
  package let database: String
  package let rows: ExportPlan.Rows
  /// Values for the named parameters of the query.
  package let variables: [String: Value]
  /// The columns of the table that are written, in order; `nil` for all.
  package let columns: [String]?
  /// The path to write; `nil` for standard output.
  package let output: String?
  package let dialect: DialectArguments
  package let lineEnding: LineEnding
  package let blob: BlobText
  /// What stands for a number that JSON does not have.
  package let nonFinite: JSONEncoding.NonFinite
  /// Columns whose text is written as the JSON that it is.
  package let jsonColumns: [String]
  package let bigIntegers: JSONEncoding.BigIntegers
  package let renamesDuplicates: Bool
  package let busyTimeout: Duration
  package let progress: ProgressChoice

  package init(_ arguments: ParsedArguments) throws(UsageError) {
    database = try arguments.positional("DB")
    rows = try Self.rows(arguments)
    variables = arguments.variables
    columns = try arguments[Options.columns]
    output = try OutputPath.read(arguments)
    dialect = try DialectArguments(arguments)
    lineEnding = try arguments[Options.lineEnding]
    blob = try arguments[Options.blob]
    nonFinite = try arguments[Options.jsonNonfinite]
    jsonColumns = try arguments[Options.jsonColumns] ?? []
    bigIntegers = try arguments[Options.bigInts]
    renamesDuplicates = try arguments[Options.renameDuplicates]
    busyTimeout = try arguments[Options.busyTimeout]
    progress = try arguments[Options.progress]
    if columns != nil, case .query = rows {
      throw arguments.usageError("--columns is for --table; a query names its columns itself")
    }
    guard dialect.nullTokens.count < 2 else {
      throw arguments.usageError("--null is given twice, but NULL is written in one way")
    }
    let format = try OutputPath.format(of: output, arguments, Options.format)
    if !jsonColumns.isEmpty, format != .json, format != .ndjson {
      throw arguments.usageError("--json-columns is for json and ndjson; add --format ndjson")
    }
    try dialect.check(arguments, dialect.dialect(for: format), of: format)
  }

  private static func rows(_ arguments: ParsedArguments) throws(UsageError) -> ExportPlan.Rows {
    let table = try arguments[Options.table]
    let query = try arguments[Options.query]
    switch (table, query) {
    case (let table?, nil): return .table(table)
    case (nil, let query?): return .query(query)
    case (nil, nil): throw arguments.usageError("missing --table T or --query SQL")
    case (let table?, let query?):
      // One of them may be from the environment, and what is typed beats it.
      switch (arguments.isTyped(Options.table), arguments.isTyped(Options.query)) {
      case (true, false): return .table(table)
      case (false, true): return .query(query)
      default: throw arguments.usageError("--table and --query exclude each other")
      }
    }
  }
}

/// The path of `--output`.
enum OutputPath {
  /// The path; `nil` for standard output.
  static func read(_ arguments: ParsedArguments) throws(UsageError) -> String? {
    let path = try arguments[Options.output]
    return path == "-" ? nil : path
  }

  /// The format of what is written to `path`: as asked by `wish`, else as the name ends, else CSV.
  ///
  /// A name that ends in something else is no wish for CSV.
  static func format(
    of path: String?,
    _ arguments: ParsedArguments,
    _ wish: Setting<FileFormat?>
  ) throws(UsageError) -> FileFormat {
    if let format = try arguments[wish] { return format }
    guard let path, let ending = FileFormat.ending(of: path), !ending.isEmpty else { return .csv }
    if let format = FileFormat(path: path) { return format }
    let formats = Prose.alternatives(FileFormat.allCases.map(\.rawValue))
    throw arguments.usageError(
      "the ending of \(DisplayText.quoted(path)) names no format: add --\(wish.option.name)"
        + " \(formats)"
    )
  }
}

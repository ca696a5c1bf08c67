package import Furrow

/// `furrow export`: a database into text.
package enum ExportCommand {
  package static let command = Command(
    name: "export",
    summary: "write tables, or the rows of a query, as text",
    synopsis: [
      "furrow export DB --table T [OPTIONS]",
      "furrow export DB --query SQL [VALUE...] [OPTIONS]",
      "furrow export DB --all -o FOLDER [OPTIONS]",
    ],
    positionals: [
      Positional("DB", .one, .input, help: "database to read; it is not changed"),
      Positional("VALUE", .any, help: "values for the ? of the SQL, in order"),
    ],
    options: [
      Options.table.option, Options.all.option, Options.query.option, Options.output.option,
      Options.columns.option, Options.where.option, Options.orderBy.option, Options.limit.option,
      Options.param.option, Options.renameDuplicates.option, Options.rowsPerFile.option,
      Options.bytesPerFile.option, Options.partitionBy.option, Options.manifest.option,
      Options.verify.option, Options.format.option, Options.delimiter.option, Options.quote.option,
      Options.escape.option, Options.noHeader.option, Options.null.option,
    ] + WritingArguments.options + [
      Options.jobs.option, Options.busyTimeout.option, Options.progress.option,
    ],
    examples: [
      Command.Example("furrow export movies.db --table movies -o movies.csv", "write a table"),
      Command.Example(
        "furrow export movies.db --table movies --where 'year = :y' --param y=1999 --order-by title",
        "write some rows of it to standard output, in an order of your own"
      ),
      Command.Example(
        "furrow export movies.db --query 'SELECT title, year FROM movies' --format ndjson",
        "write the rows of a query, one JSON object a line"
      ),
      Command.Example(
        "furrow export movies.db --all -o dump --manifest --verify",
        "write every table to a file in the folder dump, describe them in dump/datapackage.json, and"
          + " prove that they hold what the database does"
      ),
      Command.Example(
        "furrow export movies.db --table movies -o parts/movies.csv --rows-per-file 100000",
        "write parts/movies.00001.csv, parts/movies.00002.csv and so on"
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
      var exporter = Exporter(plan)
      let isTerminal = plan.output == "-"
      exporter.screen = { sink, columns in
        TableWriter(
          sink,
          columns: columns,
          terminalWidth: isTerminal ? console.terminalWidth : nil,
          isColored: isTerminal && console.isColored(.output)
        )
      }
      let report = try display.show { () throws(PipelineError) in try exporter.run() }
      console.warn(report.warnings)
      for (path, rows) in report.files {
        console.detail("\(path): \(rows) row\(rows == 1 ? "" : "s")")
      }
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
    var plan = ExportPlan(database: database, rows: rows, output: output ?? "-", form: form)
    plan.values = values.map(Value.init(typed:))
    plan.parameters = parameters
    plan.variables = variables
    plan.columns = columns
    plan.filter = filter
    plan.order = order
    plan.limit = limit
    plan.parts = parts
    plan.hasManifest = hasManifest
    plan.isVerified = isVerified
    plan.renamesDuplicates = renamesDuplicates
    plan.busyTimeout = busyTimeout
    plan.lanes = jobs
    return plan
  }
}

/// The arguments of `furrow export`, checked.
package struct ExportArguments: Sendable {
  package let database: String
  package let rows: ExportPlan.Rows
  /// Values for the parameters without a name, as typed.
  package let values: [String]
  package let parameters: [(name: String, value: Value)]
  /// Values for the named parameters, those of a pipeline.
  package let variables: [String: Value]
  /// The columns of the table that are written, in order; `nil` for all.
  package let columns: [String]?
  /// The SQL expression that a row must meet.
  package let filter: String?
  /// The terms that rows are ordered by.
  package let order: String?
  package let limit: Int?
  /// The path to write; `nil` for standard output.
  package let output: String?
  package let dialect: DialectArguments
  package let form: TextForm
  package let parts: ExportPlan.Parts
  package let hasManifest: Bool
  package let isVerified: Bool
  package let renamesDuplicates: Bool
  package let jobs: Int
  package let busyTimeout: Duration
  package let progress: ProgressChoice

  package init(_ arguments: ParsedArguments) throws(UsageError) {
    database = try arguments.positional("DB")
    rows = try Self.rows(arguments)
    values = arguments.positionals("VALUE")
    parameters = try ParameterValue.read(arguments)
    variables = arguments.variables
    columns = try arguments[Options.columns]
    filter = try arguments[Options.where]
    order = try arguments[Options.orderBy]
    limit = try arguments[Options.limit]
    output = try OutputPath.read(arguments)
    dialect = try DialectArguments(arguments)
    let format = try OutputPath.format(of: rows.isOne ? output : nil, arguments, Options.format)
    form = try WritingArguments(arguments, format: format)
      .form(format, dialect.dialect(for: format))
    var parts = ExportPlan.Parts()
    parts.rowsPerFile = try arguments[Options.rowsPerFile]
    parts.bytesPerFile = try arguments[Options.bytesPerFile]
    parts.column = try arguments[Options.partitionBy]
    self.parts = parts
    hasManifest = try arguments[Options.manifest]
    isVerified = try arguments[Options.verify]
    renamesDuplicates = try arguments[Options.renameDuplicates]
    jobs = try arguments[Options.jobs]
    busyTimeout = try arguments[Options.busyTimeout]
    progress = try arguments[Options.progress]
    guard dialect.nullTokens.count < 2 else {
      throw arguments.usageError("--null is given twice, but NULL is written in one way")
    }
    try dialect.check(arguments, form.dialect, of: format)
    try checkRows(arguments)
    try checkFiles(arguments)
  }

  private func checkRows(_ arguments: ParsedArguments) throws(UsageError) {
    if case .query = rows {
    } else if !values.isEmpty, filter == nil, order == nil {
      throw arguments.usageError("a value is for a ? of --query, --where or --order-by")
    }
    switch rows {
    case .table: return
    case .query:
      if columns != nil {
        throw arguments.usageError("--columns is for --table; a query names its columns itself")
      }
      if filter != nil { throw arguments.usageError("--where is for --table") }
      if order != nil { throw arguments.usageError("--order-by is for --table") }
    case .tables, .everything:
      for (option, isGiven) in [
        (Options.columns.option, columns != nil), (Options.where.option, filter != nil),
        (Options.orderBy.option, order != nil), (Options.partitionBy.option, parts.column != nil),
      ] where isGiven {
        throw arguments.usageError("--\(option.name) is for one table")
      }
      if output == nil {
        throw arguments.usageError("several tables need a folder: add --output FOLDER")
      }
    }
  }

  private func checkFiles(_ arguments: ParsedArguments) throws(UsageError) {
    if !parts.isOne {
      if output == nil {
        throw arguments.usageError("parts need names: add --output FILE")
      }
      if form.format == .sql || form.format == .table || form.json.shape == .columns {
        throw arguments.usageError(
          "\(form.format.rawValue) of this shape is not divided among files"
        )
      }
    }
    for (name, isGiven) in [("manifest", hasManifest), ("verify", isVerified)] where isGiven {
      if output == nil { throw arguments.usageError("--\(name) needs files: add --output") }
      let isRead = form.format.readable != nil && form.json.shape == .objects
      guard isRead || name == "verify" && form.format == .sql else {
        throw arguments.usageError(
          "--\(name) is for formats that are read: csv, tsv, json, ndjson\(name == "verify" ? ", sql" : "")"
        )
      }
      if form.style.defusesFormulas {
        throw arguments.usageError("--excel changes texts, so --\(name) would find others")
      }
    }
    if hasManifest, !form.json.columnsOfJSON.isEmpty || form.json.nonFinite != .stop {
      throw arguments.usageError("--manifest describes values as they are: drop the JSON options")
    }
  }

  private static func rows(_ arguments: ParsedArguments) throws(UsageError) -> ExportPlan.Rows {
    let tables = try arguments[Options.table]
    let query = try arguments[Options.query]
    let isAll = try arguments[Options.all]
    var choices: [(rows: ExportPlan.Rows, isTyped: Bool)] = []
    if let first = tables.first {
      let rows = tables.count == 1 ? ExportPlan.Rows.table(first) : .tables(tables)
      choices.append((rows, arguments.isTyped(Options.table)))
    }
    if let query { choices.append((.query(query), arguments.isTyped(Options.query))) }
    if isAll { choices.append((.everything, arguments.isTyped(Options.all))) }
    // One of them may be from the environment, and what is typed beats it.
    let typed = choices.filter(\.isTyped)
    let wanted = typed.isEmpty ? choices : typed
    guard let choice = wanted.first else {
      throw arguments.usageError("missing --table T, --query SQL or --all")
    }
    guard wanted.count == 1 else {
      throw arguments.usageError("--table, --query and --all exclude each other")
    }
    return choice.rows
  }
}

extension ExportPlan.Rows {
  /// Whether the output is a file and no folder.
  fileprivate var isOne: Bool {
    switch self {
    case .table, .query: true
    case .tables, .everything: false
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
    _ wish: Setting<OutputFormat?>
  ) throws(UsageError) -> OutputFormat {
    if let format = try arguments[wish] { return format }
    guard let path, let ending = FileFormat.ending(of: path), !ending.isEmpty else { return .csv }
    if let format = OutputFormat(path: path) { return format }
    let formats = Prose.alternatives(OutputFormat.allCases.map(\.rawValue))
    throw arguments.usageError(
      "the ending of \(DisplayText.quoted(path)) names no format: add --\(wish.option.name)"
        + " \(formats)"
    )
  }
}

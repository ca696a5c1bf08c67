package import Furrow

/// `furrow query`: the rows of one statement.
package enum QueryCommand {
  package static let command = Command(
    name: "query",
    summary: "print the rows of a query: a table on a terminal, TSV in a pipe, or another format",
    synopsis: ["furrow query DB SQL [VALUE...] [OPTIONS]"],
    positionals: [
      Positional("DB", .one, .input, help: "database to ask"),
      Positional("SQL", .one, .sql, help: "the statement; ? stands for a value"),
      Positional("VALUE", .any, help: "values for the ? of the statement, in order"),
    ],
    options: [
      Options.format.option, Options.output.option, Options.param.option, Options.limit.option,
      Options.busyTimeout.option,
    ],
    examples: [
      Command.Example(
        "furrow query movies.db 'SELECT title FROM movies WHERE year = ?' 1999",
        "print a table"
      ),
      Command.Example(
        "furrow query movies.db 'SELECT * FROM movies' -o movies.ndjson",
        "write the rows in the format that the name of the file tells"
      ),
      Command.Example(
        "furrow query movies.db 'SELECT count(*) FROM movies WHERE title = ?' -- --help",
        "give a value that looks like an option"
      ),
    ],
    body: .run(run)
  )

  @Sendable private static func run(
    _ arguments: ParsedArguments,
    _ console: Console
  ) throws -> ExitCode {
    let usual = console.isOutputTerminal ? OutputFormat.table : .tsv
    return try ExportCommand.export(QueryArguments(arguments).plan(usual), console)
  }
}

extension QueryArguments {
  /// The values to bind.
  var boundValues: [Value] { values.map(Value.init(typed:)) }

  /// The values of all parameters that have a name.
  var named: [String: Value] {
    parameters.reduce(into: variables) { $0[$1.name] = $1.value }
  }

  /// Opens the database to look at it.
  func open() throws(SQLiteError) -> Database {
    var options = Database.Options(mode: .readOnly)
    options.busyTimeout = busyTimeout
    options.isConfined = true
    return try Database(path: database, options: options)
  }

  /// The export that the arguments ask for; without a format, or a file, it is in the `usual` one.
  func plan(_ usual: OutputFormat) -> ExportPlan {
    let asked = format ?? output.map { OutputFormat(path: $0) ?? .csv }
    let format = asked ?? usual
    var plan = ExportPlan(
      database: database,
      rows: .query(sql),
      output: output ?? "-",
      form: TextForm(format)
    )
    plan.values = boundValues
    plan.parameters = parameters
    plan.limit = limit
    plan.allowsNoColumns = asked == nil || asked == .table
    plan.busyTimeout = busyTimeout
    plan.variables = variables
    return plan
  }
}

extension Value {
  /// A text that somebody typed, as SQLite compares it best: a number where its text is the only way
  /// to write it.
  ///
  /// SQLite turns such a number back into the same text where a column holds texts.
  init(typed text: String) {
    if let number = Int64(text), String(number) == text {
      self = .integer(number)
    } else if let number = Double(text), number.isFinite, number.description == text {
      self = .real(number)
    } else {
      self = .text(text)
    }
  }
}

/// The arguments of `furrow query`, checked.
package struct QueryArguments: Sendable {
  package let database: String
  package let sql: String
  /// The values to bind, as typed.
  package let values: [String]
  /// Values for the named parameters, those of a pipeline.
  package let variables: [String: Value]
  /// Values for parameters, as typed.
  package let parameters: [(name: String, value: Value)]
  package let limit: Int?
  /// The format; `nil` when the name of the output decides, and without one it is a table.
  package let format: OutputFormat?
  /// The path to write; `nil` for standard output.
  package let output: String?
  package let busyTimeout: Duration

  package init(_ arguments: ParsedArguments) throws(UsageError) {
    database = try arguments.positional("DB")
    sql = try arguments.positional("SQL")
    values = arguments.positionals("VALUE")
    variables = arguments.variables
    parameters = try ParameterValue.read(arguments)
    limit = try arguments[Options.limit]
    format = try arguments[Options.format]
    output = try OutputPath.read(arguments)
    if output != nil { _ = try OutputPath.format(of: output, arguments, Options.format) }
    busyTimeout = try arguments[Options.busyTimeout]
  }
}

package import Furrow

/// `furrow query`: the rows of one statement.
package enum QueryCommand {
  package static let command = Command(
    name: "query",
    summary: "print the rows of a query as a table, or in a text format",
    synopsis: ["furrow query DB SQL [VALUE...] [OPTIONS]"],
    positionals: [
      Positional("DB", .one, .input, help: "database to ask"),
      Positional("SQL", .one, .sql, help: "the statement; ? stands for a value"),
      Positional("VALUE", .any, help: "values for the ? of the statement, in order"),
    ],
    options: [Options.format.option, Options.output.option, Options.busyTimeout.option],
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
    let arguments = try QueryArguments(arguments)
    if let plan = arguments.plan { return try ExportCommand.export(plan, console) }
    do {
      try printTable(arguments, console)
      return .complete
    } catch let error as SQLiteError {
      throw CommandFailure(.failed, error)
    }
  }

  /// Prints the rows as a table, while they come.
  static func printTable(_ arguments: QueryArguments, _ console: Console) throws {
    let database = try arguments.open()
    var statement = try database.prepare(SQL(raw: arguments.sql))
    try statement.bind(arguments.boundValues, named: arguments.variables)
    guard statement.columnCount > 0 else { return try statement.run() }
    var table = TablePrinter(
      columns: statement.columnNames,
      terminalWidth: console.terminalWidth,
      isColored: console.isColored(.output)
    ) { line throws(OutputFailure) in try console.write(line) }
    while try statement.step() {
      try table.add((0..<statement.columnCount).map { cell(statement.value(at: $0)) })
    }
    try table.finish()
  }

  private static func cell(_ value: Value) -> TableCell {
    switch value {
    case .null: .null
    case .integer(let number): .number(String(number))
    case .real(let number): .number(number.description)
    case .text(let text): .text(text)
    case .blob(let bytes): .text("x'" + bytes.map(hex).joined() + "'")
    }
  }

  private static func hex(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.count < 2 ? "0" + digits : digits
  }
}

extension QueryArguments {
  /// The values to bind.
  var boundValues: [Value] { values.map(Value.init(typed:)) }

  /// Opens the database to look at it.
  func open() throws(SQLiteError) -> Database {
    var options = Database.Options(mode: .readOnly)
    options.busyTimeout = busyTimeout
    return try Database(path: database, options: options)
  }

  /// The export that the arguments ask for; `nil` when a table is to be printed.
  var plan: ExportPlan? {
    guard let format = format ?? output.flatMap(FileFormat.init(path:)) ?? output.map({ _ in .csv })
    else { return nil }
    var plan = ExportPlan(
      database: database,
      rows: .query(sql, boundValues),
      output: output ?? "-",
      format: format
    )
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
package struct QueryArguments: Sendable, Equatable {
  package let database: String
  package let sql: String
  /// The values to bind, as typed.
  package let values: [String]
  /// Values for the named parameters.
  package let variables: [String: Value]
  /// The format; `nil` when the name of the output decides, and without one it is a table.
  package let format: FileFormat?
  /// The path to write; `nil` for standard output.
  package let output: String?
  package let busyTimeout: Duration

  package init(_ arguments: ParsedArguments) throws(UsageError) {
    database = try arguments.positional("DB")
    sql = try arguments.positional("SQL")
    values = arguments.positionals("VALUE")
    variables = arguments.variables
    format = try arguments[Options.format]
    output = try OutputPath.read(arguments)
    if output != nil { _ = try OutputPath.format(of: output, arguments, Options.format) }
    busyTimeout = try arguments[Options.busyTimeout]
  }
}

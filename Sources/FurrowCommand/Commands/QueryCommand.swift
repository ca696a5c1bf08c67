/// `furrow query`: the rows of one statement.
package enum QueryCommand {
  package static let command = Command(
    name: "query",
    summary: "print the rows of a query as a table, or in a text format",
    synopsis: ["furrow query DB SQL [VALUE...] [OPTIONS]"],
    positionals: [
      Positional("DB", help: "database to ask"),
      Positional("SQL", help: "the statement; ? stands for a value"),
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
    _ = try QueryArguments(arguments)
    throw CommandFailure.notBuiltIn("query")
  }
}

/// The arguments of `furrow query`, checked.
package struct QueryArguments: Sendable, Equatable {
  package let database: String
  package let sql: String
  /// The values to bind, as typed.
  package let values: [String]
  /// The format; `nil` when the name of the output decides, and without one it is a table.
  package let format: FileFormat?
  /// The path to write; `nil` for standard output.
  package let output: String?
  package let busyTimeout: Duration

  package init(_ arguments: ParsedArguments) throws(UsageError) {
    database = try arguments.positional("DB")
    sql = try arguments.positional("SQL")
    values = arguments.positionals("VALUE")
    format = try arguments[Options.format]
    output = try OutputPath.read(arguments)
    busyTimeout = try arguments[Options.busyTimeout]
  }
}

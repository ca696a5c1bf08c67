/// `furrow export`: a database into text.
package enum ExportCommand {
  package static let command = Command(
    name: "export",
    summary: "write a table, or the rows of a query, as text",
    synopsis: [
      "furrow export DB --table T [OPTIONS]",
      "furrow export DB --query SQL [OPTIONS]",
    ],
    positionals: [Positional("DB", help: "database to read; it is not changed")],
    options: [
      Options.table.option, Options.query.option, Options.output.option,
      Options.renameDuplicates.option, Options.format.option, Options.delimiter.option,
      Options.quote.option, Options.escape.option, Options.noHeader.option, Options.null.option,
      Options.lineEnding.option, Options.blob.option, Options.jsonNonfinite.option,
      Options.bigInts.option, Options.busyTimeout.option,
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
    _ = try ExportArguments(arguments)
    throw CommandFailure.notBuiltIn("export")
  }
}

/// The arguments of `furrow export`, checked.
package struct ExportArguments: Sendable, Equatable {
  /// Where the rows come from.
  package enum Rows: Sendable, Equatable {
    case table(String)
    case query(String)
  }

  package let database: String
  package let rows: Rows
  /// The path to write; `nil` for standard output.
  package let output: String?
  package let dialect: DialectArguments
  /// The text to write for NULL; `nil` for what the format has.
  package let nullToken: String?
  package let lineEnding: LineEnding
  package let blob: BlobText
  /// What stands for a number that JSON does not have; `nil` when such a number ends the run.
  package let nonFinite: NonFiniteRule?
  package let bigIntegers: BigIntegerRule
  package let renamesDuplicates: Bool
  package let busyTimeout: Duration

  package init(_ arguments: ParsedArguments) throws(UsageError) {
    database = try arguments.positional("DB")
    rows = try Self.rows(arguments)
    output = try OutputPath.read(arguments)
    dialect = try DialectArguments(arguments)
    lineEnding = try arguments[Options.lineEnding]
    blob = try arguments[Options.blob]
    nonFinite = try arguments[Options.jsonNonfinite]
    bigIntegers = try arguments[Options.bigInts]
    renamesDuplicates = try arguments[Options.renameDuplicates]
    busyTimeout = try arguments[Options.busyTimeout]
    guard dialect.nullTokens.count < 2 else {
      throw arguments.usageError("--null is given twice, but NULL is written in one way")
    }
    nullToken = dialect.nullTokens.first
  }

  private static func rows(_ arguments: ParsedArguments) throws(UsageError) -> Rows {
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
}

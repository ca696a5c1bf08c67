import Furrow

/// `furrow audit`: two readers, one answer.
package enum AuditCommand {
  package static let command = Command(
    name: "audit",
    summary: "read CSV files with both readers, and tell the first field where they differ",
    synopsis: ["furrow audit SOURCE... [OPTIONS]"],
    positionals: [
      Positional("SOURCE", .oneOrMore, .input, help: "file to read, - being standard input")
    ],
    options: ReadingArguments.options,
    examples: [
      Command.Example(
        "furrow audit movies.csv",
        "have libcsv confirm every field and every fault; exit 2 where it does not"
      ),
      Command.Example(
        "furrow audit export.txt -d ';' --encoding windows-1252",
        "the same for another dialect"
      ),
    ],
    body: .run(run)
  )

  @Sendable private static func run(
    _ arguments: ParsedArguments,
    _ console: Console
  ) throws -> ExitCode {
    let reading = try ReadingArguments(arguments)
    let paths = arguments.positionals("SOURCE")
    try check(paths, reading, arguments)
    let cancellation = StopSignals.cancellation()
    var differs = false
    for source in try TextCommands.sources(paths, reading, cancellation) {
      let result = try Audit.run(source, until: cancellation)
      console.warn(result.notes)
      if let difference = result.difference {
        differs = true
        try console.write(DisplayText.escaped(difference.description) + "\n")
      } else {
        try console.write(
          "\(DisplayText.escaped(source.path)): both readers agree on \(Amount.of(result.records, "record")),"
            + " \(Amount.of(result.fields, "field")) and \(Amount.of(result.faults, "fault"))\n"
        )
      }
    }
    return differs ? .rejected : .complete
  }

  /// Refuses what only one of the readers can read.
  private static func check(
    _ paths: [String],
    _ reading: ReadingArguments,
    _ arguments: ParsedArguments
  ) throws(UsageError) {
    try TextCommands.check(paths, reading, arguments)
    for path in paths {
      let format = reading.dialect.format ?? FileFormat(path: path) ?? .csv
      guard format == .csv || format == .tsv else {
        throw arguments.usageError("\(format.rawValue) has one reader only; audit is for CSV")
      }
      guard reading.readingDialect(of: path).quote != nil || reading.dialectFile != nil else {
        throw arguments.usageError("text without quotes has one reader only; audit is for CSV")
      }
    }
  }
}

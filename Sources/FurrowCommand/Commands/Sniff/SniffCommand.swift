import Furrow

/// `furrow sniff`: how a text is written, and what its columns hold.
package enum SniffCommand {
  package static let command = Command(
    name: "sniff",
    summary: "find out how a text file is written and what its columns hold, and tell why",
    synopsis: ["furrow sniff SOURCE [OPTIONS]"],
    positionals: [
      Positional("SOURCE", .one, .input, help: "file to look at, - being standard input")
    ],
    options: [
      Options.json.option, Options.dialectOut.option, Options.schemaOut.option,
      Options.lock.option, Options.whole.option,
    ] + ReadingArguments.options,
    examples: [
      Command.Example(
        "furrow sniff export.csv",
        "print delimiter, quotes, header, encoding and types, with what speaks for each"
      ),
      Command.Example(
        "furrow sniff export.csv --dialect-out export.dialect.json --schema-out export.schema.json",
        "write a Table Dialect and a Table Schema, which import, convert and validate take"
      ),
      Command.Example(
        "furrow sniff export.csv --lock",
        "write both to export.csv.lock.json, to hold the next export against"
      ),
    ],
    body: .run(run)
  )

  @Sendable private static func run(
    _ arguments: ParsedArguments,
    _ console: Console
  ) throws -> ExitCode {
    let wish = try SniffArguments(arguments)
    let cancellation = StopSignals.cancellation()
    let source = try TextCommands.sources([wish.source], wish.reading, cancellation)[0]
    let shape = try SourceShape(source, isWhole: wish.isWhole, until: cancellation)
    let files = ProtectedFiles(sources: [wish.source])
    for (path, document) in wish.documents(shape) {
      try files.check(path)
      let sink = try FileSink(path: path)
      try sink.write(Array(document.indented.utf8).span)
      try sink.finish()
    }
    if wish.isJSON {
      try console.write(shape.json.indented)
    } else {
      try console.write(ShapeText(shape).text)
    }
    console.warn(shape.warnings)
    for fault in shape.faults { console.report(DisplayText.escaped(fault.description)) }
    let hidden = shape.recordsRejected - shape.faults.count
    if hidden > 0 { console.report("... and \(hidden) more") }
    return shape.recordsRejected > 0 ? .rejected : .complete
  }
}

/// The arguments of `furrow sniff`, checked.
struct SniffArguments {
  let source: String
  let isJSON: Bool
  let isWhole: Bool
  let reading: ReadingArguments
  private let dialectPath: String?
  private let schemaPath: String?
  private let lockPath: String?

  init(_ arguments: ParsedArguments) throws(UsageError) {
    source = try arguments.positional("SOURCE")
    isJSON = try arguments[Options.json]
    reading = try ReadingArguments(arguments)
    dialectPath = try arguments[Options.dialectOut]
    schemaPath = try arguments[Options.schemaOut]
    let isLocked = try arguments[Options.lock]
    guard !isLocked || source != "-" else {
      throw arguments.usageError("--lock writes beside the source, and standard input has no place")
    }
    lockPath = isLocked ? source + ".lock.json" : nil
    isWhole = try arguments[Options.whole] || schemaPath != nil || isLocked
    let format = reading.dialect.format ?? FileFormat(path: source) ?? .csv
    if dialectPath != nil, format == .json || format == .ndjson {
      throw arguments.usageError("--dialect-out has no meaning in \(format.rawValue)")
    }
  }

  /// What is written of `shape`, and where.
  func documents(_ shape: SourceShape) -> [(path: String, document: JSONValue)] {
    var documents: [(String, JSONValue)] = []
    if let dialectPath, let dialect = shape.tableDialect {
      documents.append((dialectPath, dialect))
    }
    if let schemaPath { documents.append((schemaPath, shape.schema)) }
    if let lockPath { documents.append((lockPath, shape.package)) }
    return documents
  }
}

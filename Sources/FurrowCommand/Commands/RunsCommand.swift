import Furrow

/// `furrow runs`: the imports that committed as they went.
package enum RunsCommand {
  package static let command = Command(
    name: "runs",
    summary: "tell how far imports with --commit-every or --resume have come",
    synopsis: ["furrow runs list DB", "furrow runs show DB ID"],
    examples: [list, show].flatMap { $0.examples.prefix(1) },
    body: .group([list, show])
  )

  private static let database = Positional(
    "DB",
    .one,
    .input,
    help: "database that was loaded into"
  )

  private static let list = Command(
    name: "runs list",
    summary: "list the runs, the first one first",
    synopsis: ["furrow runs list DB [OPTIONS]"],
    positionals: [database],
    options: [Options.json.option, Options.busyTimeout.option],
    examples: [Command.Example("furrow runs list movies.db", "see which runs are done")],
    body: .run { arguments, console in
      let runs = try read(arguments)
      if try arguments[Options.json] {
        try console.write(JSONValue.array(runs.map(\.json)).indented)
        return .complete
      }
      var table = TablePrinter(
        columns: [
          "id", "status", "table", "read", "loaded", "rejected", "committed at", "sources",
        ],
        terminalWidth: console.terminalWidth,
        isColored: console.isColored(.output)
      ) { line throws(OutputFailure) in try console.write(line) }
      for run in runs {
        try table.add([
          .number(String(run.id)), .text(run.status.rawValue), .text(run.table),
          .number(String(run.ledger.read)), .number(String(run.ledger.loaded)),
          .number(String(run.ledger.rejected)), .text(run.committedAt),
          .text(run.sources.joined(separator: ", ")),
        ])
      }
      try table.finish()
      return .complete
    }
  )

  private static let show = Command(
    name: "runs show",
    summary: "show all that is known of one run",
    synopsis: ["furrow runs show DB ID [OPTIONS]"],
    positionals: [database, Positional("ID", help: "number of the run")],
    options: [Options.busyTimeout.option],
    examples: [Command.Example("furrow runs show movies.db 3", "see where run 3 would go on")],
    body: .run { arguments, console in
      let text = try arguments.positional("ID")
      guard let id = Int64(text) else {
        throw arguments.usageError(
          "expected the number of a run, found \(DisplayText.quoted(text))"
        )
      }
      guard let run = try read(arguments).first(where: { $0.id == id }) else {
        throw CommandFailure(.failed, "there is no run \(id)")
      }
      try console.write(run.json.indented)
      return .complete
    }
  )

  private static func read(_ arguments: ParsedArguments) throws -> [RunRecord] {
    do {
      var options = Database.Options(mode: .readOnly)
      options.busyTimeout = try arguments[Options.busyTimeout]
      let database = try Database(path: arguments.positional("DB"), options: options)
      return try RunTable(database).runs()
    } catch let error as SQLiteError {
      throw CommandFailure(.failed, error)
    }
  }
}

extension RunRecord {
  /// The run as a JSON object.
  fileprivate var json: JSONValue {
    [
      "id": .integer(Int(id)), "status": .string(status.rawValue), "table": .string(table),
      "sources": .array(sources.map(JSONValue.string)),
      "source": .string(sources.indices.contains(source) ? sources[source] : ""),
      "record": .integer(position.record), "line": .integer(position.line),
      "byte": .integer(position.byte), "read": .integer(ledger.read),
      "loaded": .integer(ledger.loaded), "inserted": .integer(ledger.inserted),
      "updated": .integer(ledger.updated), "unchanged": .integer(ledger.unchanged),
      "ignored": .integer(ledger.ignored), "rejected": .integer(ledger.rejected),
      "duplicates": .integer(ledger.duplicates), "filtered": .integer(ledger.filtered),
      "options": .array(options.map(JSONValue.string)),
      "startedAt": .string(startedAt), "committedAt": .string(committedAt),
    ]
  }
}

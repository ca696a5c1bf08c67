import Furrow

/// `furrow profile`: what is in a file, or in the tables of a database.
package enum ProfileCommand {
  package static let command = Command(
    name: "profile",
    summary:
      "tell what is in each column of a text file or a table: types, ranges, frequent values",
    synopsis: ["furrow profile SOURCE|DB [OPTIONS]"],
    positionals: [
      Positional(
        "SOURCE",
        .one,
        .input,
        help: "text file or SQLite database to look at, - being standard input"
      )
    ],
    options: [
      Options.output.option, Options.json.option, Options.table.option, Options.memory.option,
      Options.jobs.option, Options.busyTimeout.option,
    ] + ReadingArguments.options,
    examples: [
      Command.Example("furrow profile movies.csv", "print what each column holds"),
      Command.Example(
        "furrow profile movies.csv -o movies.html",
        "write a page with charts; a name that ends in .json gets JSON"
      ),
      Command.Example(
        "furrow profile movies.db --table movies",
        "look at one table of a database, or at all of them without --table"
      ),
    ],
    body: .run(run)
  )

  @Sendable private static func run(
    _ arguments: ParsedArguments,
    _ console: Console
  ) throws -> ExitCode {
    let wish = try ProfileArguments(arguments)
    let cancellation = StopSignals.cancellation()
    if let output = wish.output {
      let isDatabase = Database.isDatabase(wish.source)
      let files = ProtectedFiles(
        database: isDatabase ? wish.source : nil,
        sources: isDatabase ? [] : [wish.source],
        read: wish.reading.filesRead(of: [])
      )
      try files.check(output)
    }
    var profiles: [TableProfile] = []
    for subject in try wish.subjects(cancellation) {
      var plan = ProfilePlan(subject)
      plan.memoryBytes = wish.memoryBytes
      plan.lanes = wish.jobs
      plan.busyTimeout = wish.busyTimeout
      plan.cancellation = cancellation
      do throws(PipelineError) {
        profiles.append(try Profiler(plan).run())
      } catch {
        throw TextCommands.failure(.failed, error)
      }
    }
    if profiles.isEmpty {
      console.note("\(DisplayText.escaped(wish.source)): the database has no tables")
    }
    let text = wish.text(of: profiles)
    if let output = wish.output {
      var sink = try openSink(path: output)
      try sink.write(Array(text.utf8).span)
      try sink.finish()
    } else {
      try console.write(text)
    }
    console.warn(profiles.flatMap(\.warnings))
    return profiles.contains { !$0.rejected.isEmpty } ? .rejected : .complete
  }
}

/// The arguments of `furrow profile`, checked.
struct ProfileArguments {
  /// What a profile is written as.
  private enum Form {
    case text
    case json
    case html
  }

  let source: String
  /// The file to write; `nil` for standard output.
  let output: String?
  let memoryBytes: Int
  let jobs: Int
  let busyTimeout: Duration
  private let tables: [String]
  let reading: ReadingArguments
  private let form: Form

  init(_ arguments: ParsedArguments) throws(UsageError) {
    source = try arguments.positional("SOURCE")
    output = try OutputPath.read(arguments)
    memoryBytes = try arguments[Options.memory]
    jobs = try arguments[Options.jobs]
    busyTimeout = try arguments[Options.busyTimeout]
    tables = try arguments[Options.table]
    reading = try ReadingArguments(arguments)
    let name = output?.lowercased() ?? ""
    let isPage = name.hasSuffix(".html") || name.hasSuffix(".htm")
    if isPage, try arguments[Options.json] {
      throw arguments.usageError("--json writes JSON, and the name of the output asks for HTML")
    }
    form = isPage ? .html : try arguments[Options.json] || name.hasSuffix(".json") ? .json : .text
  }

  /// The text of the profiles, in the form that was asked for.
  func text(of profiles: [TableProfile]) -> String {
    switch form {
    case .text: profiles.map { $0.text(escape: DisplayText.escaped) }.joined(separator: "\n")
    case .json:
      (["source": .string(source), "tables": .array(profiles.map(\.json))] as JSONValue).indented
    case .html: ProfilePage(of: source, profiles, version: Version.number).text
    }
  }

  /// The file, or the tables of the database that it is.
  func subjects(_ cancellation: Cancellation?) throws -> [ProfilePlan.Subject] {
    guard Database.isDatabase(source) else {
      if let table = tables.first {
        throw CommandFailure(
          .failed,
          "\(source) is no SQLite database, so that --table \(table) has no meaning"
        )
      }
      return try TextCommands.sources([source], reading, cancellation).map { .text($0) }
    }
    var options = Database.Options(mode: .readOnly)
    options.busyTimeout = busyTimeout
    let database = try Database(path: source, options: options)
    guard tables.isEmpty else {
      return try tables.map { table in
        guard let found = try database.table(table) else {
          let guess = Spelling.nearest(to: table, among: try database.tableNames())
          let hint = guess.map { "; did you mean \"\($0)\"?" } ?? ""
          throw CommandFailure(.failed, "\(source): no such table: \"\(table)\"\(hint)")
        }
        return .table(database: source, name: found.name)
      }
    }
    return try database.tableNames().map { .table(database: source, name: $0) }
  }
}

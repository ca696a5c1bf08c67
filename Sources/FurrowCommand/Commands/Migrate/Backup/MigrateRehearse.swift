import Furrow

/// `furrow migrate rehearse`: `up` on a copy.
struct MigrateRehearse: MigrateWork {
  let folder: MigrateFolder
  let database: MigrateDatabase
  let directory: String
  let options: Migrator.Options

  static let command = MigrateCommand.make(
    "rehearse",
    "run up on a copy of the database, and show what it does and how long it takes",
    options: MigrateDatabase.options + MigrateFolder.options + [
      Options.transactions.option, Options.allowOutOfOrder.option, Options.to.option,
      Options.backupDirectory.option,
    ],
    examples: [("furrow migrate rehearse --db app.db", "the database itself is only read")],
    MigrateRehearse.self
  )

  init(_ arguments: ParsedArguments) throws(UsageError) {
    folder = try MigrateFolder(arguments)
    database = try MigrateDatabase(arguments)
    directory =
      try arguments[Options.backupDirectory] ?? arguments.environment["TMPDIR"] ?? "/tmp"
    var options = Migrator.Options()
    options.scope = try arguments[Options.transactions]
    options.allowsOutOfOrder = try arguments[Options.allowOutOfOrder]
    options.target = try arguments[Options.to]
    self.options = options
  }

  func run(_ console: Console) throws -> MigrateOutcome {
    var options = options
    options.isCancelled = MigrateDatabase.stopSignal()
    // One that cannot be opened is told as such, not as a copy that cannot be made.
    _ = try database.open()
    let rehearsal = try folder.migrator(console).rehearse(database.path, in: directory, options)
    var outcome = MigrateOutcome()
    let milliseconds = Int(rehearsal.duration / .milliseconds(1))
    var lines = rehearsal.run.applied.map { "would apply \($0.file)" }
    if lines.isEmpty { lines = ["nothing is pending"] }
    lines.append("time: \(milliseconds) ms")
    for count in rehearsal.rowCounts {
      let before = count.before.map(String.init) ?? "none"
      lines.append("rows of \(count.table): \(before) -> \(count.after.map(String.init) ?? "none")")
    }
    for difference in rehearsal.differences { lines += difference.lines }
    outcome.output = lines.map { "\($0)\n" }.joined()
    outcome.members = [
      .init("database", .string(database.path)), .init("applied", .list(rehearsal.run.applied)),
      .init("milliseconds", .integer(milliseconds)),
      .init("differences", MigrateDrift.json(of: rehearsal.differences)),
      .init(
        "rows",
        .array(
          rehearsal.rowCounts.map { count in
            [
              "table": .string(count.table), "before": .number(count.before.map { Int($0) }),
              "after": .number(count.after.map { Int($0) }),
            ]
          }
        )
      ),
    ]
    return outcome
  }
}

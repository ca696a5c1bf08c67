package import Furrow

/// `furrow migrate`: the schema of a database, kept as a folder of SQL files.
package enum MigrateCommand {
  package static let command = Command(
    name: "migrate",
    summary: "bring the schema of a database up to date",
    synopsis: ["furrow migrate COMMAND --db DB [OPTIONS]"],
    examples: [up, status].flatMap { $0.examples.prefix(1) },
    body: .group([up, status])
  )

  private static let up = Command(
    name: "migrate up",
    summary: "apply the pending migrations",
    synopsis: ["furrow migrate up --db DB [OPTIONS]"],
    options: shared + [
      Options.transactions.option, Options.allowOutOfOrder.option, Options.json.option,
      Options.busyTimeout.option,
    ],
    examples: [
      Command.Example(
        "furrow migrate up --db app.db",
        "apply what is pending in the folder migrations"
      ),
      Command.Example(
        "furrow migrate up --db app.db --dir sql --tx each",
        "keep what succeeded when a later migration fails"
      ),
    ],
    body: .run { arguments, console in
      try MigrateUp(arguments: MigrateUpArguments(arguments)).run(console)
    }
  )

  private static let status = Command(
    name: "migrate status",
    summary: "list the migrations and whether they are applied",
    synopsis: ["furrow migrate status --db DB [OPTIONS]"],
    options: shared + [
      Options.json.option, Options.exitCode.option, Options.busyTimeout.option,
    ],
    examples: [
      Command.Example("furrow migrate status --db app.db", "list them; nothing is changed"),
      Command.Example(
        "furrow migrate status --db app.db --exit-code -q",
        "ask in a script if any is pending"
      ),
    ],
    body: .run { arguments, console in
      try MigrateStatus(arguments: MigrateStatusArguments(arguments)).run(console)
    }
  )

  private static let shared = [Options.database.option, Options.directory.option]
}

/// The arguments of `furrow migrate up`, checked.
package struct MigrateUpArguments: Sendable, Equatable {
  package let database: String
  /// The folder of the migration files.
  package let directory: String
  package let transactions: Migrator.TransactionScope
  package let allowsOutOfOrder: Bool
  package let printsJSON: Bool
  package let busyTimeout: Duration

  package init(_ arguments: ParsedArguments) throws(UsageError) {
    database = try arguments[Options.database]
    directory = try arguments[Options.directory]
    transactions = try arguments[Options.transactions]
    allowsOutOfOrder = try arguments[Options.allowOutOfOrder]
    printsJSON = try arguments[Options.json]
    busyTimeout = try arguments[Options.busyTimeout]
  }
}

/// The arguments of `furrow migrate status`, checked.
package struct MigrateStatusArguments: Sendable, Equatable {
  package let database: String
  /// The folder of the migration files.
  package let directory: String
  package let printsJSON: Bool
  /// Whether the exit code tells that something is pending.
  package let tellsByExitCode: Bool
  package let busyTimeout: Duration

  package init(_ arguments: ParsedArguments) throws(UsageError) {
    database = try arguments[Options.database]
    directory = try arguments[Options.directory]
    printsJSON = try arguments[Options.json]
    tellsByExitCode = try arguments[Options.exitCode]
    busyTimeout = try arguments[Options.busyTimeout]
  }
}

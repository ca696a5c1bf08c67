import Furrow

/// `furrow migrate plan`: what `up` would do; changes nothing.
struct MigratePlan: MigrateWork {
  let folder: MigrateFolder
  let database: MigrateDatabase
  let options: Migrator.Options
  let printsSQL: Bool

  static let command = MigrateCommand.make(
    "plan",
    "show what up would do, with a hash that up --plan takes",
    options: MigrateDatabase.options + MigrateFolder.options + [
      Options.transactions.option, Options.allowOutOfOrder.option, Options.to.option,
      Options.ahead.option, Options.sql.option,
    ],
    examples: [
      ("furrow migrate plan --db app.db", "show the transactions and their files"),
      ("furrow migrate plan --db app.db --sql", "show the statements, too"),
    ],
    MigratePlan.self
  )

  init(_ arguments: ParsedArguments) throws(UsageError) {
    folder = try MigrateFolder(arguments)
    database = try MigrateDatabase(arguments)
    var options = Migrator.Options()
    options.scope = try arguments[Options.transactions]
    options.allowsOutOfOrder = try arguments[Options.allowOutOfOrder]
    options.target = try arguments[Options.to]
    options.ahead = try arguments[Options.ahead]
    self.options = options
    printsSQL = try arguments[Options.sql]
  }

  func run(_ console: Console) throws -> MigrateOutcome {
    let migrator = try folder.migrator(console)
    let plan = try migrator.plan(for: database.openToRead(), options)
    let versions = Set(plan.migrations.map(\.version))
    // A database that had tables before its first migration has more than the files can make.
    let findings =
      versions.isEmpty
      ? []
      : try MigrationLint(migrator).findings(in: versions)
        .filter { $0.rule != MigrationError.Kind.sql.rawValue }
    let backup = plan.isEmpty ? nil : DatabaseBackup.need(of: database.path)
    var outcome = MigrateOutcome()
    outcome.output = text(of: plan)
    if let backup {
      let free = backup.free.map { "; \($0) are free" } ?? ""
      outcome.output += "a copy before takes \(backup.bytes) bytes\(free)\n"
    }
    outcome.output += findings.map { finding in
      "\(finding.place): \(finding.severity.rawValue): \(finding.message) [\(finding.title)]\n"
    }.joined()
    outcome.members = [
      .init("database", .string(database.path)), .init("plan", .string(plan.hash)),
      .init("backupBytes", backup.map { .integer(Int(clamping: $0.bytes)) } ?? .null),
      .init("freeBytes", backup?.free.map { .integer(Int(clamping: $0)) } ?? .null),
      .init("findings", .array(findings.map(FindingReport.json))),
      .init(
        "groups",
        .array(
          plan.groups.map { group in
            [
              "transaction": .bool(group.isTransactional),
              "foreignKeys": .string(group.enforcesForeignKeys ? "on" : "off"),
              "migrations": .list(group.migrations),
            ]
          }
        )
      ),
    ]
    return outcome
  }

  private func text(of plan: MigrationPlan) -> String {
    guard !plan.isEmpty else { return "nothing is pending\n" }
    var text = "plan \(plan.hash)\n"
    for (index, group) in plan.groups.enumerated() {
      let kind = group.isTransactional ? "one transaction" : "outside a transaction"
      let keys = group.enforcesForeignKeys ? ", foreign keys on" : ""
      text += "\(index + 1). \(kind)\(keys)\n"
      for migration in group.migrations {
        text += "   \(migration.file)\n"
        guard printsSQL else { continue }
        for section in migration.up {
          for line in section.sql.split(separator: "\n") where line.contains(where: { $0 != " " }) {
            text += "     \(line)\n"
          }
        }
      }
    }
    return text
  }
}

import Furrow

/// `furrow migrate lint`: the rules alone.
struct MigrateLint: MigrateWork {
  let folder: MigrateFolder
  let minimumSQLite: MigrationVersion?
  let files: Set<String>
  let report: FindingReport

  static let command = MigrateCommand.make(
    "lint",
    "look for what goes wrong on real data, such as a lost column",
    synopsis: "[FILE...] [OPTIONS]",
    positionals: [Positional("FILE", .any, help: "only these files of the folder, by their names")],
    options: MigrateFolder.options + FindingReport.options + [Options.minimumSQLite.option],
    examples: [
      ("furrow migrate lint", "look at all files"),
      ("furrow migrate lint 007_split_names.sql", "look at one"),
    ],
    MigrateLint.self
  )

  init(_ arguments: ParsedArguments) throws(UsageError) {
    folder = try MigrateFolder(arguments)
    minimumSQLite = try arguments[Options.minimumSQLite]
    files = Set(
      arguments.positionals("FILE").map { $0.split(separator: "/").last.map(String.init) ?? $0 }
    )
    report = try FindingReport(arguments)
  }

  func run(_ console: Console) throws -> MigrateOutcome {
    let migrator = try folder.migrator(console)
    let known = Set(migrator.migrations.map(\.file))
    if let unknown = files.subtracting(known).sorted().first {
      throw CommandFailure(.failed, "\(folder.directory): there is no migration \(unknown)")
    }
    let chosen = migrator.migrations.filter { files.contains($0.file) }.map(\.version)
    let lint = MigrationLint(migrator, minimumSQLite: minimumSQLite)
    return report.outcome(of: try lint.findings(in: files.isEmpty ? nil : Set(chosen)))
  }
}

import Furrow

/// `furrow migrate check`: proves a folder, for a pull request.
struct MigrateCheck: MigrateWork {
  let folder: MigrateFolder
  let base: String?
  let schemaFile: String?
  let minimumSQLite: MigrationVersion?
  let report: FindingReport

  static let command = MigrateCommand.make(
    "check",
    "prove the files, on databases in memory: fresh, with rows, up, down and up again",
    synopsis: "[OPTIONS]",
    options: MigrateFolder.options + FindingReport.options + [
      Options.base.option, Options.schemaFile.option, Options.minimumSQLite.option,
    ],
    examples: [
      ("furrow migrate check", "prove the folder migrations"),
      (
        "furrow migrate check --base origin/main --report-format github",
        "prove what a branch changes, in CI"
      ),
    ],
    MigrateCheck.self
  )

  init(_ arguments: ParsedArguments) throws(UsageError) {
    folder = try MigrateFolder(arguments)
    base = try arguments[Options.base]
    schemaFile = try arguments[Options.schemaFile]
    minimumSQLite = try arguments[Options.minimumSQLite]
    report = try FindingReport(arguments)
  }

  func run(_ console: Console) throws -> MigrateOutcome {
    let files: MigrationFolder
    do throws(MigrationError) {
      files = try MigrationFolder(
        path: folder.directory,
        format: folder.layout,
        allowsMixed: folder.allowsMixed
      )
    } catch {
      guard error.kind != .unreadable else { throw error }
      return report.outcome(of: [Finding(error)])
    }
    var options = MigrationCheck.Options()
    options.minimumSQLite = minimumSQLite
    if let base {
      options.base = try MigrationFolder(
        path: "\(base):\(folder.directory)",
        files: GitRevision(base, of: folder.directory).files(),
        format: folder.layout,
        allowsMixed: folder.allowsMixed
      ).migrations
    }
    let path = schemaFile ?? TextFile.schemaPath(of: folder.directory)
    if schemaFile != nil || Folder.hasFile(path) {
      options.schema = (path, try TextFile.read(path))
    }
    return report.outcome(of: try MigrationCheck(files, options).findings())
  }
}

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

/// `furrow migrate squash`: one file in place of many.
struct MigrateSquash: MigrateWork {
  let folder: MigrateFolder
  let version: MigrationVersion

  static let command = MigrateCommand.make(
    "squash",
    "put one file in place of all up to a version, once it is proved to make the same",
    synopsis: "--to V [OPTIONS]",
    options: MigrateFolder.options + [Options.to.option],
    examples: [("furrow migrate squash --to 20", "put one file in place of versions up to 20")],
    MigrateSquash.self
  )

  init(_ arguments: ParsedArguments) throws(UsageError) {
    folder = try MigrateFolder(arguments)
    guard let version = try arguments[Options.to] else {
      throw arguments.usageError("missing --to V")
    }
    self.version = version
  }

  func run(_ console: Console) throws -> MigrateOutcome {
    let squash = try Squash(folder.migrator(console), to: version)
    try squash.write(into: folder.directory)
    var outcome = MigrateOutcome()
    outcome.output = "\(folder.directory)/\(squash.file)\n"
    outcome.notes = squash.replaced.map { "removed \($0.file)" }
    outcome.members = [
      .init("file", .string(squash.file)), .init("replaced", .list(squash.replaced)),
    ]
    return outcome
  }
}

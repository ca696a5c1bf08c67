import Furrow

/// `furrow migrate check`: proves a folder, for a pull request.
struct MigrateCheck: MigrateWork {
  let folder: MigrateFolder
  let base: String?
  let schemaFile: String?
  let minimumSQLite: MigrationVersion?
  let rowsFile: String?
  let report: FindingReport

  static let command = MigrateCommand.make(
    "check",
    "prove the files, on databases in memory: fresh, with rows, up, down and up again",
    synopsis: "[OPTIONS]",
    options: MigrateFolder.options + FindingReport.options + [
      Options.base.option, Options.schemaFile.option, Options.minimumSQLite.option,
      Options.rows.option,
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
    rowsFile = try arguments[Options.rows]
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
    if let rowsFile { options.rows = (rowsFile, try TextFile.read(rowsFile)) }
    let path = schemaFile ?? TextFile.schemaPath(of: folder.directory)
    if schemaFile != nil || Folder.hasFile(path) {
      options.schema = (path, try TextFile.read(path))
    }
    return report.outcome(of: try MigrationCheck(files, options).findings())
  }
}

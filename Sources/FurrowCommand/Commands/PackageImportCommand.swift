import Furrow

/// `furrow import datapackage.json`: tables rebuilt from a Data Package.
enum PackageImportCommand {
  /// Whether `sources` are one package, by its name.
  static func isPackage(_ sources: [String]) -> Bool {
    sources.count == 1 && sources[0].split(separator: "/").last == "datapackage.json"
  }

  static func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    let package = try PackageArguments(arguments)
    let target = try ReportTarget(
      package.report,
      protecting: ProtectedFiles(
        database: package.database,
        sources: (try? PackageImporter.files(of: package.path)) ?? [package.path],
        read: package.importer.upgrade.map { FolderNames.paths(in: $0.folder) } ?? []
      )
    )
    let report = perform(package, console)
    try target.write(RunReport(report, of: package), console)
    if let failure = report.failure { throw CommandFailure(report.exitCode, failure) }
    return .complete
  }

  /// Imports the package and tells of it; `mark` is written down with its rows.
  static func perform(
    _ arguments: PackageArguments,
    _ console: Console,
    mark: StepMark? = nil
  ) -> PackageImporter.Report {
    var importer = arguments.importer
    importer.mark = mark
    if let upgrade = importer.upgrade { importer.upgrade?.provenance = .here(upgrade.folder) }
    importer.cancellation = StopSignals.cancellation()
    let report = importer.run()
    console.warn(report.warnings)
    for fault in report.faults.prefix(RejectLog.shownLimit) {
      console.report(DisplayText.escaped(fault.description))
    }
    guard report.failure == nil else { return report }
    for file in report.appliedMigrations {
      console.note("\(importer.isDryRun ? "would apply" : "applied") \(DisplayText.escaped(file))")
    }
    let ending = importer.isDryRun ? "; the database is as it was, as --dry-run asks" : ""
    for (name, rows) in report.tables {
      console.detail("\(DisplayText.escaped(name)): \(Amount.of(rows, "row"))")
    }
    console.note(
      "\(arguments.path): \(Amount.of(report.tables.count, "table")), \(report.ledger.read) read,"
        + " \(report.ledger.loaded) loaded\(ending)"
    )
    return report
  }
}

/// The arguments of an import of a package, checked.
struct PackageArguments: Sendable {
  /// The options that say something about a package; it says the rest itself.
  private static let options = [
    Options.into.option, Options.ifExists.option, Options.migrations.option, Options.to.option,
    Options.allowOutOfOrder.option, Options.dryRun.option, Options.jobs.option,
    Options.busyTimeout.option, Options.report.option, Options.findingFormat.option,
  ]

  let path: String
  let database: String
  let importer: PackageImporter
  let report: ReportArguments

  init(_ arguments: ParsedArguments) throws(UsageError) {
    let known = Set((Self.options + Options.everywhere).map(\.name))
    if let other = arguments.given.keys.filter({ !known.contains($0) }).min() {
      throw arguments.usageError(
        "--\(other) has no meaning for a data package, which says itself how its tables are written"
      )
    }
    path = try arguments.positional("SOURCE")
    database = try arguments[Options.into]
    report = try ReportArguments(arguments)
    var importer = PackageImporter(path: path, database: database)
    switch try arguments[Options.ifExists] {
    case .replace: importer.replaces = true
    case .append, .fail: break
    case .truncate:
      throw arguments.usageError(
        "--if-exists truncate has no meaning for a data package, which makes its tables: try replace"
      )
    }
    importer.upgrade = try ImportArguments.upgrade(arguments)
    if importer.replaces, importer.upgrade != nil {
      throw arguments.usageError(
        "with --migrations a package goes into a new database: drop --if-exists replace"
      )
    }
    importer.isDryRun = try arguments[Options.dryRun]
    importer.lanes = try arguments[Options.jobs]
    importer.busyTimeout = try arguments[Options.busyTimeout]
    self.importer = importer
  }
}

extension PackageImporter.Report {
  var exitCode: ExitCode {
    switch failure {
    case nil: .complete
    case .interrupted: .interrupted
    case .migration(let error): CommandFailure(error).exitCode
    case .unbalanced: .internalFault
    default: .failed
    }
  }
}

extension RunReport {
  /// Makes the report of the import of a package.
  init(_ report: PackageImporter.Report, of arguments: PackageArguments) {
    self.init(command: "import")
    let exitCode = report.exitCode
    status = exitCode == .complete ? .complete : exitCode == .interrupted ? .interrupted : .failed
    self.exitCode = Int(exitCode.rawValue)
    sources = [arguments.path]
    database = arguments.database
    ledger = report.ledger
    isDryRun = arguments.importer.isDryRun
    faults = report.faults
    warnings = report.warnings
    failure = report.failure?.description
    duration = report.duration
  }
}

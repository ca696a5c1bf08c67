import Furrow

/// `furrow import datapackage.json`: tables rebuilt from a Data Package.
enum PackageImportCommand {
  /// The options that say something about a package; it says the rest itself.
  private static let options = [
    Options.into.option, Options.dryRun.option, Options.jobs.option, Options.busyTimeout.option,
  ]

  /// Whether `sources` are one package, by its name.
  static func isPackage(_ sources: [String]) -> Bool {
    sources.count == 1 && sources[0].split(separator: "/").last == "datapackage.json"
  }

  static func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    let known = Set((options + Options.everywhere).map(\.name))
    if let other = arguments.given.keys.filter({ !known.contains($0) }).min() {
      throw arguments.usageError(
        "--\(other) has no meaning for a data package, which says itself how its tables are written"
      )
    }
    let path = arguments.positionals("SOURCE")[0]
    var importer = PackageImporter(path: path, database: try arguments[Options.into])
    importer.isDryRun = try arguments[Options.dryRun]
    importer.lanes = try arguments[Options.jobs]
    importer.busyTimeout = try arguments[Options.busyTimeout]
    importer.cancellation = StopSignals.cancellation()
    let report = importer.run()
    for warning in report.warnings { console.note("warning: \(DisplayText.escaped(warning))") }
    for fault in report.faults.prefix(RejectLog.shownLimit) {
      console.report(DisplayText.escaped(fault.description))
    }
    if let failure = report.failure {
      if case .interrupted = failure { throw CommandFailure(.interrupted, failure) }
      throw CommandFailure(.failed, failure)
    }
    let ending = importer.isDryRun ? "; the database is as it was, as --dry-run asks" : ""
    for (name, rows) in report.tables {
      console.detail("\(DisplayText.escaped(name)): \(rows) row\(rows == 1 ? "" : "s")")
    }
    console.note(
      "\(path): \(report.tables.count) tables, \(report.ledger.read) read,"
        + " \(report.ledger.loaded) loaded\(ending)"
    )
    return .complete
  }
}

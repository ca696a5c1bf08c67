package import Furrow

/// Where a report goes, and in which form.
package struct ReportArguments: Sendable, Equatable {
  package let path: String?
  package let format: ReportFormat
  /// Whether the report goes to standard output where no file is named.
  package let isWanted: Bool

  static let options = [Options.report.option, Options.findingFormat.option]

  init(_ arguments: ParsedArguments) throws(UsageError) {
    path = try arguments[Options.report]
    let wanted = ReportFormat(rawValue: try arguments[Options.findingFormat].rawValue)
    // Without a wish the name of the file tells, and where it does not, the report is JSON.
    format = wanted ?? path.flatMap(ReportFormat.init(path:)) ?? .json
    isWanted = wanted != nil && path == nil
  }

  /// Whether a report is written at all, which can hold more faults than a person is shown.
  var isWritten: Bool { path != nil || isWanted }

  /// How many faults are kept.
  var keptFaults: Int { isWritten ? 1000 : RejectLog.shownLimit }
}

/// The place of a report, which is opened before the run: one that cannot be written is known then.
struct ReportTarget {
  private let arguments: ReportArguments
  private let file: FileSink?

  init(_ arguments: ReportArguments, protecting files: ProtectedFiles?) throws(WriteFailure) {
    self.arguments = arguments
    file = try arguments.path.map { path throws(WriteFailure) in
      try files?.check(path)
      return try FileSink(path: path)
    }
  }

  /// Writes the report of one command.
  func write(_ report: RunReport, _ console: Console) throws {
    let report = report.hiding(console.secrets)
    try write(report.text(arguments.format, version: Version.number, folder: folder), console)
  }

  /// Writes the report of a pipeline, which hides its secrets itself.
  func write(_ report: PipelineReport, _ console: Console) throws {
    try write(report.text(arguments.format, version: Version.number, folder: folder), console)
  }

  /// The folder of the report, which links in it are told from.
  private var folder: String {
    guard let path = arguments.path, let slash = path.lastIndex(of: "/") else { return "." }
    return String(path[...slash])
  }

  private func write(_ text: String, _ console: Console) throws {
    if let file {
      try file.write(Array(text.utf8).span)
      try file.finish()
    } else if arguments.isWanted {
      try console.write(text)
    }
  }
}

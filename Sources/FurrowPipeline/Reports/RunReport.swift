public import FurrowCore

/// What one command did, or one step of a pipeline: the books, what was refused, and how it ended.
public struct RunReport: Sendable {
  /// How it ended.
  public enum Status: String, Sendable, CaseIterable {
    /// All was done.
    case complete
    /// Finished without the records that were rejected.
    case rejects
    /// Stopped; the failure says in what state things were left.
    case failed
    /// Stopped because somebody wished it.
    case interrupted
    /// Nothing was to be done: an earlier run had done just that.
    case unchanged
    /// A step before it failed, or it was left out by request.
    case skipped
  }

  /// The version of the form that ``json`` has.
  public static let schemaVersion = 1

  /// The command.
  public var command: String
  /// The step's name; `nil` for a command by itself.
  public var step: String?
  /// How it ended.
  public var status = Status.complete
  /// The exit code.
  public var exitCode = 0
  /// What was read.
  public var sources: [String] = []
  /// Files that were written.
  public var outputs: [String] = []
  /// The database.
  public var database: String?
  /// The table that was filled.
  public var table: String?
  /// The books; what is written, or valid, counts as loaded.
  public var ledger = Ledger()
  /// Duplicates that differ from the record that is kept.
  public var conflicts = 0
  /// Whether the counts are of what would be loaded: nothing was.
  public var isDryRun = false
  /// The first faults, source by source.
  public var faults: [Fault] = []
  /// Faults by code and column, the most frequent first.
  public var counts: [TextReport.FieldCount] = []
  /// The files that hold what was rejected.
  public var rejectFiles: [String] = []
  /// What the user should know.
  public var warnings: [String] = []
  /// Why it failed.
  public var failure: String?
  /// How long it took.
  public var duration = Duration.zero

  /// Makes the report of what has not begun.
  public init(command: String, step: String? = nil) {
    self.command = command
    self.step = step
  }

  /// All faults.
  public var faultCount: Int { counts.reduce(0) { $0 + $1.count } }
}

/// What the reports of all runs over records have in common.
protocol RecordReport {
  var status: ImportReport.Status { get }
  var failure: PipelineError? { get }
  var ledger: Ledger { get }
  var faults: [Fault] { get }
  var counts: [TextReport.FieldCount] { get }
  var conflicts: Int { get }
  var rejectFiles: [String] { get }
  var warnings: [String] { get }
  var duration: Duration { get }
}

extension ImportReport: RecordReport {}
extension TextReport: RecordReport {}

extension RunReport {
  private init(of report: some RecordReport, command: String, sources: [String]) {
    self.init(command: command)
    self.sources = sources
    status = Status(report.status)
    ledger = report.ledger
    faults = report.faults
    counts = report.counts
    conflicts = report.conflicts
    rejectFiles = report.rejectFiles
    warnings = report.warnings
    failure = report.failure?.description
    duration = report.duration
  }

  /// Makes the report of an import.
  public init(_ report: ImportReport, sources: [String], database: String) {
    self.init(of: report, command: "import", sources: sources)
    self.database = database
    table = report.table
    isDryRun = report.isDryRun
  }

  /// Makes the report of a run from text to text.
  public init(_ report: TextReport, command: String, sources: [String], outputs: [String] = []) {
    self.init(of: report, command: command, sources: sources)
    self.outputs = outputs
  }
}

extension RunReport.Status {
  init(_ status: ImportReport.Status) {
    switch status {
    case .complete: self = .complete
    case .rejects: self = .rejects
    case .failed: self = .failed
    case .interrupted: self = .interrupted
    }
  }
}

extension RunReport {
  /// The report as a JSON object, by `docs/report.schema.json`.
  public var json: JSONValue {
    var codes: [String: Int] = [:]
    for count in counts { codes[count.code.rawValue, default: 0] += count.count }
    let head: [JSONValue.Member] =
      step.map { [JSONValue.Member("step", .string($0))] }
      ?? [JSONValue.Member("schemaVersion", .integer(Self.schemaVersion))]
    let members: [JSONValue.Member] = [
      .init("command", .string(command)),
      .init("status", .string(status.rawValue)),
      .init("exitCode", .integer(exitCode)),
      .init("sources", .array(sources.map(JSONValue.string))),
      .init("outputs", .array(outputs.map(JSONValue.string))),
      .init("database", JSONValue(database)),
      .init("table", JSONValue(table)),
      .init("read", .integer(ledger.read)),
      .init("loaded", .integer(ledger.loaded)),
      .init("inserted", .integer(ledger.inserted)),
      .init("updated", .integer(ledger.updated)),
      .init("unchanged", .integer(ledger.unchanged)),
      .init("ignored", .integer(ledger.ignored)),
      .init("rejected", .integer(ledger.rejected)),
      .init("duplicates", .integer(ledger.duplicates)),
      .init("filtered", .integer(ledger.filtered)),
      .init("undone", .integer(ledger.undone)),
      .init("conflicts", .integer(conflicts)),
      .init("dryRun", .bool(isDryRun)),
      .init("balanced", .bool(ledger.isBalanced)),
      .init("bytes", .integer(ledger.bytes)),
      .init("seconds", .number(duration.inSeconds)),
      .init("stages", .array(ledger.stages.map(\.json))),
      .init(
        "rejects",
        [
          "files": .array(rejectFiles.map(JSONValue.string)),
          "codes": .object(
            codes.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, .integer($0.value)) }
          ),
          "fields": .array(counts.map(\.json)),
          "first": .array(faults.map(\.json)),
        ]
      ),
      .init("warnings", .array(warnings.map(JSONValue.string))),
      .init("error", JSONValue(failure)),
    ]
    return .object(head + members)
  }

  /// The report without `secrets`, in whatever text a user may have written one.
  package func hiding(_ secrets: Secrets) -> RunReport {
    var report = self
    report.step = step.map(secrets.masked)
    report.sources = sources.map(secrets.masked)
    report.outputs = outputs.map(secrets.masked)
    report.database = database.map(secrets.masked)
    report.table = table.map(secrets.masked)
    report.rejectFiles = rejectFiles.map(secrets.masked)
    report.warnings = warnings.map(secrets.maskedMessage)
    report.failure = failure.map(secrets.maskedMessage)
    report.faults = faults.map { $0.hiding(secrets) }
    for index in counts.indices {
      report.counts[index].field = counts[index].field.map(secrets.masked)
    }
    return report
  }
}

extension TextReport.FieldCount {
  /// The count as a JSON object.
  var json: JSONValue {
    ["code": .string(code.rawValue), "field": JSONValue(field), "count": .integer(count)]
  }
}

public import FurrowCore

/// What an import did: the ledger, what was refused, and how it ended.
public struct ImportReport: Sendable {
  /// How the run ended.
  public enum Status: String, Sendable {
    /// Every record is loaded or was left out by request.
    case complete
    /// Finished without the records that were rejected.
    case rejects
    /// Stopped; the database is as it was.
    case failed
    /// Stopped because somebody wished it; the database is as it was.
    case interrupted
  }

  /// How the run ended.
  public internal(set) var status = Status.complete
  /// Why it failed.
  public internal(set) var failure: PipelineError?
  /// The books.
  public internal(set) var ledger = Ledger()
  /// The first faults, source by source.
  public internal(set) var faults: [Fault] = []
  /// Faults by code; a record can have several.
  public internal(set) var faultCounts: [String: Int] = [:]
  /// The files that hold what was rejected.
  public internal(set) var rejectFiles: [String] = []
  /// What the user should know.
  public internal(set) var warnings: [String] = []
  /// The statement that made the table, if it was made.
  public internal(set) var createdTable: String?
  /// The table that was filled.
  public internal(set) var table: String?
  /// Whether that run had loaded everything before.
  public internal(set) var wasLoadedBefore = false
  /// Whether a run that failed leaves what it committed before; the books speak of that.
  public internal(set) var isPartlyLoaded = false
  /// The run of `furrow_runs` that was gone on with.
  public internal(set) var resumedRun: Int64?
  /// Whether the counts are of what would be loaded: nothing was.
  public internal(set) var isDryRun = false
  /// How long the run took.
  public internal(set) var duration = Duration.zero

  /// Makes the report of a run that has not begun.
  init() {}
}

extension ImportReport {
  /// The report as a JSON object, with what the command knows of itself.
  public func json(command: String, exitCode: Int, sources: [String]) -> JSONValue {
    [
      "command": .string(command),
      "status": .string(status.rawValue),
      "exitCode": .integer(exitCode),
      "sources": .array(sources.map(JSONValue.string)),
      "table": JSONValue(table),
      "read": .integer(ledger.read),
      "loaded": .integer(ledger.loaded),
      "inserted": .integer(ledger.inserted),
      "updated": .integer(ledger.updated),
      "unchanged": .integer(ledger.unchanged),
      "ignored": .integer(ledger.ignored),
      "rejected": .integer(ledger.rejected),
      "duplicates": .integer(ledger.duplicates),
      "filtered": .integer(ledger.filtered),
      "undone": .integer(ledger.undone),
      "dryRun": .bool(isDryRun),
      "balanced": .bool(ledger.isBalanced),
      "bytes": .integer(ledger.bytes),
      "seconds": .number(duration.inSeconds),
      "stages": .array(ledger.stages.map(\.json)),
      "rejects": [
        "files": .array(rejectFiles.map(JSONValue.string)),
        "codes": .object(
          faultCounts.sorted { $0.key < $1.key }.map {
            JSONValue.Member($0.key, .integer($0.value))
          }
        ),
        "first": .array(faults.map(\.json)),
      ],
      "warnings": .array(warnings.map(JSONValue.string)),
      "error": JSONValue(failure?.description),
    ]
  }
}

extension Ledger.StageCount {
  /// The counts as a JSON object.
  var json: JSONValue {
    [
      "name": .string(name), "in": .integer(recordsIn), "out": .integer(recordsOut),
      "seconds": .number(duration.inSeconds),
    ]
  }
}

extension Duration {
  /// The duration in seconds, to the millisecond.
  var inSeconds: Double {
    let milliseconds = components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    return Double(milliseconds) / 1000
  }
}

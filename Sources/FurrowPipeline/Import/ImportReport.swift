internal import FurrowCore

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
  /// Faults by code and column, the most frequent first.
  public internal(set) var counts: [TextReport.FieldCount] = []
  /// Duplicates that differ from the record that is kept.
  public internal(set) var conflicts = 0
  /// The files that hold what was rejected.
  public internal(set) var rejectFiles: [String] = []
  /// What the user should know.
  public internal(set) var warnings: [String] = []
  /// The statement that made the table, if it was made.
  public internal(set) var createdTable: String?
  /// How the types of that table were found; empty when nothing was inferred.
  public internal(set) var inferredColumns: [ColumnInference] = []
  /// The files of the migrations that were applied first, or would be in a dry run.
  public internal(set) var appliedMigrations: [String] = []
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

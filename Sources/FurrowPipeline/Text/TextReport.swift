public import FurrowCore

/// What a run from text to text did: the books, what was refused, and how it ended.
public struct TextReport: Sendable {
  /// How often a code stands for a column.
  public struct FieldCount: Sendable, Equatable {
    /// The code.
    public var code: Rejection.Code
    /// The column's name; `nil` when the whole record is at fault.
    public var field: String?
    /// How often.
    public var count: Int
  }

  /// How the run ended.
  public internal(set) var status = ImportReport.Status.complete
  /// Why it failed.
  public internal(set) var failure: PipelineError?
  /// The books; what is written, or valid, counts as loaded.
  public internal(set) var ledger = Ledger()
  /// The first faults, source by source.
  public internal(set) var faults: [Fault] = []
  /// Faults by code and column, the most frequent first.
  public internal(set) var counts: [FieldCount] = []
  /// The files that hold what was rejected.
  public internal(set) var rejectFiles: [String] = []
  /// Duplicates that differ from the record that is kept.
  public internal(set) var conflicts = 0
  /// What the user should know.
  public internal(set) var warnings: [String] = []
  /// How long the run took.
  public internal(set) var duration = Duration.zero

  init() {}

  /// All faults.
  public var faultCount: Int { counts.reduce(0) { $0 + $1.count } }

  mutating func add(_ log: RejectLog, keeping limit: Int) {
    faults += log.shown.prefix(max(0, limit - faults.count))
    rejectFiles += log.files
    counts.add(log)
  }
}

extension [TextReport.FieldCount] {
  /// Adds the faults of `log`; those of an earlier run are known by their codes only.
  mutating func add(_ log: RejectLog) {
    var rest = log.counts
    for (place, count) in log.fieldCounts {
      add(place, count)
      rest[place.code, default: 0] -= count
    }
    for (code, count) in rest where count > 0 { add(FaultPlace(code: code, field: nil), count) }
    order()
  }

  /// Adds those of another run.
  mutating func add(_ others: [TextReport.FieldCount]) {
    for other in others { add(FaultPlace(code: other.code, field: other.field), other.count) }
    order()
  }

  private mutating func order() {
    sort {
      ($1.count, $0.code.rawValue, $0.field ?? "") < ($0.count, $1.code.rawValue, $1.field ?? "")
    }
  }

  private mutating func add(_ place: FaultPlace, _ count: Int) {
    if let index = firstIndex(where: { $0.code == place.code && $0.field == place.field }) {
      self[index].count += count
    } else {
      append(TextReport.FieldCount(code: place.code, field: place.field, count: count))
    }
  }
}

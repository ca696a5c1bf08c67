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
  /// Duplicates that differ from the record that is kept; 0 when nobody asked.
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
    for (place, count) in log.fieldCounts {
      if let index = counts.firstIndex(where: { $0.code == place.code && $0.field == place.field })
      {
        counts[index].count += count
      } else {
        counts.append(FieldCount(code: place.code, field: place.field, count: count))
      }
    }
    counts.sort {
      ($1.count, $0.code.rawValue, $0.field ?? "") < ($0.count, $1.code.rawValue, $1.field ?? "")
    }
  }
}

extension TextReport {
  /// The report as a JSON object, with what the command knows of itself.
  public func json(command: String, exitCode: Int, sources: [String]) -> JSONValue {
    var codes: [String: Int] = [:]
    for count in counts { codes[count.code.rawValue, default: 0] += count.count }
    return [
      "command": .string(command),
      "status": .string(status.rawValue),
      "exitCode": .integer(exitCode),
      "sources": .array(sources.map(JSONValue.string)),
      "read": .integer(ledger.read),
      "loaded": .integer(ledger.loaded),
      "rejected": .integer(ledger.rejected),
      "duplicates": .integer(ledger.duplicates),
      "filtered": .integer(ledger.filtered),
      "balanced": .bool(ledger.isBalanced),
      "conflicts": .integer(conflicts),
      "bytes": .integer(ledger.bytes),
      "seconds": .number(duration.inSeconds),
      "stages": .array(ledger.stages.map(\.json)),
      "rejects": [
        "files": .array(rejectFiles.map(JSONValue.string)),
        "codes": .object(
          codes.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, .integer($0.value)) }
        ),
        "fields": .array(
          counts.map {
            [
              "code": .string($0.code.rawValue), "field": JSONValue($0.field),
              "count": .integer($0.count),
            ]
          }
        ),
        "first": .array(faults.map(\.json)),
      ],
      "warnings": .array(warnings.map(JSONValue.string)),
      "error": JSONValue(failure?.description),
    ]
  }
}

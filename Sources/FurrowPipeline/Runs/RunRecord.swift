public import FurrowCore

/// A row of `furrow_runs`: an import that commits as it goes, and how far it has come.
public struct RunRecord: Sendable, Equatable {
  /// Whether the run is done.
  public enum Status: String, Sendable {
    /// It has begun, and is at work or was stopped.
    case running
    /// All its sources are loaded.
    case complete
  }

  /// The row's number.
  public var id: Int64 = 0
  /// Whether it is done.
  public var status = Status.running
  /// The table that is filled.
  public var table: String
  /// The sources, in order.
  public var sources: [String]
  /// Size and time of each source: what tells that one is another now.
  public var identities: [String]
  /// What shapes the rows, an option a line: `name=value`.
  public var options: [String]
  /// The definition of the table, its indexes and triggers.
  public var schema: String
  /// Which source is being read, counted from 0.
  public var source = 0
  /// Where it goes on.
  public var position = SourcePosition(record: 1)
  /// The checksum of that source up to there.
  public var checksum: UInt32 = 0
  /// The books up to there.
  public var ledger = Ledger()
  /// Faults by code up to there.
  public var faults: [Rejection.Code: Int] = [:]
  /// When the run began, in UTC as SQLite writes it.
  public var startedAt = ""
  /// When it committed last, in the same form.
  public var committedAt = ""

  /// What the digests in ``sources`` and ``options`` are salted with; empty in a row of an older version.
  var salt = ""
  /// The length of that source's file of rejected records up to there, in bytes.
  var rawBytes = 0
  /// The length of its file of faults.
  var faultBytes = 0

  init(
    table: String,
    sources: [String],
    identities: [String],
    options: [String],
    schema: String
  ) {
    self.table = table
    self.sources = sources
    self.identities = identities
    self.options = options
    self.schema = schema
  }

  /// What of `other` is not as it was in this run, in words; `nil` when nothing is.
  func difference(from other: RunRecord) -> String? {
    for (index, path) in sources.enumerated() where identities[index] != other.identities[index] {
      return "\(path) was \(identities[index]), and is \(other.identities[index]) now"
    }
    if let removed = options.first(where: { !other.options.contains($0) }) {
      let name = removed.prefix { $0 != "=" }
      let now = other.options.first { $0.hasPrefix("\(name)=") } ?? "not given"
      return "the option \(removed) is \(now) now"
    }
    if let added = other.options.first(where: { !options.contains($0) }) {
      return "the option \(added) was not given"
    }
    if schema != other.schema { return "the definition of \(table) was changed" }
    return nil
  }
}

public import FurrowCore

/// Settles every record as a duplicate whose key another one holds.
public struct Deduplicate: Stage {
  /// The stage's name in a report.
  public let name = "dedupe"

  private let run: KeyRun
  private let source: Int
  private let conflicts: ConflictLog

  init(_ run: KeyRun, source: Int, conflicts: ConflictLog) {
    self.run = run
    self.source = source
    self.conflicts = conflicts
  }

  /// Narrows the live records to those that hold their keys.
  public mutating func process(_ batch: inout RecordBatch) throws(PipelineError) {
    let losses = try run.losses(of: batch, from: source, key: 0)
    for loss in losses {
      batch.settle(loss.record, as: .duplicate)
      if loss.differs { try conflicts.keep(loss, of: batch, source: source) }
    }
  }
}

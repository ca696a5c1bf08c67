public import FurrowCore

/// Where records come from.
public protocol RecordSource {
  /// Fills `batch` with the next records; false when there are none.
  ///
  /// - Throws: ``PipelineError`` when the source fails.
  mutating func fill(_ batch: inout RecordBatch) throws(PipelineError) -> Bool
}

/// Something that looks at records between the source and the sink, on any thread.
public protocol Stage: Sendable {
  /// The stage's name in a report.
  var name: String { get }

  /// Rewrites fields of the live records, or settles their fate.
  ///
  /// - Throws: ``PipelineError`` at a stated limit; never for what a record holds.
  mutating func process(_ batch: inout RecordBatch) throws(PipelineError)
}

/// Where records go.
public protocol RecordSink {
  /// The sink's name in a report.
  var name: String { get }

  /// Writes the live records; rejects those that cannot be written.
  ///
  /// - Throws: ``PipelineError`` when the target fails.
  mutating func write(_ batch: inout RecordBatch) throws(PipelineError) -> SinkOutcome
}

/// What became of the live records of one batch.
public struct SinkOutcome: Sendable, Equatable {
  /// Records that made something new in the target, as the target itself counts them.
  public var inserted: Int
  /// Records that changed something that was there.
  public var updated = 0
  /// Records that say what the target says already.
  public var unchanged = 0
  /// Records left out because the target has their key already.
  public var ignored = 0
  /// Records that the target left out by request.
  public var filtered = 0
  /// Records that the target refused for now; they are among the rejected until they are tried again.
  public var setAside = 0

  /// Makes the outcome of records that are all new.
  public init(inserted: Int) {
    self.inserted = inserted
  }

  /// Records that are in the target now.
  public var loaded: Int { inserted + updated + unchanged }
}

/// Who keeps the records that were refused.
public protocol RejectKeeper {
  /// Takes the rejections of `batch` while its bytes are there.
  ///
  /// - Throws: ``PipelineError`` when they cannot be written down.
  mutating func keep(_ batch: borrowing RecordBatch) throws(PipelineError)
}

/// Who hears of each batch that has gone all the way.
public protocol BatchListener: AnyObject {
  /// Tells that `batch` is written and counted in `ledger`.
  ///
  /// - Throws: ``PipelineError``, which ends the run.
  func passed(_ batch: borrowing RecordBatch, _ ledger: Ledger) throws(PipelineError)
}

extension Stage {
  /// Processes `batch` and notes in it how many records came and went, and how long it took.
  mutating func pass(_ batch: inout RecordBatch) throws(PipelineError) {
    let start = ContinuousClock.now
    let before = batch.live.count
    try process(&batch)
    batch.narrow()
    batch.note(name, from: before, to: batch.live.count, took: start.duration(to: .now))
  }
}

extension RecordSink {
  /// Writes `batch` and notes in it how many records came and went, and how long it took.
  mutating func pass(_ batch: inout RecordBatch) throws(PipelineError) -> SinkOutcome {
    let start = ContinuousClock.now
    let before = batch.live.count
    let outcome = try write(&batch)
    batch.note(name, from: before, to: outcome.loaded, took: start.duration(to: .now))
    return outcome
  }
}

internal import FurrowCore
internal import FurrowSQLite

/// The sink that loads into a table.
struct Loader: RecordSink {
  let name = "load"
  private let inserter: BatchInserter
  private let path: String

  /// Loads with `inserter` what the source at `path` holds.
  init(_ inserter: BatchInserter, from path: String) {
    self.inserter = inserter
    self.path = path
  }

  func write(_ batch: inout RecordBatch) throws(PipelineError) -> SinkOutcome {
    let outcome: InsertOutcome
    do {
      outcome = try inserter.insert(&batch)
    } catch {
      guard let breaker = inserter.breaker, breaker < batch.live.count else {
        throw .database(error)
      }
      let place = batch.position(of: batch.extents[Int(batch.live[breaker])])
      throw .rolledBack(path, place, error)
    }
    var result = SinkOutcome(inserted: outcome.inserted)
    result.updated = outcome.updated
    result.unchanged = outcome.unchanged
    result.ignored = outcome.ignored
    result.filtered = outcome.filtered
    result.setAside = outcome.setAside
    return result
  }
}

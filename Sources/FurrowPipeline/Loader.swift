internal import FurrowCore
internal import FurrowSQLite

/// The sink that loads into a table.
struct Loader: RecordSink {
  let name = "load"
  private let inserter: BatchInserter

  init(_ inserter: BatchInserter) {
    self.inserter = inserter
  }

  func write(_ batch: inout RecordBatch) throws(PipelineError) -> SinkOutcome {
    let outcome = try database { () throws(SQLiteError) in try inserter.insert(&batch) }
    var result = SinkOutcome(inserted: outcome.inserted)
    result.updated = outcome.updated
    result.unchanged = outcome.unchanged
    result.ignored = outcome.ignored
    result.filtered = outcome.filtered
    return result
  }
}

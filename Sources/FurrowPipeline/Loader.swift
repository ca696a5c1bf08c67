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
    return SinkOutcome(loaded: outcome.inserted, filtered: outcome.filtered)
  }
}

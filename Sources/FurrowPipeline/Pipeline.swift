internal import FurrowCore

/// The journey of every record: read, looked at by each stage, written, counted.
///
/// Batches are the only thing that travels. A stage narrows a batch's live records; what a record
/// is refused for stands in the batch's rejections, and the run goes on. A failure is thrown, and
/// the run stops.
public struct Pipeline {
  /// Where records come from.
  public var source: any RecordSource
  /// What looks at them on the way, in order.
  public var stages: [any Stage]
  /// Where they go.
  public var sink: any RecordSink
  /// Who keeps those that were refused.
  public var rejects: any RejectKeeper
  /// Who hears of each batch behind them.
  public var listeners: [any BatchListener] = []
  /// What ends the run before its time.
  public var cancellation: Cancellation?

  /// Puts a pipeline together.
  public init(
    from source: any RecordSource,
    through stages: [any Stage] = [],
    to sink: any RecordSink,
    rejects: any RejectKeeper
  ) {
    self.source = source
    self.stages = stages
    self.sink = sink
    self.rejects = rejects
  }

  /// Runs until the source has no more records; every one of them is in `ledger` then.
  ///
  /// - Throws: ``PipelineError``, the first failure; `ledger` says how far the run came.
  public mutating func run(_ ledger: inout Ledger) throws(PipelineError) {
    var batch = RecordBatch()
    while try source.fill(&batch) {
      try cancellation?.check()
      for index in stages.indices { try stages[index].pass(&batch) }
      let outcome = try sink.pass(&batch)
      batch.sortRejections()
      ledger.count(batch, outcome)
      try rejects.keep(batch)
      for listener in listeners { try listener.passed(batch, ledger) }
    }
  }
}

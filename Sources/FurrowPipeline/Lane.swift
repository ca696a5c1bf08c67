internal import Dispatch
public import FurrowCore
internal import Synchronization

/// A source and its stages on a thread of their own, one or two batches ahead of who asks.
///
/// To the loop it is a source like any other. Batches come in the source's order, so nothing in the
/// result depends on time.
public final class Lane: RecordSource {
  private struct Work {
    var source: any RecordSource
    var stages: [any Stage]
  }

  private let spare = Handoff()
  private let ready = Handoff()
  private let failure = Outcome()

  /// Starts to read `source`.
  public init(_ source: sending any RecordSource, through stages: sending [any Stage]) {
    spare.give(RecordBatch())
    spare.give(RecordBatch())
    let work = Mutex<Work?>(Work(source: source, stages: stages))
    DispatchQueue(label: "furrow.lane").async { [spare, ready, failure] in
      // The only one who takes it, so it is still there.
      if let work = work.withLock({ $0.take() }) {
        // The source is let go in there, before anybody hears of the end.
        Self.run(work, spare: spare, ready: ready, failure: failure)
      }
      ready.close()
    }
  }

  /// Ends the lane, wherever it stands, and waits until its source is let go.
  func end() {
    spare.close()
    while let batch = ready.take() { _ = consume batch }
  }

  deinit {
    // The lane may wait for a batch: it gets none and ends.
    spare.close()
  }

  /// Takes the next batch and gives the old one back to the lane.
  public func fill(_ batch: inout RecordBatch) throws(PipelineError) -> Bool {
    guard var next = ready.take() else {
      if let error = failure.error.withLock({ $0 }) { throw error }
      return false
    }
    swap(&batch, &next)
    spare.give(next)
    return true
  }

  private static func run(
    _ work: consuming Work,
    spare: Handoff,
    ready: Handoff,
    failure: Outcome
  ) {
    do throws(PipelineError) {
      while var batch = spare.take() {
        guard try work.source.fill(&batch) else { return }
        for index in work.stages.indices { try work.stages[index].pass(&batch) }
        ready.give(batch)
      }
    } catch {
      failure.error.withLock { $0 = error }
    }
  }

  /// Why the lane ended, if it failed.
  private final class Outcome: Sendable {
    let error = Mutex<PipelineError?>(nil)
  }
}

public import FurrowCore
public import FurrowFormats

/// A reader as a source of the pipeline.
public struct Intake: RecordSource {
  private let reader: any RecordReader

  /// Takes the records of `reader`.
  public init(_ reader: any RecordReader) {
    self.reader = reader
  }

  /// Fills `batch` with the next records; false when there are none.
  public func fill(_ batch: inout RecordBatch) throws(PipelineError) -> Bool {
    let start = ContinuousClock.now
    let isFilled = try reading { () throws(ReadFailure) in try reader.fill(&batch) }
    batch.note(
      "read",
      from: batch.recordsRead,
      to: batch.live.count,
      took: start.duration(to: .now)
    )
    return isFilled
  }
}

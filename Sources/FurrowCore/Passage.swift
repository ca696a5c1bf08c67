/// One batch's way through one part of the pipeline.
public struct Passage: Sendable, Equatable {
  /// The part's name.
  public var name: String
  /// Live records before it.
  public var recordsIn: Int
  /// Live records behind it.
  public var recordsOut: Int
  /// How long it took.
  public var duration: Duration
}

extension RecordBatch {
  /// Notes that the batch went through the part called `name`.
  public mutating func note(
    _ name: String,
    from recordsIn: Int,
    to recordsOut: Int,
    took duration: Duration
  ) {
    passages.append(
      Passage(name: name, recordsIn: recordsIn, recordsOut: recordsOut, duration: duration)
    )
  }
}

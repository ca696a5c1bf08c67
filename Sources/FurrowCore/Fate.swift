/// What became of a record.
///
/// Each has exactly one fate when its batch has passed the sink.
public enum Fate: UInt8, Sendable {
  /// Still in the game; behind the sink: loaded.
  case live
  /// At fault: it stands in the batch's rejections.
  case rejected
  /// A repetition of an earlier record.
  case duplicate
  /// Left out by request.
  case filtered
}

/// How much is read of a source, and in what portions.
public struct ReadingLimits: Sendable, Equatable {
  /// At most so many records in all.
  public var records: Int
  /// At most so many records in one batch.
  public var recordsPerBatch: Int
  /// Whether each batch says what the checksum of the source is up to its end.
  public var hasChecksum: Bool

  /// Records in a batch, unless asked otherwise: what is kept of each fault is bounded with them.
  public static let recordsPerBatch = 32_768

  /// Makes limits; what is not named has none.
  public init(records: Int? = nil, recordsPerBatch: Int? = nil, hasChecksum: Bool = false) {
    self.records = records ?? .max
    self.recordsPerBatch = min(max(recordsPerBatch ?? .max, 1), Self.recordsPerBatch)
    self.hasChecksum = hasChecksum
  }
}

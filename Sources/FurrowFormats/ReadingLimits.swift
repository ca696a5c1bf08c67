/// How much is read of a source, and in what portions.
public struct ReadingLimits: Sendable, Equatable {
  /// At most so many records in all.
  public var records: Int
  /// At most so many records in one batch.
  public var recordsPerBatch: Int
  /// The largest record, in bytes: a longer one is a failure, since a quote that is never closed makes
  /// one of all that follows.
  public var recordBytes: Int
  /// Whether each batch says what the checksum of the source is up to its end.
  public var hasChecksum: Bool

  /// Records in a batch, unless asked otherwise: what is kept of each fault is bounded with them.
  public static let recordsPerBatch = 32_768

  /// Bytes in a record, unless asked otherwise: 16 MiB.
  public static let recordBytes = 16 << 20

  /// The most bytes that a record may be allowed: 1 GiB.
  public static let largestRecord = 1 << 30

  /// Makes limits; what is not named has the usual ones.
  public init(
    records: Int? = nil,
    recordsPerBatch: Int? = nil,
    recordBytes: Int = Self.recordBytes,
    hasChecksum: Bool = false
  ) {
    self.records = records ?? .max
    self.recordsPerBatch = min(max(recordsPerBatch ?? .max, 1), Self.recordsPerBatch)
    self.recordBytes = min(max(recordBytes, 1), Self.largestRecord)
    self.hasChecksum = hasChecksum
  }
}

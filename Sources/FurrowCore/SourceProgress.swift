/// How far a source is used: bytes of the file itself, which may be compressed or in another encoding.
public struct SourceProgress: Sendable, Equatable {
  /// Bytes used so far; those read ahead count.
  public var consumedBytes: Int
  /// The file's size in bytes; `nil` when it is not known, as that of a pipe.
  public var totalBytes: Int?

  /// Makes the progress of a source; without arguments, of one that was not begun.
  public init(consumedBytes: Int = 0, totalBytes: Int? = nil) {
    self.consumedBytes = consumedBytes
    self.totalBytes = totalBytes
  }
}

/// Where one record stands in its batch: 16 bytes, relative to the batch's origin.
@frozen public struct RecordExtent: Sendable, Equatable {
  /// The record's first byte, counted from 0 in the batch's bytes.
  public var start: UInt32
  /// The byte behind the record's last one; its line end is not part of it.
  public var end: UInt32
  /// Physical lines between the batch's first line and the one where the record starts.
  public var lineDelta: UInt32
  /// Records between the batch's first one and this one.
  public var recordDelta: UInt32

  /// Makes an extent; every figure is relative to the batch's origin.
  @inlinable public init(start: Int, end: Int, lineDelta: Int, recordDelta: Int) {
    self.start = UInt32(truncatingIfNeeded: start)
    self.end = UInt32(truncatingIfNeeded: end)
    self.lineDelta = UInt32(truncatingIfNeeded: lineDelta)
    self.recordDelta = UInt32(truncatingIfNeeded: recordDelta)
  }
}

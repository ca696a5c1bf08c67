internal import FurrowCore

/// What a scan finds, before it becomes part of a batch.
struct ScanOutput {
  /// A record that has no place in the table of fields.
  struct Fault {
    var extent: RecordExtent
    /// Counted from 1.
    var column: Int?
    var offset: Int?
    var code: Rejection.Code
    var message: String
  }

  /// The fields of whole records, then those of the record being read.
  var fields: [Field]
  /// How many of `fields` belong to whole records.
  var fieldCount = 0
  var extents: [RecordExtent]
  var faults: [Fault] = []
  /// Indices of quoted fields that hold doubled quotes, ascending.
  var doubled: [Int] = []
  /// What the fields of `doubled` mean, if the scanner knows it; else empty.
  var texts: [[UInt8]] = []
  /// Whether a byte outside ASCII, or a NUL, was seen.
  var sawHigh = false
  var sawNul = false

  /// Forgets what was noted of a record that is not whole.
  mutating func forgetUnfinished() {
    while let last = doubled.last, last >= fieldCount { doubled.removeLast() }
    if texts.count > doubled.count { texts.removeLast(texts.count - doubled.count) }
  }
}

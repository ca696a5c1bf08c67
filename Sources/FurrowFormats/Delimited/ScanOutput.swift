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
  /// Quoted fields that hold doubled quotes, ascending.
  var doubled: [Doubled] = []
  /// The records that keep a number of fields of their own; places count from 0 in `raggedFields`.
  var ragged: [RaggedRecord] = []
  var raggedFields: [Field] = []
  /// The fields of `raggedFields` that hold doubled quotes, ascending.
  var raggedDoubled: [Doubled] = []
  /// Records that were kept though their quotes or their delimiter are wrong.
  var mendedCount = 0
  /// Whether a byte outside ASCII, or a NUL, was seen.
  var sawHigh = false
  var sawNul = false

  /// A field that does not mean its bytes as they stand.
  struct Doubled {
    var field: Int
    /// What it means, if the scanner knows it.
    var text: [UInt8]?
  }

  /// Puts `field` at `index`, which is at most one behind the last of `fields`.
  mutating func put(_ field: Field, at index: Int) {
    if index < fields.count { fields[index] = field } else { fields.append(field) }
  }

  /// Forgets what was noted of a record that is not whole.
  mutating func forgetUnfinished() { forgetNotes(from: fieldCount) }

  /// Forgets what was noted of the field at `index` and of those behind it.
  mutating func forgetNotes(from index: Int) {
    while let last = doubled.last, last.field >= index { doubled.removeLast() }
  }

  /// Puts the fields of ragged records behind those of all others.
  mutating func placeRagged() {
    for index in ragged.indices {
      let range = ragged[index].fields
      ragged[index].fields = range.lowerBound + fieldCount..<range.upperBound + fieldCount
    }
    for (index, field) in raggedFields.enumerated() { put(field, at: fieldCount + index) }
    doubled += raggedDoubled.map { Doubled(field: $0.field + fieldCount, text: $0.text) }
  }
}

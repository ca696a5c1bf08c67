internal import CScan
internal import FurrowCore

/// From a record to its claim on a key.
struct ClaimForm: Sendable {
  /// The column that decides, counted from 0, for a least or greatest value.
  let rankColumn: Int?
  /// Whether records with the same key are held against one another.
  let hasContent: Bool
  /// Records of the sources before the current one.
  var base = 0

  init(rankColumn: Int?, hasContent: Bool) {
    self.rankColumn = rankColumn
    self.hasContent = hasContent
  }

  func claim(_ record: Int, of batch: borrowing RecordBatch) -> KeyHolders.Claim {
    let place = batch.position(of: batch.extents[record])
    return KeyHolders.Claim(
      holder: KeyTable.Holder(ordinal: base + place.record, line: place.line),
      content: content(record, of: batch),
      rank: rankColumn.map { Rank(batch[record, $0], of: batch) } ?? .null
    )
  }

  func ordinal(_ record: Int, of batch: borrowing RecordBatch) -> Int {
    base + batch.position(of: batch.extents[record]).record
  }

  /// A hash of all fields of a record, NULL apart from the empty text; 0 when nobody asks for it.
  func content(_ record: Int, of batch: borrowing RecordBatch) -> UInt64 {
    guard hasContent else { return 0 }
    var hash: UInt64 = 0
    for column in 0..<batch.columnCount {
      let field = batch[record, column]
      // The field lies whole in the batch's bytes.
      let part = unsafe batch.bytes.withUnsafeBufferPointer { bytes in
        guard let base = bytes.baseAddress else { return UInt64(0) }
        return unsafe furrow_hash(base + Int(field.start), field.length)
      }
      hash = furrow_mix(hash ^ part, 0x9E37_79B9_7F4A_7C15 ^ (field.isNull ? 1 : 2))
    }
    return hash
  }
}

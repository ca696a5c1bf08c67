internal import FurrowCore

/// From a record of one source to its claim on a key.
struct ClaimForm: Sendable {
  /// How the key is made of the source's fields.
  let encoding: KeyEncoding
  /// The column that decides, counted from 0, for a least or greatest value.
  var rankColumn: Int?
  /// The columns in which records with the same key are held against one another, in an order that all
  /// sources share; `nil` for a column that the source lacks, and for all of them when nobody asks.
  var contentColumns: [Int?]?
  /// Records of the sources before this one.
  var base = 0

  init(_ encoding: KeyEncoding) {
    self.encoding = encoding
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

  /// A digest of the fields of a record; zero when nobody asks for it.
  func content(_ record: Int, of batch: borrowing RecordBatch) -> ContentDigest {
    guard let contentColumns else { return .zero }
    if !batch.digests.isEmpty {
      return ContentDigest(first: batch.digests[2 * record], second: batch.digests[2 * record + 1])
    }
    return ContentDigest(of: record, contentColumns, batch)
  }
}

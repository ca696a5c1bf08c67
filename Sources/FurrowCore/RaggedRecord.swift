/// A record of a batch that has another number of fields than the batch has columns.
public struct RaggedRecord: Sendable, Equatable {
  /// The record's index in the batch.
  public var record: Int
  /// Where its fields are among the batch's, behind the table of all other records.
  public var fields: Range<Int>

  /// Makes a ragged record.
  public init(record: Int, fields: Range<Int>) {
    self.record = record
    self.fields = fields
  }
}

extension RecordBatch {
  /// The number of fields that are meant: those of the table and those behind it.
  public var fieldCount: Int { ragged.last?.fields.upperBound ?? count * columnCount }

  /// Returns where the fields of `record` are.
  public func fieldRange(of record: Int) -> Range<Int> {
    let start = record * columnCount
    guard !ragged.isEmpty, let found = raggedRecord(where: { $0.record >= record }),
      found.record == record
    else { return start..<start + columnCount }
    return found.fields
  }

  /// Returns the record and the column, both counted from 0, of the field at `index`.
  package func place(ofField index: Int) -> (record: Int, column: Int) {
    guard index >= count * columnCount,
      let found = raggedRecord(where: { $0.fields.upperBound > index })
    else { return (index / columnCount, index % columnCount) }
    return (found.record, index - found.fields.lowerBound)
  }

  /// The first ragged record for which `isReached` is true, as it is for all behind it.
  private func raggedRecord(where isReached: (RaggedRecord) -> Bool) -> RaggedRecord? {
    var low = 0
    var high = ragged.count
    while low < high {
      let middle = (low + high) / 2
      if isReached(ragged[middle]) { high = middle } else { low = middle + 1 }
    }
    return low < ragged.count ? ragged[low] : nil
  }
}

internal import CScan
internal import FurrowCore

/// 128 bits for the fields of a record, by which duplicates that differ are told from those that do not.
///
/// The function is keyed by numbers that each process draws anew: nobody can write a file in which two
/// different records have the same digest, and by chance it happens once in 2^128 pairs.
struct ContentDigest: Equatable, Sendable {
  let first: UInt64
  let second: UInt64

  static let zero = ContentDigest(first: 0, second: 0)
  /// What a record without fields has.
  private static let seed = furrow_digest_state(
    first: .random(in: .min ... .max),
    second: .random(in: .min ... .max)
  )

  init(first: UInt64, second: UInt64) {
    self.first = first
    self.second = second
  }

  /// Makes the digest of a record's fields in these columns, NULL apart from the empty text; a column
  /// that is missing is NULL.
  init(of record: Int, _ columns: [Int?], _ batch: borrowing RecordBatch) {
    var state = Self.seed
    for column in columns {
      let field = column.map { batch[record, $0] }
      guard let field, !field.isNull else {
        unsafe furrow_digest(&state, nil, 0, 1)
        continue
      }
      // The field lies whole in the batch's bytes.
      unsafe batch.bytes.withUnsafeBufferPointer { bytes in
        guard let base = bytes.baseAddress else { return }
        unsafe furrow_digest(&state, base + Int(field.start), field.length, 2)
      }
    }
    (first, second) = (state.first, state.second)
  }
}

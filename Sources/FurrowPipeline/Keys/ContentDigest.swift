internal import CScan
internal import FurrowCore

/// 128 bits for the fields of a record, by which duplicates that differ are told from those that do not.
///
/// The function is keyed by numbers that each process draws anew: nobody can write a file in which two
/// different records have the same digest, and by chance it happens once in 2^128 pairs.
struct ContentDigest: Equatable, Sendable {
  private(set) var first: UInt64
  private(set) var second: UInt64

  static let zero = ContentDigest(first: 0, second: 0)
  /// What no field was added to yet.
  static let start = ContentDigest(
    first: .random(in: .min ... .max),
    second: .random(in: .min ... .max)
  )

  init(first: UInt64, second: UInt64) {
    self.first = first
    self.second = second
  }

  /// Adds a field of `bytes`, NULL apart from the empty text and both apart from no field at all.
  @unsafe mutating func add(_ field: Field?, in bytes: UnsafeBufferPointer<UInt8>) {
    var state = furrow_digest_state(first: first, second: second)
    let isText = field.map { !$0.isNull } ?? false
    if let field, isText, let base = bytes.baseAddress {
      unsafe furrow_digest(&state, base + Int(field.start), field.length, 2)
    } else {
      unsafe furrow_digest(&state, nil, 0, field == nil ? 0 : 1)
    }
    (first, second) = (state.first, state.second)
  }
}

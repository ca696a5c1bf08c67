internal import CScan
internal import FurrowCore

/// The keys of one batch's records, found together so that memory can be asked for ahead.
struct KeyBatch: Sendable {
  /// Where the bytes of keys are that are not the fields themselves.
  var bytes: [UInt8] = []
  /// Memory for the folding of texts.
  var folding = CharacterFolding()
  /// The records that have a key.
  private(set) var records: [UInt32] = []
  private(set) var hashes: [UInt64] = []
  private var starts: [Int] = []
  private var counts: [Int] = []
  private var isInBatch = false
  /// Drawn by each process, so that nobody can write keys that all have the same hash.
  private static let seed = UInt64.random(in: .min ... .max)

  var count: Int { records.count }

  mutating func removeAll(isInBatch: Bool) {
    self.isInBatch = isInBatch
    bytes.removeAll(keepingCapacity: true)
    records.removeAll(keepingCapacity: true)
    hashes.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
    counts.removeAll(keepingCapacity: true)
  }

  mutating func add(_ record: UInt32, start: Int, count: Int) {
    records.append(record)
    starts.append(start)
    counts.append(count)
  }

  /// Computes the hash of each key.
  mutating func hash(_ batch: borrowing RecordBatch) {
    // An empty array has no address; with a byte more it has.
    if bytes.isEmpty { bytes.append(0) }
    var hashes: [UInt64] = []
    swap(&hashes, &self.hashes)
    unsafe withBytes(batch) { base in
      guard let start = base.baseAddress else { return }
      for index in starts.indices {
        // Every key lies whole in the bytes.
        hashes.append(unsafe furrow_hash(start + starts[index], counts[index], Self.seed))
      }
    }
    swap(&hashes, &self.hashes)
  }

  /// The bytes of the key at `index`; `base` are those of ``withBytes(_:_:)``.
  func key(_ index: Int, in base: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    base.extracting(starts[index]..<starts[index] + counts[index])
  }

  /// Lends the bytes that all keys lie in.
  func withBytes<Result, Failure: Error>(
    _ batch: borrowing RecordBatch,
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // The pointer is lent for the call.
    if isInBatch { return unsafe try batch.bytes.withUnsafeBufferPointer(body) }
    return unsafe try bytes.withUnsafeBufferPointer(body)
  }
}

internal import CScan
internal import FurrowCore
internal import FurrowFormats
internal import Synchronization

/// The keys that a foreign key may refer to: in memory or, where they do not fit, judged before the run
/// by files.
final class ReferenceKeys: Sendable {
  /// The keys that are there; `nil` where the orphans are known instead.
  private let known: KeyHolders?
  /// Orphans that were not yet asked for.
  ///
  /// Who asks is one thread at a time, so nobody ever waits.
  private let orphans = Mutex<LossStream?>(nil)

  /// Reads the keys of `targets`, of which `limit` bytes are held in memory.
  ///
  /// Those of `own`, the run's sources, are read only where the others do not fit. A source without an
  /// encoding has no keys.
  init(
    _ targets: [(KeyRun.Source, KeyEncoding)],
    referredToBy own: [(KeyRun.Source, KeyEncoding?)],
    limit: Int,
    cancellation: Cancellation?
  ) throws(PipelineError) {
    known = try Self.known(targets, limit: limit)
    guard known == nil else { return }
    var spill = try ReferenceSpill(limit: limit, cancellation: cancellation)
    // Each key is lent for the call that it is shown to, here as below.
    for (source, encoding) in targets {
      unsafe try Self.read(source, encoding) { key, hash, _ throws(PipelineError) in
        unsafe try spill.add(parent: key, hash: hash)
        return true
      }
    }
    for (index, (source, encoding)) in own.enumerated() {
      guard let encoding else { continue }
      unsafe try Self.read(source, encoding) { key, hash, record throws(PipelineError) in
        unsafe try spill.add(child: key, hash: hash, ordinal: Self.ordinal(of: record, in: index))
        return true
      }
    }
    let found = try LossStream([spill.solve()])
    orphans.withLock { $0 = found }
  }

  /// The records of `batch`, of the source at `index`, whose key is not there, in order.
  func orphans(
    of batch: borrowing RecordBatch,
    from index: Int,
    by encoding: KeyEncoding
  ) throws(PipelineError) -> [Int] {
    var found: [Int] = []
    guard let known else {
      var stream = orphans.withLock { $0.take() }
      for live in batch.keyed {
        let record = batch.position(of: batch.extents[Int(live)]).record
        if try stream?.take(Self.ordinal(of: record, in: index)) != nil { found.append(Int(live)) }
      }
      let rest = stream
      orphans.withLock { $0 = rest }
      return found
    }
    var keys = KeyBatch()
    encoding.encode(batch, into: &keys)
    for index in 0..<keys.count {
      // Keys lie whole in the bytes that are lent for the call.
      let isThere = unsafe keys.withBytes(batch) { base in
        unsafe known.judge(keys.key(index, in: base), hash: keys.hashes[index], ordinal: 0) != nil
      }
      if !isThere { found.append(Int(keys.records[index])) }
    }
    return found
  }

  /// A number for the record of a source, ascending over all of them.
  private static func ordinal(of record: Int, in source: Int) -> Int {
    source << 44 | record
  }

  /// The keys in memory; `nil` when they do not fit.
  private static func known(
    _ targets: [(KeyRun.Source, KeyEncoding)],
    limit: Int
  ) throws(PipelineError) -> KeyHolders? {
    var known = KeyHolders(KeyTerms(), limit: limit)
    var isFull = false
    let claim = KeyHolders.Claim(
      holder: KeyTable.Holder(ordinal: 0, line: 0),
      content: .zero,
      rank: .null
    )
    for (source, encoding) in targets where !isFull {
      unsafe try read(source, encoding) { key, hash, _ throws(PipelineError) in
        isFull = unsafe known.claim(key, hash: hash, claim) == .full
        return !isFull
      }
    }
    return isFull ? nil : known
  }

  /// Shows each key of `source`, with its hash and its record, to `body`, as long as that is true.
  private static func read(
    _ source: KeyRun.Source,
    _ encoding: KeyEncoding,
    _ body: (
      UnsafeBufferPointer<UInt8>, UInt64, Int
    ) throws(PipelineError) -> Bool
  ) throws(PipelineError) {
    let reader = try source.open()
    var batch = RecordBatch()
    var keys = KeyBatch()
    while try reading({ () throws(ReadFailure) in try reader.fill(&batch) }) {
      try source.prepare(&batch)
      encoding.encode(batch, into: &keys)
      for index in 0..<keys.count {
        let record = batch.position(of: batch.extents[Int(keys.records[index])]).record
        // As above.
        let goesOn = unsafe try keys.withBytes(batch) { base throws(PipelineError) in
          unsafe try body(keys.key(index, in: base), keys.hashes[index], record)
        }
        guard goesOn else { return }
      }
    }
  }
}

internal import CScan
internal import FurrowCore

/// Says of each record whether another one has its key.
///
/// The first holder of a key can be told while records pass, as long as all keys fit into memory.
/// For any other rule, and when memory is at its end, the input is read once more before.
struct KeyJudge: Sendable {
  /// How keys are made of the current source's fields.
  var encoding: KeyEncoding
  let rule: KeepRule
  /// The column that decides, counted from 0, for a least or greatest value.
  private let rankColumn: Int?
  private let hasContent: Bool
  private let limit: Int

  /// Records of the sources before the current one.
  var base = 0

  private var mode = Mode.streaming
  private var holders: KeyHolders
  private var losses: LossStream?
  private var keys = KeyBatch()

  private enum Mode {
    /// Keys are taken as they come.
    case streaming
    /// All keys are known.
    case known
    /// The lost records are known.
    case spilled
  }

  /// Reads the run's whole input once more, checked as it is in the run itself.
  ///
  /// Each batch comes with the fields that are no values, the number of records of sources before,
  /// and how keys are made of its fields.
  typealias Rescan = (
    _ body: (
      borrowing RecordBatch, Set<Int>, _ base: Int, KeyEncoding
    ) throws(PipelineError) -> Void
  ) throws(PipelineError) -> Void

  init(
    _ encoding: KeyEncoding,
    rule: KeepRule = .first,
    rankColumn: Int? = nil,
    hasContent: Bool = false,
    limit: Int
  ) {
    self.encoding = encoding
    self.rule = rule
    self.rankColumn = rankColumn
    self.hasContent = hasContent
    self.limit = limit
    holders = KeyHolders(rule: rule, hasContent: hasContent, limit: limit)
  }

  /// Finds the live records that lose their key to another one, in order.
  mutating func judge(
    _ batch: borrowing RecordBatch,
    without faulty: Set<Int> = [],
    rescan: Rescan
  ) throws(PipelineError) -> [(record: Int, loss: LossStream.Loss)] {
    if mode == .streaming, rule != .first { try look(ahead: rescan) }
    var found: [(record: Int, loss: LossStream.Loss)] = []
    if mode == .spilled {
      try take(batch, from: 0, &found)
      return found
    }
    encoding.encode(batch, without: faulty, into: &keys)
    guard let full = mode == .known ? find(batch, &found) : claim(batch, &found) else {
      return found
    }
    // What was found in this batch before stands; the rest is known after another look.
    holders.removeAll()
    try spill(rescan)
    try take(batch, from: full, &found)
    return found
  }

  /// Takes keys as they come; returns the record for whose key there is no room.
  private mutating func claim(
    _ batch: borrowing RecordBatch,
    _ found: inout [(record: Int, loss: LossStream.Loss)]
  ) -> Int? {
    for index in 0..<keys.count {
      if index + 12 < keys.count { holders.prefetch(keys.hashes[index + 12]) }
      let record = Int(keys.records[index])
      let claim = claim(record, of: batch)
      let hash = keys.hashes[index]
      // Keys lie whole in the bytes that are lent for the call.
      let verdict = unsafe keys.withBytes(batch) { base in
        unsafe holders.claim(keys.key(index, in: base), hash: hash, claim)
      }
      switch verdict {
      case .new: continue
      case .full: return record
      case .known(let holder, let content):
        found.append(
          (
            record,
            LossStream.Loss(
              ordinal: claim.holder.ordinal,
              holder: holder,
              differs: content != claim.content
            )
          )
        )
      }
    }
    return nil
  }

  /// Looks keys up that are all known.
  private func find(
    _ batch: borrowing RecordBatch,
    _ found: inout [(record: Int, loss: LossStream.Loss)]
  ) -> Int? {
    for index in 0..<keys.count {
      if index + 12 < keys.count { holders.prefetch(keys.hashes[index + 12]) }
      let record = Int(keys.records[index])
      let ordinal = ordinal(record, of: batch)
      // Keys lie whole in the bytes that are lent for the call.
      let judgement = unsafe keys.withBytes(batch) { base in
        unsafe holders.judge(keys.key(index, in: base), hash: keys.hashes[index], ordinal: ordinal)
      }
      guard let judgement, judgement.isLost else { continue }
      let differs = hasContent && judgement.content != content(record, of: batch)
      found.append(
        (record, LossStream.Loss(ordinal: ordinal, holder: judgement.holder, differs: differs))
      )
    }
    return nil
  }

  /// Takes the losses of the live records from the one at `start` on.
  private mutating func take(
    _ batch: borrowing RecordBatch,
    from start: Int,
    _ found: inout [(record: Int, loss: LossStream.Loss)]
  ) throws(PipelineError) {
    for index in batch.live where Int(index) >= start {
      let record = Int(index)
      let ordinal = ordinal(record, of: batch)
      if let loss = try losses?.take(ordinal) { found.append((record, loss)) }
    }
  }

  /// Claims every key of the input before its first record is judged.
  private mutating func look(ahead rescan: Rescan) throws(PipelineError) {
    var isFull = false
    var scout = self
    scout.mode = .known
    try rescan { batch, faulty, base, encoding throws(PipelineError) in
      guard !isFull else { return }
      (scout.base, scout.encoding) = (base, encoding)
      scout.encoding.encode(batch, without: faulty, into: &scout.keys)
      var ignored: [(record: Int, loss: LossStream.Loss)] = []
      isFull = scout.claim(batch, &ignored) != nil
    }
    guard isFull else {
      holders = scout.holders
      mode = .known
      return
    }
    scout.holders.removeAll()
    try spill(rescan)
  }

  /// Puts every key of the input into files, and judges them part by part.
  private mutating func spill(_ rescan: Rescan) throws(PipelineError) {
    var scout = self
    scout.holders.removeAll()
    var spill = try KeySpill(rule: rule, limit: limit)
    try rescan { batch, faulty, base, encoding throws(PipelineError) in
      (scout.base, scout.encoding) = (base, encoding)
      scout.encoding.encode(batch, without: faulty, into: &scout.keys)
      for index in 0..<scout.keys.count {
        let record = Int(scout.keys.records[index])
        // Keys lie whole in the bytes that are lent for the call.
        let key = unsafe scout.keys.withBytes(batch) { base in
          unsafe Array(scout.keys.key(index, in: base))
        }
        try spill.add(
          KeySpill.Entry(
            claim: scout.claim(record, of: batch),
            hash: scout.keys.hashes[index],
            key: key
          )
        )
      }
    }
    losses = try LossStream(spill.solve())
    mode = .spilled
  }

  private func claim(_ record: Int, of batch: borrowing RecordBatch) -> KeyHolders.Claim {
    let place = batch.position(of: batch.extents[record])
    return KeyHolders.Claim(
      holder: KeyTable.Holder(ordinal: base + place.record, line: place.line),
      content: hasContent ? content(record, of: batch) : 0,
      rank: rankColumn.map { Rank(batch[record, $0], of: batch) } ?? .null
    )
  }

  private func ordinal(_ record: Int, of batch: borrowing RecordBatch) -> Int {
    base + batch.position(of: batch.extents[record]).record
  }

  /// A hash of all fields of a record, NULL apart from the empty text.
  private func content(_ record: Int, of batch: borrowing RecordBatch) -> UInt64 {
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

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
  /// How records claim keys, and how many records the sources before the current one have.
  var form: ClaimForm
  private let limit: Int
  private let cancellation: Cancellation?

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
  /// Each batch comes with the number of records of sources before, and how keys are made of its
  /// fields.
  typealias Rescan = (
    _ body: (
      borrowing RecordBatch, _ base: Int, KeyEncoding
    ) throws(PipelineError) -> Void
  ) throws(PipelineError) -> Void

  init(
    _ encoding: KeyEncoding,
    rule: KeepRule = .first,
    rankColumn: Int? = nil,
    hasContent: Bool = false,
    limit: Int,
    cancellation: Cancellation? = nil
  ) {
    self.encoding = encoding
    self.rule = rule
    form = ClaimForm(rankColumn: rankColumn, hasContent: hasContent)
    self.limit = limit
    self.cancellation = cancellation
    holders = KeyHolders(rule: rule, hasContent: hasContent, limit: limit)
  }

  /// Finds the records that lose their key to another one, in order.
  mutating func judge(
    _ batch: borrowing RecordBatch,
    rescan: Rescan
  ) throws(PipelineError) -> [(record: Int, loss: LossStream.Loss)] {
    if mode == .streaming, rule != .first { try look(ahead: rescan) }
    var found: [(record: Int, loss: LossStream.Loss)] = []
    if mode == .spilled {
      try take(batch, from: 0, &found)
      return found
    }
    encoding.encode(batch, into: &keys)
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
    var keys = KeyBatch()
    swap(&keys, &self.keys)
    defer { swap(&keys, &self.keys) }
    let form = form
    // Keys lie whole in the bytes that are lent for the call.
    return unsafe keys.withBytes(batch) { base in
      for index in 0..<keys.count {
        holders.prefetch(index, of: keys)
        let record = Int(keys.records[index])
        let claim = form.claim(record, of: batch)
        let key = unsafe keys.key(index, in: base)
        switch unsafe holders.claim(key, hash: keys.hashes[index], claim) {
        case .new: continue
        case .full: return record
        case .known(let holder, let content):
          let loss = LossStream.Loss(
            ordinal: claim.holder.ordinal,
            holder: holder,
            differs: content != claim.content
          )
          found.append((record, loss))
        }
      }
      return nil
    }
  }

  /// Looks keys up that are all known.
  private func find(
    _ batch: borrowing RecordBatch,
    _ found: inout [(record: Int, loss: LossStream.Loss)]
  ) -> Int? {
    // As above.
    unsafe keys.withBytes(batch) { base in
      for index in 0..<keys.count {
        holders.prefetch(index, of: keys)
        let record = Int(keys.records[index])
        let ordinal = form.ordinal(record, of: batch)
        let key = unsafe keys.key(index, in: base)
        let judgement = unsafe holders.judge(key, hash: keys.hashes[index], ordinal: ordinal)
        guard let judgement, judgement.isLost else { continue }
        let differs = judgement.content != form.content(record, of: batch)
        found.append(
          (record, LossStream.Loss(ordinal: ordinal, holder: judgement.holder, differs: differs))
        )
      }
    }
    return nil
  }

  /// Takes the losses of the records from the one at `start` on.
  private mutating func take(
    _ batch: borrowing RecordBatch,
    from start: Int,
    _ found: inout [(record: Int, loss: LossStream.Loss)]
  ) throws(PipelineError) {
    for index in batch.keyed where Int(index) >= start {
      let record = Int(index)
      let ordinal = form.ordinal(record, of: batch)
      if let loss = try losses?.take(ordinal) { found.append((record, loss)) }
    }
  }

  /// Claims every key of the input before its first record is judged.
  private mutating func look(ahead rescan: Rescan) throws(PipelineError) {
    var isFull = false
    var scout = self
    scout.mode = .known
    try rescan { batch, base, encoding throws(PipelineError) in
      guard !isFull else { return }
      (scout.form.base, scout.encoding) = (base, encoding)
      scout.encoding.encode(batch, into: &scout.keys)
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
    var spill = try KeySpill(rule: rule, limit: limit, cancellation: cancellation)
    try rescan { batch, base, encoding throws(PipelineError) in
      (scout.form.base, scout.encoding) = (base, encoding)
      scout.encoding.encode(batch, into: &scout.keys)
      let failure = unsafe scout.keys.withBytes(batch) { base -> PipelineError? in
        for index in 0..<scout.keys.count {
          let claim = scout.form.claim(Int(scout.keys.records[index]), of: batch)
          let key = unsafe scout.keys.key(index, in: base)
          do throws(PipelineError) {
            unsafe try spill.add(claim, hash: scout.keys.hashes[index], key)
          } catch {
            return error
          }
        }
        return nil
      }
      if let failure { throw failure }
    }
    losses = try LossStream(spill.solve())
    mode = .spilled
  }
}

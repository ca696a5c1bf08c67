internal import CScan
internal import FurrowCore

/// Says of each record whether another one has its key.
///
/// The first holder of a key can be told while records pass, as long as all keys fit into memory.
/// For any other rule, and when memory is at its end, the input is read once more before.
struct KeyJudge: Sendable {
  let terms: KeyTerms
  /// How records of the current source claim keys.
  var form: ClaimForm
  private let limit: Int
  private let cancellation: Cancellation?

  private var mode = Mode.fresh
  private var holders: KeyHolders
  private var losses: LossStream?
  private var keys = KeyBatch()

  private enum Mode {
    /// Nothing was read yet.
    case fresh
    /// Keys are taken as they come.
    case streaming
    /// All keys are known.
    case known
    /// The lost records are known.
    case spilled
  }

  /// Reads the run's input once more, checked as it is in the run itself: all of it, or the rows of the
  /// table that comes before the records.
  ///
  /// Each batch comes with how its records claim keys, as long as the body says true.
  typealias Rescan = (
    _ onlyTable: Bool,
    _ body: (borrowing RecordBatch, ClaimForm) throws(PipelineError) -> Bool
  ) throws(PipelineError) -> Void

  init(
    _ form: ClaimForm,
    _ terms: KeyTerms = KeyTerms(),
    limit: Int,
    cancellation: Cancellation? = nil
  ) {
    self.form = form
    self.terms = terms
    self.limit = limit
    self.cancellation = cancellation
    holders = KeyHolders(terms, limit: limit)
  }

  /// Finds the records that lose their key to another one, in order.
  mutating func judge(
    _ batch: borrowing RecordBatch,
    rescan: Rescan
  ) throws(PipelineError) -> [(record: Int, loss: LossStream.Loss)] {
    if mode == .fresh { try begin(rescan) }
    var found: [(record: Int, loss: LossStream.Loss)] = []
    if mode == .spilled {
      try take(batch, from: 0, &found)
      return found
    }
    form.encoding.encode(batch, into: &keys)
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

  /// Claims the keys that have to be known before the first record is judged: those of the table, and all
  /// of the input where the rule is not that the first one keeps its key.
  private mutating func begin(_ rescan: Rescan) throws(PipelineError) {
    let isFirst = terms.rule == .first
    mode = isFirst ? .streaming : .known
    guard !isFirst || terms.heldRows > 0 else { return }
    var isFull = false
    var scout = self
    try rescan(isFirst) { batch, form throws(PipelineError) in
      scout.form = form
      form.encoding.encode(batch, into: &scout.keys)
      var ignored: [(record: Int, loss: LossStream.Loss)] = []
      isFull = scout.claim(batch, &ignored) != nil
      return !isFull
    }
    if isFull {
      scout.holders.removeAll()
      try spill(rescan)
    } else {
      holders = scout.holders
    }
  }

  /// Puts every key of the input into files, and judges them part by part.
  private mutating func spill(_ rescan: Rescan) throws(PipelineError) {
    var scout = self
    scout.holders.removeAll()
    var spill = try KeySpill(terms, limit: limit, cancellation: cancellation)
    try rescan(false) { batch, form throws(PipelineError) in
      scout.form = form
      form.encoding.encode(batch, into: &scout.keys)
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
      return true
    }
    losses = try LossStream([spill.solve()])
    mode = .spilled
  }
}

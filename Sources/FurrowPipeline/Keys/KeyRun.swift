internal import FurrowCore
internal import FurrowFormats
internal import Synchronization

/// The keys of a whole run, whatever the number of its sources.
///
/// Stages of one source after the other use it, each on its own thread; so it sits in a lock, which
/// nobody ever waits for.
final class KeyRun: Sendable {
  /// One source of the run, as it can be read again.
  struct Source: Sendable {
    /// The source's name in messages.
    var path: String
    /// The table whose rows it has; `nil` when it is a text.
    var table: String?
    /// The names of its columns, where records are to be told.
    var columns: [String] = []
    /// Opens it from its start.
    var open: @Sendable () throws(PipelineError) -> any RecordReader
    /// Does what the run does with a batch before keys are looked at.
    var prepare: @Sendable (inout RecordBatch) throws(PipelineError) -> Void
    /// How this source's records claim each of the run's keys.
    var forms: [ClaimForm]
  }

  /// What a record lost, and where the record is that has it.
  struct Loss {
    var record: Int
    /// The other record's source, as the user named it; `nil` when it is the same one.
    var file: String?
    /// The other record, counted in its source, and the line it starts on.
    var holder: SourcePosition
    /// The other record, counted over all sources.
    var ordinal: Int
    /// Whether the two differ in other fields.
    var differs: Bool
  }

  private struct State {
    var judges: [KeyJudge]
    /// Records that each source was found to have so far.
    var counts: [Int]
  }

  /// All that has keys, in order: the rows of a table before the records.
  let sources: [Source]
  /// How many of them are no source of records.
  private let tables: Int
  private let state: Mutex<State>

  init(_ sources: [Source], judges: [KeyJudge], after table: Source? = nil) {
    let sources = (table.map { [$0] } ?? []) + sources
    tables = table == nil ? 0 : 1
    self.sources = sources
    var counts = [Int](repeating: 0, count: sources.count)
    if table != nil { counts[0] = judges.first?.terms.heldRows ?? 0 }
    state = Mutex(State(judges: judges, counts: counts))
  }

  /// Finds the records of `batch`, of the source of records at `source`, that lose the key `key`.
  func losses(
    of batch: borrowing RecordBatch,
    from source: Int,
    key: Int
  ) throws(PipelineError) -> [Loss] {
    let index = tables + source
    // The batch may not enter the lock's closure: so the state comes out of it.
    var state = take()
    defer { put(state) }
    state.counts[index] = max(
      state.counts[index],
      batch.origin.record - 1 + batch.recordsRead
    )
    var counts = state.counts
    state.judges[key].form = sources[index].forms[key]
    state.judges[key].form.base = counts[..<index].reduce(0, +)
    let found = try state.judges[key].judge(batch) { onlyTable, body throws(PipelineError) in
      try self.rescan(key, onlyTable ? 0..<self.tables : self.sources.indices, &counts) {
        batch,
        _,
        form throws(PipelineError) in
        try body(batch, form)
      }
    }
    state.counts = counts
    return found.map { record, loss in
      let place = Self.place(of: loss.holder, in: counts)
      return Loss(
        record: record,
        file: place.source == index ? nil : sources[place.source].path,
        holder: place.position,
        ordinal: loss.holder.ordinal,
        differs: loss.differs
      )
    }
  }

  /// How records of the source of records at `source` claim the key `key`.
  func form(of key: Int, in source: Int) -> ClaimForm {
    sources[tables + source].forms[key]
  }

  /// The columns of the key `key` in the source of records at `source`, counted from 0.
  func columns(of key: Int, in source: Int) -> [Int] {
    form(of: key, in: source).encoding.parts.map(\.column)
  }

  /// Reads all sources again, each batch with its source, as long as `body` says true.
  func rescan(
    _ key: Int,
    _ body: (borrowing RecordBatch, Source, ClaimForm) throws(PipelineError) -> Bool
  ) throws(PipelineError) {
    var counts = state.withLock { $0.counts }
    try rescan(key, sources.indices, &counts, body)
  }

  /// Reads the sources at `indices` again, which are the first ones, as long as `body` says true, and
  /// counts the records of those that were read to their end.
  private func rescan(
    _ key: Int,
    _ indices: Range<Int>,
    _ counts: inout [Int],
    _ body: (borrowing RecordBatch, Source, ClaimForm) throws(PipelineError) -> Bool
  ) throws(PipelineError) {
    var base = 0
    for index in indices {
      let source = sources[index]
      var form = source.forms[key]
      form.base = base
      let reader = try source.open()
      var batch = RecordBatch()
      var count = 0
      while try reading({ () throws(ReadFailure) in try reader.fill(&batch) }) {
        count += batch.recordsRead
        try source.prepare(&batch)
        guard try body(batch, source, form) else { return }
      }
      counts[index] = count
      base += count
    }
  }

  private func take() -> State {
    state.withLock { state in
      var taken = State(judges: [], counts: [])
      swap(&taken, &state)
      return taken
    }
  }

  private func put(_ given: State) {
    state.withLock { $0 = given }
  }

  /// The source of a record that is counted over all of them, and its place there.
  private static func place(
    of holder: KeyTable.Holder,
    in counts: [Int]
  ) -> (source: Int, position: SourcePosition) {
    var base = 0
    for (index, count) in counts.enumerated() {
      if holder.ordinal <= base + count || index == counts.count - 1 {
        return (index, SourcePosition(record: holder.ordinal - base, line: holder.line))
      }
      base += count
    }
    return (0, SourcePosition(record: holder.ordinal, line: holder.line))
  }
}

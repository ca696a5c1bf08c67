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
    /// Opens it from its start.
    var open: @Sendable () throws(PipelineError) -> any RecordReader
    /// Does what the run does with a batch before keys are looked at.
    var prepare: @Sendable (inout RecordBatch) throws(PipelineError) -> Void
    /// How each of the run's keys is made of this source's fields.
    var encodings: [KeyEncoding]
  }

  /// What a record lost, and where the record is that has it.
  struct Loss {
    var record: Int
    /// The other record's source, as the user named it; `nil` when it is the same one.
    var file: String?
    /// The other record, counted in its source, and the line it starts on.
    var holder: SourcePosition
    /// Whether the two differ in other fields.
    var differs: Bool
  }

  private struct State {
    var judges: [KeyJudge]
    /// Records that each source was found to have so far.
    var counts: [Int]
  }

  private let sources: [Source]
  private let state: Mutex<State>

  init(_ sources: [Source], judges: [KeyJudge]) {
    self.sources = sources
    state = Mutex(State(judges: judges, counts: [Int](repeating: 0, count: sources.count)))
  }

  /// Finds the records of `batch`, of the source at `index`, that lose the key `key`.
  func losses(
    of batch: borrowing RecordBatch,
    from index: Int,
    key: Int
  ) throws(PipelineError) -> [Loss] {
    // The batch may not enter the lock's closure: so the state comes out of it.
    var state = take()
    defer { put(state) }
    state.counts[index] = max(
      state.counts[index],
      batch.origin.record - 1 + batch.recordsRead
    )
    let base = state.counts[..<index].reduce(0, +)
    state.judges[key].form.base = base
    state.judges[key].encoding = sources[index].encodings[key]
    var counts = state.counts
    let found = try state.judges[key].judge(batch) { body throws(PipelineError) in
      try self.rescan(key, &counts, body)
    }
    state.counts = counts
    return found.map { record, loss in
      let place = Self.place(of: loss.holder, in: counts)
      return Loss(
        record: record,
        file: place.source == index ? nil : sources[place.source].path,
        holder: place.position,
        differs: loss.differs
      )
    }
  }

  /// The columns of the key `key` in the source at `index`, counted from 0.
  func columns(of key: Int, in index: Int) -> [Int] {
    sources[index].encodings[key].parts.map(\.column)
  }

  /// Reads all sources again.
  func rescan(
    _ key: Int,
    _ counts: inout [Int],
    _ body: (
      borrowing RecordBatch, _ base: Int, KeyEncoding
    ) throws(PipelineError) -> Void
  ) throws(PipelineError) {
    var base = 0
    for (index, source) in sources.enumerated() {
      let reader = try source.open()
      var batch = RecordBatch()
      var count = 0
      while try reading({ () throws(ReadFailure) in try reader.fill(&batch) }) {
        count += batch.recordsRead
        try source.prepare(&batch)
        try body(batch, base, source.encodings[key])
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

public import FurrowCore

/// The run's books: what was read and what became of it, counted apart and held against each other.
public struct Ledger: Sendable, Equatable {
  /// What came into one part of the pipeline and what left it.
  public struct StageCount: Sendable, Equatable {
    /// The part's name.
    public var name: String
    /// Live records before it.
    public var recordsIn = 0
    /// Live records behind it.
    public var recordsOut = 0
    /// How long it worked.
    public var duration = Duration.zero
  }

  /// Records read, as the reader counts them; the header is none.
  public private(set) var read = 0
  /// Records that made something new in the target, as the target counts them.
  public private(set) var inserted = 0
  /// Records that changed something that was there.
  public private(set) var updated = 0
  /// Records that say what the target says already.
  public private(set) var unchanged = 0
  /// Records left out because the target has their key already; they are among the duplicates.
  public private(set) var ignored = 0
  /// Records refused, as the batches count them.
  public private(set) var rejected = 0
  /// Records that repeat an earlier one.
  public private(set) var duplicates = 0
  /// Records left out by request.
  public private(set) var filtered = 0
  /// Records that were loaded and taken back, since the run failed.
  public private(set) var undone = 0
  /// Bytes of the sources, decompressed, that the records were read from.
  public private(set) var bytes = 0
  /// The parts of the pipeline, in order.
  public private(set) var stages: [StageCount] = []

  /// Makes empty books.
  public init() {}

  /// Makes the books of an earlier run, to go on with them; the counts are in the order of
  /// `furrow_runs`.
  init(counts: [Int]) {
    (read, inserted, updated) = (counts[0], counts[1], counts[2])
    (unchanged, ignored, rejected) = (counts[3], counts[4], counts[5])
    (duplicates, filtered, bytes) = (counts[6], counts[7], counts[8])
  }

  /// Counts a batch that has gone all the way.
  public mutating func count(_ batch: borrowing RecordBatch, _ outcome: SinkOutcome) {
    read += batch.recordsRead
    inserted += outcome.inserted
    updated += outcome.updated
    unchanged += outcome.unchanged
    ignored += outcome.ignored
    rejected += batch.rejectedCount + outcome.setAside
    duplicates += batch.duplicateCount + outcome.ignored
    filtered += batch.filteredCount + outcome.filtered
    bytes += batch.bytesRead
    for passage in batch.passages { count(passage) }
  }

  /// Adds the books of another run.
  mutating func add(_ other: Ledger) {
    read += other.read
    inserted += other.inserted
    updated += other.updated
    unchanged += other.unchanged
    ignored += other.ignored
    rejected += other.rejected
    duplicates += other.duplicates
    filtered += other.filtered
    undone += other.undone
    bytes += other.bytes
    for stage in other.stages { count(stage) }
  }

  /// Moves records from the loaded to the rejected: they were taken out again.
  public mutating func reject(loaded count: Int) {
    inserted -= count
    rejected += count
  }

  /// Moves a record that was set aside to where it belongs now that it was tried again.
  ///
  /// `isIgnored` says that it was left out as a duplicate, and not refused.
  mutating func move(setAside isIgnored: Bool, to fate: Fate) {
    if isIgnored {
      ignored -= 1
      duplicates -= 1
    } else {
      rejected -= 1
    }
    switch fate {
    case .live: inserted += 1
    case .rejected: rejected += 1
    case .duplicate: duplicates += 1
    case .filtered: filtered += 1
    }
  }

  /// Takes back what was loaded: the transaction was undone.
  public mutating func undo() {
    undone += loaded
    (inserted, updated, unchanged) = (0, 0, 0)
  }

  /// Records that are in the target now.
  public var loaded: Int { inserted + updated + unchanged }

  /// Whether every record that was read has exactly one fate.
  public var isBalanced: Bool {
    let fates = [inserted, updated, unchanged, ignored, rejected, duplicates, filtered, undone]
    return read == loaded + rejected + duplicates + filtered + undone
      && fates.allSatisfy { $0 >= 0 }
  }

  private mutating func count(_ passage: Passage) {
    count(
      StageCount(
        name: passage.name,
        recordsIn: passage.recordsIn,
        recordsOut: passage.recordsOut,
        duration: passage.duration
      )
    )
  }

  private mutating func count(_ stage: StageCount) {
    guard let index = stages.firstIndex(where: { $0.name == stage.name }) else {
      return stages.append(stage)
    }
    stages[index].recordsIn += stage.recordsIn
    stages[index].recordsOut += stage.recordsOut
    stages[index].duration += stage.duration
  }
}

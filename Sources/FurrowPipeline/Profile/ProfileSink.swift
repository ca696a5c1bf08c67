internal import FurrowCore

/// Where the records of a profile end: each column's tally.
final class ProfileSink: RecordSink {
  let name = "profile"

  private let path: String
  private var tallies: [ColumnTally]
  private var records: HashCount
  private var count = 0
  private var hashes: [UInt64] = []

  /// Makes the tallies of `columns` in `memoryBytes`: a quarter of it for the records themselves.
  init(_ path: String, columns: [String], memoryBytes: Int) {
    self.path = path
    let share = memoryBytes * 3 / 4 / max(1, columns.count)
    tallies = columns.map { ColumnTally($0, memoryBytes: min(4 << 20, max(64 << 10, share))) }
    records = HashCount(limit: memoryBytes / 4)
  }

  func write(_ batch: inout RecordBatch) throws(PipelineError) -> SinkOutcome {
    hashes.removeAll(keepingCapacity: true)
    hashes.append(contentsOf: repeatElement(0, count: batch.live.count))
    for column in tallies.indices { tallies[column].look(at: batch, column, of: path, &hashes) }
    for hash in hashes { records.add(hash) }
    count += batch.live.count
    return SinkOutcome(inserted: batch.live.count)
  }

  /// What was found out.
  func fill(_ profile: inout TableProfile) {
    profile.columns = tallies.map(\.profile)
    profile.duplicates = ColumnProfile.Count(
      value: max(0, count - records.count),
      isExact: records.isExact
    )
  }
}

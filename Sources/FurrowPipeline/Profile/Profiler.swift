internal import FurrowCore
internal import FurrowFormats
internal import FurrowSQLite

/// Finds out what is in a file or a table: the same loop, to tallies instead of rows.
public struct Profiler {
  private let plan: ProfilePlan

  /// Makes a profiler of `plan`.
  public init(_ plan: ProfilePlan) {
    self.plan = plan
  }

  /// Reads everything once and tells what it is.
  ///
  /// - Throws: ``PipelineError`` when it cannot be read.
  public func run() throws(PipelineError) -> TableProfile {
    let start = ContinuousClock.now
    var profile =
      switch plan.subject {
      case .text(let source): try profile(of: source)
      case .table(let path, let name): try profile(of: name, in: path)
      }
    profile.duration = start.duration(to: .now)
    return profile
  }

  private func profile(of source: TextSource) throws(PipelineError) -> TableProfile {
    var source = source
    try source.sniff()
    try source.findColumns()
    let header = SourceHeader(try source.open())
    var profile = TableProfile(name: source.path)
    profile.warnings = source.notes + header.changes.map(\.warning)
    let records: any RecordSource =
      plan.lanes > 1
      ? Lane(Intake(try source.open()), through: []) : Intake(try source.open())
    try run(records, header.columns, &profile)
    return profile
  }

  private func profile(of table: String, in path: String) throws(PipelineError) -> TableProfile {
    var options = Database.Options(mode: .readOnly)
    options.busyTimeout = plan.busyTimeout
    let rows = try database { () throws(SQLiteError) in
      let database = try Database(path: path, options: options)
      return RowReader(try database.prepare("SELECT * FROM main.\(identifier: table)"))
    }
    var profile = TableProfile(name: table)
    try run(TypedRows(rows), rows.columns, &profile)
    return profile
  }

  private func run(
    _ records: any RecordSource,
    _ columns: [String],
    _ profile: inout TableProfile
  ) throws(PipelineError) {
    let sink = ProfileSink(profile.name, columns: columns, memoryBytes: plan.memoryBytes)
    let faults = FaultCounts()
    var pipeline = Pipeline(from: records, to: sink, rejects: faults)
    pipeline.cancellation = plan.cancellation
    var ledger = Ledger()
    try pipeline.run(&ledger)
    sink.fill(&profile)
    (profile.read, profile.bytes) = (ledger.read, ledger.bytes)
    profile.rejected = faults.counts
  }
}

/// How many records cannot be read, by the first code of each.
private final class FaultCounts: RejectKeeper {
  private(set) var counts: [(code: Rejection.Code, count: Int)] = []

  func keep(_ batch: borrowing RecordBatch) {
    var last: UInt32?
    for rejection in batch.rejections where rejection.extent.recordDelta != last {
      last = rejection.extent.recordDelta
      if let index = counts.firstIndex(where: { $0.code == rejection.code }) {
        counts[index].count += 1
      } else {
        counts.append((rejection.code, 1))
      }
    }
  }
}

/// The rows of a table, whose values have types of their own.
private struct TypedRows: RecordSource {
  private let rows: RowReader

  init(_ rows: RowReader) {
    self.rows = rows
  }

  func fill(_ batch: inout RecordBatch) throws(PipelineError) -> Bool {
    let isFilled = try database { () throws(SQLiteError) in try rows.fill(&batch) }
    batch.isTyped = true
    return isFilled
  }
}

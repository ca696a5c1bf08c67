public import FurrowCore
public import FurrowFormats
internal import Synchronization

/// How far a run is, for whoever looks, on any thread.
///
/// A run that has this in its plan keeps it up to date; what is shown of it, and when, is
/// the looker's affair.
public final class RunProgress: BatchListener, Sendable {
  /// What there is to tell at one moment.
  public struct Snapshot: Sendable, Equatable {
    /// What is being done, as `loading movies.csv`.
    public var work = ""
    /// Bytes of the sources' files that this part of the run has read, compressed ones as they are.
    public var bytes = 0
    /// All the bytes of the files; `nil` where a pipe is among them, or nothing is read.
    public var totalBytes: Int?
    /// Records that the run has behind it.
    public var records = 0
    /// Records that were behind the run when this part began.
    var recordsAtStart = 0
    /// Records that were refused.
    public var rejected = 0
    /// How long this part has taken.
    public var duration = Duration.zero

    /// Makes a snapshot of a run that has not begun.
    public init() {}

    /// Records a second, as far as this part has come; `nil` before the first ones.
    public var recordsPerSecond: Int? {
      let milliseconds = duration / .milliseconds(1)
      guard records > recordsAtStart, milliseconds >= 1 else { return nil }
      return Int(Double(records - recordsAtStart) * 1000 / milliseconds)
    }

    /// The share of the files that is read, from 0 to 1; `nil` where it cannot be known.
    public var share: Double? {
      guard let totalBytes, totalBytes > 0, bytes <= totalBytes else { return nil }
      return Double(bytes) / Double(totalBytes)
    }

    /// How long the rest will take at the speed so far; `nil` where it cannot be known.
    public var timeLeft: Duration? {
      guard let share, share > 0, share < 1 else { return nil }
      return duration * ((1 - share) / share)
    }
  }

  private struct State {
    var snapshot = Snapshot()
    var start = ContinuousClock.now
  }

  /// Counts the bytes that are read of files.
  public let meter = ReadMeter()
  private let state = Mutex(State())

  /// Makes the progress of a run that has not begun.
  public init() {}

  /// How far the run is now.
  public var snapshot: Snapshot {
    state.withLock { state in
      var snapshot = state.snapshot
      snapshot.bytes = meter.bytes
      snapshot.duration = state.start.duration(to: .now)
      return snapshot
    }
  }

  /// Says that another part of the run begins, which reads files of `totalBytes`.
  public func begin(_ work: String, of totalBytes: Int? = nil) {
    meter.reset()
    state.withLock { state in
      state.start = .now
      state.snapshot.work = work
      state.snapshot.totalBytes = totalBytes
      state.snapshot.recordsAtStart = state.snapshot.records
    }
  }

  /// Says that a part begins that reads all of the files at `paths`, with these books.
  func begin(_ work: String, reading paths: [String], after ledger: Ledger = Ledger()) {
    note(ledger)
    var total: Int? = 0
    for path in paths {
      let size = path == "-" ? nil : FileIdentity(path: path)?.size
      total = size.flatMap { size in total.map { $0 + size } }
    }
    let first = paths.first.map { $0 == "-" ? "standard input" : String(Self.name($0)) } ?? ""
    begin("\(work) \(paths.count > 1 ? "\(paths.count) files" : first)", of: total)
  }

  /// Notes how many records the run has behind it.
  public func passed(_ batch: borrowing RecordBatch, _ ledger: Ledger) {
    note(ledger)
  }

  private func note(_ ledger: Ledger) {
    let (read, rejected) = (ledger.read, ledger.rejected)
    state.withLock { state in
      state.snapshot.records = read
      state.snapshot.rejected = rejected
    }
  }

  private static func name(_ path: String) -> Substring {
    path.split(separator: "/").last ?? path[...]
  }
}

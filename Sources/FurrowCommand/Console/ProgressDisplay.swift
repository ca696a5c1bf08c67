import Dispatch
import Furrow

/// Shows how far a run is, on standard error.
///
/// On a terminal it is one line that changes, and nothing of it stays; elsewhere a line now and then.
struct ProgressDisplay {
  /// What the run has to keep up to date; `nil` when nothing is shown.
  let progress: RunProgress?

  private let console: Console
  private let isAsked: Bool

  /// Makes a display that follows `choice` and, as all messages do, `--quiet`.
  init(_ choice: ProgressChoice, _ console: Console) {
    self.console = console
    isAsked = choice == .always
    progress = choice == .never || console.verbosity == .quiet ? nil : RunProgress()
  }

  /// Runs `body`, which keeps `progress` up to date, and shows it meanwhile.
  func show<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let progress else { return try body() }
    let queue = DispatchQueue(label: "furrow.progress")
    let timer = DispatchSource.makeTimerSource(queue: queue)
    let isLive = console.liveWidth != nil
    // A run that is over at once needs no line, unless it is asked for.
    let (wait, step) = isLive ? (isAsked ? 0 : 500, 100) : isAsked ? (1000, 1000) : (10_000, 10_000)
    timer.schedule(deadline: .now() + .milliseconds(wait), repeating: .milliseconds(step))
    timer.setEventHandler { [console] in Self.draw(progress.snapshot, on: console) }
    timer.activate()
    defer {
      timer.cancel()
      // A line that is being drawn is drawn to its end.
      queue.sync {}
      console.showLive(nil)
      if isAsked, !isLive { Self.draw(progress.snapshot, on: console) }
    }
    return try body()
  }

  private static func draw(_ snapshot: RunProgress.Snapshot, on console: Console) {
    guard !snapshot.work.isEmpty else { return }
    let text = ProgressText.line(snapshot)
    guard let width = console.liveWidth else { return console.note(DisplayText.escaped(text)) }
    console.showLive(DisplayText.escaped(text, cutAt: max(width - 1, 1)).text)
  }
}

/// The words for how far a run is.
enum ProgressText {
  /// As `loading movies.csv: 62 %, 159.2 of 257.0 MB, 1240000 records, 812000/s, 3 s left`.
  static func line(_ snapshot: RunProgress.Snapshot) -> String {
    var parts: [String] = []
    if let share = snapshot.share { parts.append("\(Int(share * 100)) %") }
    if let total = snapshot.totalBytes, snapshot.share != nil {
      parts.append("\(megabytes(snapshot.bytes)) of \(megabytes(total)) MB")
    } else if snapshot.bytes > 0 {
      parts.append("\(megabytes(snapshot.bytes)) MB")
    }
    if snapshot.records > 0 { parts.append("\(snapshot.records) records") }
    if let rate = snapshot.recordsPerSecond { parts.append("\(rate)/s") }
    if let left = snapshot.timeLeft { parts.append("\(time(left)) left") }
    if snapshot.rejected > 0 { parts.append("\(snapshot.rejected) rejected") }
    return parts.isEmpty ? snapshot.work : "\(snapshot.work): \(parts.joined(separator: ", "))"
  }

  /// Millions of bytes to one digit behind the point.
  private static func megabytes(_ bytes: Int) -> String {
    let tenths = (bytes + 50_000) / 100_000
    return "\(tenths / 10).\(tenths % 10)"
  }

  private static func time(_ duration: Duration) -> String {
    let seconds = duration.components.seconds
    switch seconds {
    case ..<60: return "\(seconds) s"
    case ..<3600: return "\(seconds / 60) min \(seconds % 60) s"
    default: return "\(seconds / 3600) h \(seconds / 60 % 60) min"
    }
  }
}

import Furrow
import Synchronization

/// Where a run prints: data to standard output, everything else to standard error.
package final class Console: Sendable {
  /// The two streams.
  package enum Stream: Sendable {
    case output
    case errors
  }

  /// How much is said.
  package enum Verbosity: Sendable {
    case quiet
    case usual
    case verbose
  }

  private struct State {
    var verbosity = Verbosity.usual
    var palette: Palette
    var buffer: [UInt8] = []
    var errorsFailed = false
    var secrets = Secrets()
    /// Whether a line stands on the terminal that the next message takes the place of.
    var hasLiveLine = false
  }

  /// Back to the line's start, and all that stands there away.
  private static let erasure = "\r\u{1B}[K"

  /// Data gathers up to this size before it is written.
  private static let bufferBytes = 1 << 16

  /// The width of the terminal that reads the data; `nil` when it is none.
  package let terminalWidth: Int?

  /// Whether a terminal shows the data.
  package let isOutputTerminal: Bool

  private let output: Int32
  private let errors: Int32
  private let isDumb: Bool
  private let state: Mutex<State>

  /// Creates a console on two file descriptors.
  package init(output: Int32 = 1, errors: Int32 = 2, environment: Environment) {
    self.output = output
    self.errors = errors
    state = Mutex(State(palette: Palette(.auto, environment)))
    isOutputTerminal = Terminal.isTerminal(output)
    isDumb = environment["TERM"] == "dumb"
    terminalWidth = Terminal.width(of: output)
  }

  /// Whether text on `stream` is coloured.
  package func isColored(_ stream: Stream) -> Bool {
    let palette = state.withLock { $0.palette }
    return palette.isColored(stream == .output ? output : errors)
  }

  /// How much is said on standard error.
  package var verbosity: Verbosity {
    state.withLock { $0.verbosity }
  }

  /// Says as much, and in such colours, as `arguments` ask for.
  func follow(_ arguments: ParsedArguments) throws(UsageError) {
    let isQuiet = try arguments[Options.quiet]
    let isVerbose = try arguments[Options.verbose]
    let palette = Palette(try arguments[Options.color], arguments.environment)
    guard !(isQuiet && isVerbose) else {
      throw arguments.usageError("--quiet and --verbose exclude each other")
    }
    state.withLock { state in
      state.verbosity = isQuiet ? .quiet : isVerbose ? .verbose : .usual
      state.palette = palette
    }
  }
}

/// Data.
extension Console {
  /// Adds `text` to standard output.
  package func write(_ text: String) throws(OutputFailure) {
    try write(Array(text.utf8))
  }

  /// Adds `bytes` to standard output.
  package func write(_ bytes: [UInt8]) throws(OutputFailure) {
    try state.withLock { state throws(OutputFailure) in
      state.buffer += bytes
      guard isOutputTerminal || state.buffer.count >= Self.bufferBytes else { return }
      try drain(&state)
    }
  }

  /// Writes out what has gathered; a run that is complete has done so without an error.
  package func flush() throws(OutputFailure) {
    try state.withLock { state throws(OutputFailure) in try drain(&state) }
  }

  private func drain(_ state: inout State) throws(OutputFailure) {
    guard !state.buffer.isEmpty else { return }
    if isOutputTerminal, state.hasLiveLine { erase(&state) }
    defer { state.buffer.removeAll(keepingCapacity: true) }
    try FileWriter.write(state.buffer, to: output)
  }
}

/// Messages.
extension Console {
  /// Whether a message could not be written; such a run is not complete.
  package var errorsFailed: Bool {
    state.withLock { $0.errorsFailed }
  }

  /// Prints a line that is never left out: a fault, or what the user must know.
  package func report(_ line: String) {
    printLine(line)
  }

  /// Prints a line that `--quiet` leaves out.
  package func note(_ line: String) {
    if verbosity != .quiet { printLine(line) }
  }

  /// Prints what the user should know of a run, as `--quiet` does not.
  package func warn(_ warnings: [String]) {
    for warning in warnings {
      note("warning: \(DisplayText.escaped(secrets.maskedMessage(warning)))")
    }
  }

  /// Prints a line that only `--verbose` shows.
  package func detail(_ line: String) {
    if verbosity == .verbose { printLine(line) }
  }

  /// What no message may show.
  var secrets: Secrets { state.withLock { $0.secrets } }

  /// Leaves `secrets` out of all messages from now on, as they are and as they would be escaped.
  func hide(_ secrets: [Secrets.Secret]) {
    let escaped = secrets.map { Secrets.Secret(DisplayText.escaped($0.text), shownAs: $0.name) }
    state.withLock { $0.secrets.add(secrets + escaped) }
  }

  /// `text` without what is hidden.
  func masked(_ text: String) -> String { secrets.masked(text) }

  /// The width of the terminal that shows messages; `nil` when it is none, or cannot erase a line.
  var liveWidth: Int? { isDumb ? nil : Terminal.width(of: errors) }

  /// Shows `line` in place of the one that is shown, `nil` for none; it has to fit the terminal.
  func showLive(_ line: String?) {
    state.withLock { state in
      guard let line = line.map(state.secrets.masked) else { return erase(&state) }
      // A line that is lost here is no message.
      try? FileWriter.write(Array("\(Self.erasure)\(line)".utf8), to: errors)
      state.hasLiveLine = true
    }
  }

  private func erase(_ state: inout State) {
    guard state.hasLiveLine else { return }
    try? FileWriter.write(Array(Self.erasure.utf8), to: errors)
    state.hasLiveLine = false
  }

  /// Writes the line in one piece, so that lines of two threads do not mix.
  private func printLine(_ line: String) {
    let line = masked(line)
    state.withLock { state in
      erase(&state)
      do throws(OutputFailure) {
        try FileWriter.write(Array("\(line)\n".utf8), to: errors)
      } catch {
        state.errorsFailed = true
      }
    }
  }
}

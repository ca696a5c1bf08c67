public import FurrowCore

/// Why a source cannot be read: the run's fault, not a record's.
public struct ReadFailure: Error, Sendable, Equatable, CustomStringConvertible {
  /// The source, as the user named it; `-` is standard input.
  public var path: String
  /// Where in the source, if it was read so far.
  public var position: SourcePosition?
  /// What was expected and found, and what to do; lower case, no full stop.
  public var message: String
  /// Whether the source is sound, and somebody wished the run to stop.
  public var isInterruption = false

  /// Makes a failure of the source at `path`.
  public init(
    path: String,
    position: SourcePosition? = nil,
    message: String,
    isInterruption: Bool = false
  ) {
    self.isInterruption = isInterruption
    self.path = path
    self.position = position
    self.message = message
  }

  /// One line: `path:line: message`.
  public var description: String {
    guard let position else { return "\(path): \(message)" }
    return "\(path):\(position.line): \(message) (byte \(position.byte))"
  }
}

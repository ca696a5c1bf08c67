internal import FurrowFormats

/// What is looked at, and in how much memory.
public struct ProfilePlan: Sendable {
  /// Where the records are.
  public enum Subject: Sendable {
    /// In a text file.
    case text(TextSource)
    /// In a table or a view of a database.
    case table(database: String, name: String)
  }

  /// Where the records are.
  public var subject: Subject
  /// Memory for the whole run, in bytes.
  public var memoryBytes = 256 << 20
  /// Threads: 1, or 2 to read beside the counting.
  public var lanes = 2
  /// How long to wait for a locked database.
  public var busyTimeout = Duration.seconds(10)
  /// The wish that the run stops, should somebody make it.
  public var cancellation: Cancellation?

  /// Makes a plan.
  public init(_ subject: Subject) {
    self.subject = subject
  }
}

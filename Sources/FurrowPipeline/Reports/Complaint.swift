/// One thing that is wrong, as other people's tools show it.
public struct Complaint: Sendable, Equatable {
  /// How bad it is; the words are those of SARIF and of GitHub's workflows.
  public enum Level: String, Sendable {
    case error
    case warning
    case note
  }

  /// The rule that it breaks: the code of a fault, the name of a check.
  public var rule: String
  /// How bad it is.
  public var level = Level.error
  /// A few words over the message.
  public var title: String
  /// What was expected and found.
  public var message: String
  /// The file, if there is one.
  public var file: String?
  /// The line, counted from 1.
  public var line: Int?
  /// The character in the line, counted from 1.
  public var column: Int?

  /// Makes a complaint.
  public init(
    rule: String,
    level: Level = .error,
    title: String,
    message: String,
    file: String? = nil,
    line: Int? = nil,
    column: Int? = nil
  ) {
    self.rule = rule
    self.level = level
    self.title = title
    self.message = message
    self.file = file
    self.line = line
    self.column = column
  }
}

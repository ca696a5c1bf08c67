/// Something that `lint` or `check` found, with its place.
public struct Finding: Hashable, Sendable {
  /// How much it matters.
  public enum Severity: String, Hashable, Sendable {
    /// The check fails.
    case error
    /// Worth a look.
    case warning
  }

  /// The name of the rule, as `drop-column`; that of a kind of fault where a migration cannot run.
  public let rule: String
  /// What it is about, as `users.legacy`; empty if it is about a file or all of them.
  public let object: String
  /// How much it matters.
  public internal(set) var severity: Severity
  /// What is wrong and what to do.
  public let message: String
  /// The file at fault.
  public internal(set) var path: String?
  /// The line, from 1.
  public internal(set) var line: Int?
  /// The column in Unicode scalars, from 1.
  public internal(set) var column: Int?
  /// The line of SQL with a caret under the fault: two lines without an end of line.
  public internal(set) var caret: String?
  /// Lines that say more.
  public internal(set) var details: [String] = []

  init(
    _ rule: Rule,
    _ object: String = "",
    _ severity: Severity,
    _ message: String,
    path: String? = nil
  ) {
    self.rule = rule.rawValue
    self.object = object
    self.severity = severity
    self.message = message
    self.path = path
  }

  /// What keeps migrations from running, as a finding.
  package init(_ error: MigrationError) {
    (rule, object, severity, message) = (error.kind.rawValue, "", .error, error.message)
    path = error.path
    line = error.line
    column = error.column
    caret = error.caret
    details = error.details
  }

  /// `path:line:column`, as far as it is known; empty for all of the folder.
  public var place: String {
    var parts: [String] = []
    for part in [path, line.map(String.init), column.map(String.init)] {
      guard let part else { break }
      parts.append(part)
    }
    return parts.joined(separator: ":")
  }

  /// The name to allow it by, as `drop-column:users.legacy`.
  public var key: String { "\(rule):\(object)" }

  /// What a person reads it as: the key, or the rule alone where there is no object.
  public var title: String { object.isEmpty ? rule : key }

  /// The finding at the start of a statement.
  func at(_ report: StatementReport) -> Finding {
    var finding = self
    let place = report.section.place(of: report.range.lowerBound)
    finding.path = report.section.path
    finding.line = place.line
    finding.column = place.column
    finding.caret = SQLPlace(of: report.range.lowerBound, in: report.section.sql)
      .caret(in: report.section.sql)
    return finding
  }
}

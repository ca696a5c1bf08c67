import Furrow

/// How findings are printed.
enum FindingFormat: String, CaseIterable, Sendable {
  case text
  case json
  /// JUnit's XML, which CI servers show as tests.
  case junit
  /// SARIF 2.1.0, which code hosts show in the diff.
  case sarif
  /// Annotations of GitHub's workflows.
  case github
}

/// Findings as text for people, or in a form that a CI server shows.
struct FindingReport: Sendable {
  private let format: FindingFormat
  private let isStrict: Bool
  private let command: String

  static let options = [Options.findingFormat.option, Options.strict.option]

  init(_ arguments: ParsedArguments) throws(UsageError) {
    format = try arguments[Options.findingFormat]
    isStrict = try arguments[Options.strict]
    command = arguments.commandName
  }

  /// Exit 1 if a finding is an error, or any with `--strict`.
  func outcome(of findings: [Finding]) -> MigrateOutcome {
    var outcome = MigrateOutcome()
    let isFailed = findings.contains { isStrict || $0.severity == .error }
    outcome.exitCode = isFailed ? .failed : .complete
    outcome.members = [.init("findings", .array(findings.map(Self.json)))]
    switch format {
    case .text: outcome.output = findings.map(text).joined()
    case .json: outcome.output = JSONValue.object(outcome.members).indented
    case .junit: outcome.output = JUnitText.of([suite(of: findings)], name: "furrow \(command)")
    case .sarif:
      let complaints = findings.map(Complaint.init)
      outcome.output = SARIFText.of(complaints, version: Version.number).indented
    case .github: outcome.output = findings.map { GitHubText.line(Complaint($0)) }.joined()
    }
    if findings.isEmpty { outcome.notes = ["furrow \(command): nothing found"] }
    return outcome
  }

  /// A test case for each finding, or one that passed.
  private func suite(of findings: [Finding]) -> JUnitText.Suite {
    var cases = findings.map { finding in
      JUnitText.Case(
        name: finding.place.isEmpty ? finding.title : "\(finding.place) \(finding.title)",
        failure: finding.severity == .error ? finding.message : nil,
        details: ([finding.message] + finding.details).joined(separator: "\n")
      )
    }
    if cases.isEmpty { cases = [JUnitText.Case(name: "migrations")] }
    return JUnitText.Suite(name: "furrow \(command)", cases: cases)
  }

  private func text(_ finding: Finding) -> String {
    let place = finding.place.isEmpty ? "" : "\(finding.place): "
    var text = "\(place)\(finding.severity.rawValue): \(finding.message) [\(finding.title)]\n"
    if let caret = finding.caret { text += "\(caret)\n" }
    for detail in finding.details { text += "  \(detail)\n" }
    return text
  }

  static func json(of finding: Finding) -> JSONValue {
    [
      "rule": .string(finding.rule), "object": .string(finding.object),
      "severity": .string(finding.severity.rawValue), "message": .string(finding.message),
      "file": .text(finding.path), "line": .number(finding.line),
      "column": .number(finding.column), "details": .list(finding.details),
    ]
  }
}

extension Complaint {
  init(_ finding: Finding) {
    self.init(
      rule: finding.rule,
      level: finding.severity == .error ? .error : .warning,
      title: finding.title,
      message: finding.message,
      file: finding.path,
      line: finding.line,
      column: finding.column
    )
  }
}

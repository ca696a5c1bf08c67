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
    outcome.members = [.init("findings", .array(findings.map(json)))]
    switch format {
    case .text: outcome.output = findings.map(text).joined()
    case .json: outcome.output = JSONValue.object(outcome.members).indented
    case .junit: outcome.output = JUnitText.of(findings, command)
    case .sarif: outcome.output = SARIFText.of(findings)
    case .github: outcome.output = findings.map(GitHubText.line).joined()
    }
    if findings.isEmpty { outcome.notes = ["furrow \(command): nothing found"] }
    return outcome
  }

  private func text(_ finding: Finding) -> String {
    let place = finding.place.isEmpty ? "" : "\(finding.place): "
    var text = "\(place)\(finding.severity.rawValue): \(finding.message) [\(name(of: finding))]\n"
    if let caret = finding.caret { text += "\(caret)\n" }
    for detail in finding.details { text += "  \(detail)\n" }
    return text
  }

  private func name(of finding: Finding) -> String {
    finding.object.isEmpty ? finding.rule : finding.key
  }

  private func json(of finding: Finding) -> JSONValue {
    [
      "rule": .string(finding.rule), "object": .string(finding.object),
      "severity": .string(finding.severity.rawValue), "message": .string(finding.message),
      "file": .text(finding.path), "line": .number(finding.line),
      "column": .number(finding.column), "details": .list(finding.details),
    ]
  }
}

/// JUnit's XML: one test case a finding, or one that passed.
enum JUnitText {
  static func of(_ findings: [Finding], _ command: String) -> String {
    let failures = findings.count { $0.severity == .error }
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuite name="furrow \(command)" tests="\(max(1, findings.count))" failures="\(failures)">

      """
    if findings.isEmpty { text += "  <testcase name=\"migrations\"/>\n" }
    for finding in findings {
      let name = escaped(finding.place.isEmpty ? finding.key : "\(finding.place) \(finding.key)")
      text += "  <testcase name=\"\(name)\">"
      let body = escaped(([finding.message] + finding.details).joined(separator: "\n"))
      text +=
        finding.severity == .error
        ? "<failure message=\"\(escaped(finding.message))\">\(body)</failure>"
        : "<system-out>\(body)</system-out>"
      text += "</testcase>\n"
    }
    return text + "</testsuite>\n"
  }

  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n", "\t": result.unicodeScalars.append(scalar)
      // XML 1.0 has no way to write the other controls.
      case "\u{0}"..<" ": result += "?"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}

/// SARIF: <https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html>.
enum SARIFText {
  static func of(_ findings: [Finding]) -> String {
    let rules = Set(findings.map(\.rule)).sorted()
    let root: JSONValue = [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
      "runs": .array([
        [
          "tool": [
            "driver": [
              "name": "furrow", "version": .string(Version.number),
              "rules": .array(rules.map { ["id": .string($0)] }),
            ]
          ],
          "results": .array(findings.map(result)),
        ]
      ]),
    ]
    return root.indented
  }

  private static func result(_ finding: Finding) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("ruleId", .string(finding.rule)),
      .init("level", .string(finding.severity.rawValue)),
      .init("message", ["text": .string(finding.message)]),
    ]
    if let path = finding.path {
      let region: JSONValue = [
        "startLine": .integer(finding.line ?? 1), "startColumn": .integer(finding.column ?? 1),
      ]
      let location: JSONValue = [
        "physicalLocation": ["artifactLocation": ["uri": .string(path)], "region": region]
      ]
      members.append(.init("locations", .array([location])))
    }
    return .object(members)
  }
}

/// GitHub's workflow commands, which show in the diff of a pull request.
enum GitHubText {
  static func line(_ finding: Finding) -> String {
    var place = ""
    if let path = finding.path { place += "file=\(escaped(path)),line=\(finding.line ?? 1)," }
    if let column = finding.column { place += "col=\(column)," }
    let title = escaped(finding.key)
    return "::\(finding.severity.rawValue) \(place)title=\(title)::\(data(finding.message))\n"
  }

  /// What a value of a property cannot hold as it is.
  private static func escaped(_ text: String) -> String {
    data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }

  private static func data(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }
}

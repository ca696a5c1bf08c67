import Furrow

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

public import FurrowCore

/// SARIF 2.1.0, which code hosts show in the diff.
///
/// <https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html>
public enum SARIFText {
  /// The log of one run of furrow, `version`, that had these complaints.
  public static func of(_ complaints: [Complaint], version: String) -> JSONValue {
    let rules = Set(complaints.map(\.rule)).sorted()
    let driver: JSONValue = [
      "name": "furrow", "version": .string(version),
      "rules": .array(rules.map { ["id": .string($0)] }),
    ]
    return [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
      "runs": .array([
        ["tool": ["driver": driver], "results": .array(complaints.map(result))]
      ]),
    ]
  }

  private static func result(_ complaint: Complaint) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("ruleId", .string(complaint.rule)),
      .init("level", .string(complaint.level.rawValue)),
      .init("message", ["text": .string(complaint.message)]),
    ]
    if let file = complaint.file {
      var region: [JSONValue.Member] = [.init("startLine", .integer(complaint.line ?? 1))]
      if let column = complaint.column { region.append(.init("startColumn", .integer(column))) }
      let location: JSONValue = [
        "physicalLocation": [
          "artifactLocation": ["uri": .string(uri(file))], "region": .object(region),
        ]
      ]
      members.append(.init("locations", .array([location])))
    }
    return .object(members)
  }

  /// A path as the reference of a URI.
  static func uri(_ path: String) -> String {
    var result = ""
    for byte in path.utf8 {
      let character = Character(Unicode.Scalar(byte))
      if byte < 0x80, character.isLetter || character.isNumber || "/._-~".contains(character) {
        result.append(character)
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.count < 2 ? "0" : "") + digits
      }
    }
    return result
  }
}

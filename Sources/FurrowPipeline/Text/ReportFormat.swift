internal import FurrowCore

/// The forms of a report, for people's tools.
public enum ReportFormat: String, Sendable, CaseIterable {
  /// One JSON object.
  case json
  /// JUnit's XML, one test case for each kind of fault.
  case junit
  /// SARIF 2.1.0, for code scanning.
  case sarif
  /// Commands of GitHub Actions, which show each fault beside its line.
  case github
}

extension TextReport {
  /// The report as text of `format`.
  public func text(
    _ format: ReportFormat,
    command: String,
    exitCode: Int,
    sources: [String],
    version: String
  ) -> String {
    switch format {
    case .json: json(command: command, exitCode: exitCode, sources: sources).indented
    case .junit: junit(command: command, sources: sources)
    case .sarif: sarif(version: version).indented
    case .github: github
    }
  }

  /// A test case for each kind of fault. <https://github.com/testmoapp/junitxml>
  private func junit(command: String, sources: [String]) -> String {
    let failures = counts.count + (failure == nil ? 0 : 1)
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<testsuites name=\"furrow \(xml(command))\" tests=\"\(max(1, failures))\""
    text += " failures=\"\(failures)\" time=\"\(duration.inSeconds)\">\n"
    text += "  <testsuite name=\"\(xml(sources.joined(separator: " ")))\""
    text += " tests=\"\(max(1, failures))\" failures=\"\(failures)\">\n"
    if failures == 0 {
      text += "    <testcase classname=\"furrow\" name=\"\(ledger.read) records\"/>\n"
    }
    if let failure {
      text += "    <testcase classname=\"furrow\" name=\"run\">\n"
      text += "      <failure message=\"\(xml(failure.description))\"/>\n    </testcase>\n"
    }
    for count in counts {
      let name = count.field.map { "\(count.code.rawValue): \($0)" } ?? count.code.rawValue
      text += "    <testcase classname=\"furrow\" name=\"\(xml(name))\">\n"
      text += "      <failure message=\"\(count.count) faults\">"
      let shown = faults.filter { $0.code == count.code && $0.field == count.field }
      text += shown.map { xml($0.description) }.joined(separator: "\n")
      if shown.count < count.count { text += "\n... and \(count.count - shown.count) more" }
      text += "</failure>\n    </testcase>\n"
    }
    return text + "  </testsuite>\n</testsuites>\n"
  }

  /// A result for each fault.
  ///
  /// <https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html>
  private func sarif(version: String) -> JSONValue {
    let rules = Set(counts.map(\.code.rawValue)).sorted()
    let results = faults.map { fault -> JSONValue in
      let region: JSONValue = ["startLine": .integer(fault.position.line)]
      let location: JSONValue = [
        "artifactLocation": ["uri": .string(uri(fault.file))], "region": region,
      ]
      let field = fault.field.map { "field \"\($0)\": " } ?? ""
      return [
        "ruleId": .string(fault.code.rawValue), "level": "error",
        "message": ["text": .string(field + fault.message)],
        "locations": .array([["physicalLocation": location]]),
      ]
    }
    let driver: JSONValue = [
      "name": "furrow", "version": .string(version),
      "rules": .array(rules.map { ["id": .string($0)] }),
    ]
    return [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
      "runs": .array([["tool": ["driver": driver], "results": .array(results)]]),
    ]
  }

  /// A command for each fault.
  ///
  /// <https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions>
  private var github: String {
    var text = ""
    if let failure { text += "::error::\(escaped(failure.description, isProperty: false))\n" }
    for fault in faults {
      let field = fault.field.map { "field \"\($0)\": " } ?? ""
      text += "::error file=\(escaped(fault.file, isProperty: true)),line=\(fault.position.line),"
      text += "title=\(fault.code.rawValue)::\(escaped(field + fault.message, isProperty: false))\n"
    }
    let hidden = faultCount - faults.count
    if hidden > 0 { text += "::error::... and \(hidden) more faults\n" }
    return text
  }

  private func escaped(_ text: String, isProperty: Bool) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": result += "%25"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      case ":" where isProperty: result += "%3A"
      case "," where isProperty: result += "%2C"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// A relative path as the reference of a URI.
  private func uri(_ path: String) -> String {
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

  private func xml(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      // XML 1.0 has no form for other control characters.
      case "\u{0}"..<" " where !["\n", "\t", "\r"].contains(scalar): result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

import Furrow

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

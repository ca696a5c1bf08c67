/// JUnit's XML, which CI servers show as tests. <https://github.com/testmoapp/junitxml>
public enum JUnitText {
  /// A test case.
  public struct Case: Sendable {
    /// Its name.
    public var name: String
    /// What it failed with; `nil` when it passed.
    public var failure: String?
    /// What more there is to say.
    public var details = ""
    /// Whether it was not run.
    public var isSkipped = false

    /// Makes a case.
    public init(name: String, failure: String? = nil, details: String = "") {
      self.name = name
      self.failure = failure
      self.details = details
    }
  }

  /// Test cases under one name.
  public struct Suite: Sendable {
    /// Its name.
    public var name: String
    /// Its cases.
    public var cases: [Case]
    /// How long it took, in seconds.
    public var seconds: Double

    /// Makes a suite.
    public init(name: String, cases: [Case], seconds: Double = 0) {
      self.name = name
      self.cases = cases
      self.seconds = seconds
    }
  }

  /// The document of `suites`.
  public static func of(_ suites: [Suite], name: String) -> String {
    let cases = suites.flatMap(\.cases)
    let seconds = suites.reduce(0) { $0 + $1.seconds }
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<testsuites name=\"\(MarkupText.escaped(name))\" \(numbers(cases, seconds))>\n"
    for suite in suites {
      text += "  <testsuite name=\"\(MarkupText.escaped(suite.name))\""
      text += " \(numbers(suite.cases, suite.seconds))>\n"
      for test in suite.cases { text += lines(of: test) }
      text += "  </testsuite>\n"
    }
    return text + "</testsuites>\n"
  }

  private static func numbers(_ cases: [Case], _ seconds: Double) -> String {
    let failures = cases.count { $0.failure != nil }
    let skipped = cases.count { $0.isSkipped }
    return "tests=\"\(cases.count)\" failures=\"\(failures)\" skipped=\"\(skipped)\""
      + " time=\"\(seconds)\""
  }

  private static func lines(of test: Case) -> String {
    let name = MarkupText.escaped(test.name)
    let start = "    <testcase classname=\"furrow\" name=\"\(name)\""
    let details = MarkupText.escaped(test.details)
    if let failure = test.failure {
      let message = MarkupText.escaped(failure)
      return "\(start)>\n      <failure message=\"\(message)\">\(details)</failure>\n"
        + "    </testcase>\n"
    }
    if test.isSkipped { return "\(start)>\n      <skipped/>\n    </testcase>\n" }
    guard !details.isEmpty else { return "\(start)/>\n" }
    return "\(start)>\n      <system-out>\(details)</system-out>\n    </testcase>\n"
  }
}

/// Text within XML or HTML.
enum MarkupText {
  /// `text` with what has a meaning there written otherwise, within attributes, too.
  static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\n", "\t", "\r": result.unicodeScalars.append(scalar)
      // XML 1.0 has no form for other control characters, nor for these two.
      case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}

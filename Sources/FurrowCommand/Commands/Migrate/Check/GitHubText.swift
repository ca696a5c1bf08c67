import Furrow

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

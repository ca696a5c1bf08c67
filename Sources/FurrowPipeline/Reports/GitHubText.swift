/// Commands of GitHub's workflows, which show complaints in the diff of a pull request.
///
/// <https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions>
public enum GitHubText {
  /// The line for `complaint`.
  public static func line(_ complaint: Complaint) -> String {
    var place = ""
    if let file = complaint.file {
      place += "file=\(escaped(file)),line=\(complaint.line ?? 1),"
    }
    if let column = complaint.column { place += "col=\(column)," }
    let level = complaint.level == .note ? "notice" : complaint.level.rawValue
    return "::\(level) \(place)title=\(escaped(complaint.title))::\(data(complaint.message))\n"
  }

  /// What a value of a property cannot hold as it is.
  private static func escaped(_ text: String) -> String {
    data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }

  private static func data(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "%": result += "%25"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}

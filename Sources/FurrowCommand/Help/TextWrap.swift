/// Breaks text into lines at spaces.
enum TextWrap {
  /// Returns the lines of `text`, none wider than `width` unless one word is.
  static func lines(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if line.isEmpty {
        line = String(word)
      } else if DisplayWidth.of(line) + 1 + DisplayWidth.of(String(word)) <= width {
        line += " \(word)"
      } else {
        lines.append(line)
        line = String(word)
      }
    }
    return line.isEmpty ? lines : lines + [line]
  }

  /// Returns `text` wrapped and indented, each line with its end.
  static func block(_ text: String, indent: Int, width: Int) -> String {
    let margin = String(repeating: " ", count: indent)
    return lines(text, width: max(20, width - indent)).map { "\(margin)\($0)\n" }.joined()
  }

  /// The widest term that has its meaning beside it.
  private static let widestTerm = 30

  /// Returns terms with their meanings beside them, or below where a term is long.
  static func list(_ entries: [(term: String, meaning: String)], width: Int) -> String {
    let limit = max(8, min(widestTerm, width * 3 / 8))
    let longest = entries.map { DisplayWidth.of($0.term) }.filter { $0 <= limit }.max() ?? 8
    let column = longest + 4
    var text = ""
    for (term, meaning) in entries {
      var lines = lines(meaning, width: max(20, width - column))
      let termWidth = DisplayWidth.of(term)
      text += "  \(term)"
      if termWidth <= longest, !lines.isEmpty {
        text += String(repeating: " ", count: column - 2 - termWidth) + lines.removeFirst()
      }
      text += "\n"
      for line in lines { text += String(repeating: " ", count: column) + line + "\n" }
    }
    return text
  }
}

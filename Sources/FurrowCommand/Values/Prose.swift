/// Lists as a sentence has them.
enum Prose {
  /// `a`, `a or b`, `a, b or c`.
  static func alternatives(_ words: [String]) -> String {
    list(words, last: "or")
  }

  /// `a`, `a and b`, `a, b and c`.
  static func all(_ words: [String]) -> String {
    list(words, last: "and")
  }

  private static func list(_ words: [String], last: String) -> String {
    guard words.count > 1, let end = words.last else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " \(last) " + end
  }
}

import Furrow

/// How many duplicates a run left out, and how many of them differ from what it kept, in words.
enum DuplicateCount {
  static func text(_ count: Int, conflicts: Int) -> String {
    let text = Amount.of(count, "duplicate")
    guard conflicts > 0 else { return text }
    return "\(text) (\(conflicts) \(conflicts == 1 ? "differs" : "differ") from what is kept)"
  }
}

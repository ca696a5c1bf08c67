/// Finds the name that was probably meant.
package enum Spelling {
  /// The longest word that is looked at; the comparison is quadratic and what is written can be huge.
  private static let maximumLength = 64

  /// The nearest of `candidates`; `nil` when none is near enough to be a slip of the fingers.
  package static func nearest(to word: String, among candidates: [String]) -> String? {
    guard !word.isEmpty, word.utf8.count <= maximumLength else { return nil }
    let limit = max(1, min(3, word.count / 3))
    var best: (candidate: String, distance: Int)?
    for candidate in candidates {
      let distance = isPart(word, of: candidate) ? 1 : distance(from: word, to: candidate)
      guard distance <= limit, distance < best?.distance ?? .max else { continue }
      best = (candidate, distance)
    }
    return best?.candidate
  }

  /// ` (did you mean "year"?)`, or the known names when none is near.
  package static func hint(for word: String, among known: [String]) -> String {
    if let name = nearest(to: word, among: known) { return " (did you mean \"\(name)\"?)" }
    guard !known.isEmpty else { return "" }
    let list = known.prefix(12).map { "\"\($0)\"" }.joined(separator: ", ")
    return " (there are \(list)\(known.count > 12 ? " ..." : ""))"
  }

  /// Whether `word` is the start of `candidate`, or its last part as in `header`, `no-header`.
  private static func isPart(_ word: String, of candidate: String) -> Bool {
    word.count > 1 && (candidate.hasPrefix(word) || candidate.hasSuffix("-\(word)"))
  }

  /// The number of characters to insert, remove, replace or swap with a neighbour.
  ///
  /// This is the optimal string alignment distance.
  /// - Complexity: O(m × n)
  private static func distance(from first: String, to second: String) -> Int {
    let first = Array(first.lowercased())
    let second = Array(second.lowercased())
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for i in first.indices {
      var row = [i + 1]
      for j in second.indices {
        let isSame = first[i] == second[j]
        var cost = min(last[j] + (isSame ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, first[i] == second[j - 1], first[i - 1] == second[j] {
          cost = min(cost, beforeLast[j - 1] + 1)
        }
        row.append(cost)
      }
      beforeLast = last
      last = row
    }
    return last[second.count]
  }
}

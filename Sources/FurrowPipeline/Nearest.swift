/// The known name that somebody probably meant.
struct Nearest {
  private let known: [String]
  private let match: String?

  /// Looks for the name nearest to `name`, at most a third of it away.
  init(_ name: String, of names: [String]) {
    known = names
    let wanted = Array(name.lowercased().prefix(64))
    let ranked = names.map {
      (name: $0, distance: Self.distance(wanted, Array($0.lowercased().prefix(64))))
    }
    match =
      ranked.filter { $0.distance <= max(1, wanted.count / 3) }
      .min { $0.distance < $1.distance }?.name
  }

  /// ` (did you mean "year"?)`, or the known names when none is near.
  var hint: String {
    if let match { return " (did you mean \"\(match)\"?)" }
    let list = known.prefix(12).map { "\"\($0)\"" }.joined(separator: ", ")
    guard !known.isEmpty else { return "" }
    return " (there are \(list)\(known.count > 12 ? " ..." : ""))"
  }

  /// Insertions, deletions and replacements between two names (Levenshtein).
  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var row = Array(0...right.count)
    for (i, character) in left.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, other) in right.enumerated() {
        let replaced = diagonal + (character == other ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(replaced, row[j] + 1, row[j + 1] + 1)
      }
    }
    return row[right.count]
  }
}

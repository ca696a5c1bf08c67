/// What differs between two texts of SQL, statement by statement, in tokens alone.
///
/// Both are written in one way first, so that white space and comments make no difference.
enum StatementDifference {
  /// `-` before each statement that only `old` has and `+` before those that only `new` has, in
  /// the order in which a person reads them.
  static func lines(from old: String, to new: String) -> [String] {
    let before = statements(of: old)
    let after = statements(of: new)
    let difference = after.difference(from: before)
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in difference {
      switch change {
      case .remove(let index, _, _): removed.insert(index)
      case .insert(let index, _, _): inserted.insert(index)
      }
    }
    var lines: [String] = []
    var (left, right) = (0, 0)
    while left < before.count || right < after.count {
      if removed.contains(left) {
        lines.append("- \(before[left])")
        left += 1
      } else if inserted.contains(right) {
        lines.append("+ \(after[right])")
        right += 1
      } else {
        left += 1
        right += 1
      }
    }
    return lines
  }

  /// The statements in one writing; the parts of a trigger's body count as statements here.
  private static func statements(of sql: String) -> [String] {
    let bytes = Array(sql.utf8)
    return TokenStream.tokens(of: sql).split { $0.text == ";" }.map { tokens in
      guard let first = tokens.first, let last = tokens.last else { return "" }
      let text = bytes[first.offset..<(last.offset + last.text.utf8.count)]
      return CanonicalSQL(names: []).text(of: String(decoding: text, as: UTF8.self), type: "")
    }
  }
}

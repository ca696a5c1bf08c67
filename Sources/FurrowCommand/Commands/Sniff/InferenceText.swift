import Furrow

/// How the type of a column was found, for people.
struct InferenceText {
  private let column: ColumnInference

  init(_ column: ColumnInference) {
    self.column = column
  }

  /// The column with its type, and the value that ruled out the last narrower type; then those that ruled
  /// out others which had held for a while.
  var lines: [String] {
    let name = DisplayText.escaped(column.name)
    let groups = narrowerExclusions
    guard let last = groups.last else { return ["\(name): \(type)"] }
    var lines = ["\(name): \(type), since \(describe(last, isOnly: groups.count == 1))"]
    for group in groups.dropFirst().dropLast() {
      lines.append("  before that: \(describe(group, isOnly: false))")
    }
    return lines
  }

  private var type: String {
    if let kind = column.kind { return kind.rawValue }
    return column.hasValue || column.declaredType == "TEXT" ? "text" : "as the text has it"
  }

  /// What ruled types out that are narrower than the column's, value by value.
  private var narrowerExclusions: [[ColumnInference.Exclusion]] {
    var groups: [[ColumnInference.Exclusion]] = []
    for exclusion in column.exclusions
    where column.kind == nil || column.kind == .number && exclusion.kind == .integer {
      if let known = groups.last?.first, known.line == exclusion.line, known.path == exclusion.path
      {
        groups[groups.count - 1].append(exclusion)
      } else {
        groups.append([exclusion])
      }
    }
    return groups
  }

  private func describe(_ group: [ColumnInference.Exclusion], isOnly: Bool) -> String {
    guard let first = group.first else { return "" }
    let kinds = group.map(\.kind.rawValue)
    let verdict =
      isOnly && kinds.count > 2
      ? "neither a number nor a date" : "no " + kinds.joined(separator: ", no ")
    return "\(DisplayText.escaped(first.value)) on line \(first.line) is \(verdict)"
  }
}

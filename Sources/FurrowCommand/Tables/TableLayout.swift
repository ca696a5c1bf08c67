/// The widths of a table's columns, and lines made to them.
struct TableLayout {
  private static let gap = "  "
  /// The narrowest that a column is squeezed to.
  private static let minimumWidth = 4
  /// The widest that cells are padded to where nothing is cut.
  private static let maximumPadding = 200

  private let columns: [String]
  private let widths: [Int]
  private let isNumeric: [Bool]
  private let terminalWidth: Int?
  private let isColored: Bool

  /// Decides the widths by the names of the columns and a sample of rows.
  init(columns: [String], sample: [[TableCell]], terminalWidth: Int?, isColored: Bool) {
    self.columns = columns
    self.terminalWidth = terminalWidth
    self.isColored = isColored
    var natural = columns.map { DisplayText.escaped($0, cutAt: terminalWidth).width }
    for row in sample {
      for (index, cell) in row.enumerated() {
        natural[index] = max(natural[index], cell.shown(cutAt: terminalWidth).width)
      }
    }
    let gaps = Self.gap.count * max(0, columns.count - 1)
    widths =
      terminalWidth.map { Self.squeeze(natural, into: $0 - gaps) }
      ?? natural.map { min($0, Self.maximumPadding) }
    isNumeric = columns.indices.map { index in
      var numbers = 0
      for row in sample {
        switch row[index] {
        case .null: continue
        case .number: numbers += 1
        case .text: return false
        }
      }
      return numbers > 0
    }
  }

  /// Narrows the widest columns, all to one width, until the sum is no more than `room`.
  static func squeeze(_ natural: [Int], into room: Int) -> [Int] {
    guard natural.reduce(0, +) > room, var limit = natural.max() else { return natural }
    while limit > minimumWidth, natural.reduce(0, { $0 + min($1, limit) }) > room { limit -= 1 }
    var widths = natural.map { min($0, limit) }
    var spare = room - widths.reduce(0, +)
    for index in widths.indices where spare > 0 && widths[index] < natural[index] {
      widths[index] += 1
      spare -= 1
    }
    return widths
  }

  /// The names of the columns.
  var head: String {
    line(zip(columns, isNumeric).map { $1 ? .number($0) : .text($0) }, style: Palette.bold)
  }

  /// The line between names and rows.
  var rule: String {
    widths.map { String(repeating: "─", count: $0) }.joined(separator: Self.gap) + "\n"
  }

  /// One row.
  func line(_ row: [TableCell]) -> String {
    line(row, style: nil)
  }

  private func line(_ row: [TableCell], style: ((String) -> String)?) -> String {
    var line = ""
    var used = 0
    for (index, cell) in row.enumerated() {
      let isLast = index == row.count - 1
      let width = widths[index]
      // The last column may use what is left of the line.
      let limit = terminalWidth.map { isLast ? max(width, $0 - used) : width }
      let shown = cell.shown(cutAt: limit)
      let padding = String(repeating: " ", count: max(0, width - shown.width))
      let text = styled(shown.text, cell, style)
      line += cell.isNumber ? padding + text : isLast ? text : text + padding
      if !isLast { line += Self.gap }
      used += max(width, shown.width) + Self.gap.count
    }
    return line + "\n"
  }

  private func styled(
    _ text: String,
    _ cell: TableCell,
    _ style: ((String) -> String)?
  ) -> String {
    guard isColored else { return text }
    if let style { return style(text) }
    return cell == .null ? Palette.faint(text) : text
  }
}

extension TableCell {
  fileprivate var isNumber: Bool {
    if case .number = self { true } else { false }
  }

  fileprivate func shown(cutAt limit: Int?) -> (text: String, width: Int) {
    switch self {
    case .null: DisplayText.escaped("NULL", cutAt: limit)
    case .number(let text), .text(let text): DisplayText.escaped(text, cutAt: limit)
    }
  }
}

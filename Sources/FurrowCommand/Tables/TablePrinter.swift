/// One value of a table on the terminal.
package enum TableCell: Sendable, Equatable {
  /// NULL.
  case null
  /// A number as it is written; stands at the right.
  case number(String)
  /// Any other text; stands at the left.
  case text(String)
}

/// Prints rows as an aligned table while they arrive.
///
/// The first rows are held back to see how wide the columns are; the rest is printed at once, so
/// that memory does not grow with the table.
package struct TablePrinter {
  /// The number of rows that decide the widths.
  package static let usualSample = 200

  private let columns: [String]
  private let terminalWidth: Int?
  private let isColored: Bool
  private let sampleSize: Int
  private let write: (String) throws(OutputFailure) -> Void
  private var sample: [[TableCell]] = []
  private var layout: TableLayout?

  /// Creates a printer.
  ///
  /// - Parameters:
  ///   - columns: The names of the columns.
  ///   - terminalWidth: Where lines are cut; `nil` where there is no terminal, and nothing is cut.
  ///   - isColored: Whether NULL and the head may be coloured.
  ///   - sampleSize: The number of rows that decide the widths.
  ///   - write: Takes one line at a time, with its end.
  package init(
    columns: [String],
    terminalWidth: Int?,
    isColored: Bool,
    sampleSize: Int = usualSample,
    write: @escaping (String) throws(OutputFailure) -> Void
  ) {
    self.columns = columns
    self.terminalWidth = terminalWidth
    self.isColored = isColored
    self.sampleSize = sampleSize
    self.write = write
  }

  /// Takes one row.
  ///
  /// - Precondition: The row has a cell for each column.
  package mutating func add(_ row: [TableCell]) throws(OutputFailure) {
    precondition(row.count == columns.count, "a row has another number of cells than the table")
    if let layout { return try write(layout.line(row)) }
    sample.append(row.map(shortened))
    if sample.count >= sampleSize { try printSample() }
  }

  /// Prints what is held back; a table without rows has its head only.
  package mutating func finish() throws(OutputFailure) {
    if layout == nil { try printSample() }
  }

  private mutating func printSample() throws(OutputFailure) {
    let layout = TableLayout(
      columns: columns,
      sample: sample,
      terminalWidth: terminalWidth,
      isColored: isColored
    )
    self.layout = layout
    if !columns.isEmpty {
      try write(layout.head)
      try write(layout.rule)
    }
    for row in sample { try write(layout.line(row)) }
    sample = []
  }

  /// Cuts off what can not be shown in any layout, so that the sample stays small.
  private func shortened(_ cell: TableCell) -> TableCell {
    guard let terminalWidth, case .text(let text) = cell else { return cell }
    // One character more than the terminal is wide, so that the layout still sees that it must cut.
    let limit = text.index(text.startIndex, offsetBy: terminalWidth + 1, limitedBy: text.endIndex)
    return limit.map { .text(String(text[..<$0])) } ?? cell
  }
}

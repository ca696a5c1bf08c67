import Furrow

/// What a query of a pipeline has to give.
struct Expectation {
  /// A value that is expected.
  private enum Cell {
    case null
    /// A number or a text without quotes: what the value is as text, or as a number.
    case plain(String)
    /// A text in quotes, which no number is equal to.
    case text(String)
  }

  private let rows: [[Cell]]

  /// Reads one value, a list of values (a row each), or a list of lists.
  init(_ node: YAMLNode, _ variables: Variables) throws(PipelineFault) {
    guard case .sequence(let nodes) = node.content else {
      rows = [[try Self.cell(node, variables)]]
      return
    }
    var rows: [[Cell]] = []
    for node in nodes {
      guard case .sequence(let cells) = node.content else {
        rows.append([try Self.cell(node, variables)])
        continue
      }
      var row: [Cell] = []
      for cell in cells { row.append(try Self.cell(cell, variables)) }
      rows.append(row)
    }
    self.rows = rows
  }

  private static func cell(
    _ node: YAMLNode,
    _ variables: Variables
  ) throws(PipelineFault) -> Cell {
    guard case .scalar(let text, let isPlain) = node.content else {
      throw PipelineFault("expect: expected a value, found \(node.kind)", at: node.place)
    }
    if node.isNull { return .null }
    let filled = try variables.filled(text, at: node.place)
    return isPlain ? .plain(filled) : .text(filled)
  }

  /// What is wrong with the rows of `statement`, in words; `nil` when they are as expected.
  func fault(of statement: inout Statement) throws(SQLiteError) -> String? {
    var count = 0
    while try statement.step() {
      count += 1
      let found = (0..<statement.columnCount).map { statement.value(at: $0) }
      guard count <= rows.count else {
        return "expected \(Self.number(rows.count)), found more; row \(count) is"
          + " \(Self.text(of: found))"
      }
      let wanted = rows[count - 1]
      let isEqual = wanted.count == found.count && zip(wanted, found).allSatisfy(Self.isEqual)
      if !isEqual {
        let place = rows.count == 1 ? "" : " in row \(count)"
        return "expected \(Self.text(of: wanted)), found \(Self.text(of: found))\(place)"
      }
    }
    guard count == rows.count else {
      return "expected \(Self.number(rows.count)), found \(count == 0 ? "none" : String(count))"
    }
    return nil
  }

  private static func number(_ rows: Int) -> String {
    rows == 0 ? "no rows" : "\(rows) row\(rows == 1 ? "" : "s")"
  }

  private static func isEqual(_ cell: Cell, _ value: Value) -> Bool {
    switch (cell, value) {
    case (.null, .null): true
    case (.plain(let wanted), .integer(let number)):
      Int64(wanted).map { $0 == number } ?? (Double(wanted) == Double(number))
    case (.plain(let wanted), .real(let number)): Double(wanted) == number
    case (.plain(let wanted), .text(let text)), (.text(let wanted), .text(let text)):
      wanted == text
    default: false
    }
  }

  private static func text(of cells: [Cell]) -> String {
    cells.map { cell in
      switch cell {
      case .null: "NULL"
      case .plain(let text): text
      case .text(let text): DisplayText.quoted(text)
      }
    }.joined(separator: ", ")
  }

  private static func text(of values: [Value]) -> String {
    values.map { value in
      switch value {
      case .null: "NULL"
      case .integer(let number): String(number)
      case .real(let number): number.description
      case .text(let text): DisplayText.quoted(text)
      case .blob(let bytes): "\(bytes.count) bytes"
      }
    }.joined(separator: ", ")
  }
}

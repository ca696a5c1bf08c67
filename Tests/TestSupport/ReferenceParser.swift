package import FurrowFormats

/// Delimited text the slow and obvious way: one byte after the other, the whole input in memory.
///
/// It is the definition that the fast reader is held against.
package struct ReferenceParser {
  package enum Cell: Equatable, Sendable {
    case null
    case text([UInt8])
  }

  package enum Record: Equatable, Sendable {
    case good([Cell])
    case bad(code: String, byte: Int?)
  }

  package struct Entry: Equatable, Sendable {
    package var record: Record
    package var line: Int
    package var start: Int
  }

  package var delimiter: UInt8 = 0x2C
  package var quote: UInt8? = 0x22
  package var columnCount: Int
  package var ragged = RaggedRule.reject

  package init(
    columnCount: Int,
    delimiter: UInt8 = 0x2C,
    quote: UInt8? = 0x22,
    ragged: RaggedRule = .reject
  ) {
    self.ragged = ragged
    self.columnCount = columnCount
    self.delimiter = delimiter
    self.quote = quote
  }

  /// Returns every record of `input`, blank lines left out as the dialect says.
  package func parse(_ input: [UInt8]) -> [Entry] {
    var entries: [Entry] = []
    var index = 0
    var line = 1
    while index < input.count {
      let start = index
      let startLine = line
      var cells: [Cell] = []
      var cellStarts: [Int] = []
      var fault: (Int, Int)?  // where the quote opened, the offending byte
      record: while true {
        cellStarts.append(index)
        if index < input.count, input[index] == quote {
          let opening = index
          var text: [UInt8] = []
          index += 1
          while true {
            guard index < input.count else {
              fault = (opening, opening)
              break record
            }
            if input[index] == quote {
              index += 1
              guard index < input.count, input[index] == quote else { break }
            }
            text.append(input[index])
            index += 1
          }
          guard index == input.count || isBreak(input[index]) else {
            fault = (opening, index)
            break record
          }
          cells.append(.text(text))
        } else {
          let first = index
          while index < input.count, !isBreak(input[index]) { index += 1 }
          cells.append(first == index ? .null : .text(Array(input[first..<index])))
        }
        guard index < input.count, input[index] == delimiter else { break }
        index += 1
      }
      if let fault {
        index = fault.0
        while index < input.count, input[index] != 0x0A, input[index] != 0x0D { index += 1 }
        entries.append(
          Entry(record: .bad(code: "quote-error", byte: fault.1), line: startLine, start: start)
        )
      } else if start != index || cells.count == columnCount,
        let cells = settled(cells, cellStarts, Array(input[..<index]))
      {
        let content = input[start..<index]
        let record: Record =
          if let bad = content.firstIndex(of: 0) {
            .bad(code: "null-byte", byte: bad)
          } else {
            .good(cells)
          }
        entries.append(Entry(record: record, line: startLine, start: start))
      } else if start != index {
        let code = cells.count < columnCount ? "missing-cell" : "extra-cell"
        entries.append(Entry(record: .bad(code: code, byte: nil), line: startLine, start: start))
      }
      if index < input.count { index += lineEnd(input, at: index) }
      line = 1 + lineEnds(input, before: index)
    }
    return entries
  }

  /// The fields that a record has in the end; `nil` when it has too many or too few.
  private func settled(_ cells: [Cell], _ starts: [Int], _ input: [UInt8]) -> [Cell]? {
    if cells.count == columnCount { return cells }
    let missing = columnCount - cells.count
    switch ragged {
    case .reject: return nil
    case .keep: return cells
    case .fill: return missing > 0 ? cells + Array(repeating: .null, count: missing) : nil
    case .truncateEmpty:
      let isEmpty =
        missing < 0 && cells[columnCount...].allSatisfy { $0 == .null || $0 == .text([]) }
      return isEmpty ? Array(cells[..<columnCount]) : nil
    case .join:
      guard missing < 0 else { return nil }
      return cells[..<(columnCount - 1)] + [.text(Array(input[starts[columnCount - 1]...]))]
    }
  }

  private func lineEnd(_ input: [UInt8], at index: Int) -> Int {
    input[index] == 0x0D && index + 1 < input.count && input[index + 1] == 0x0A ? 2 : 1
  }

  private func lineEnds(_ input: [UInt8], before end: Int) -> Int {
    var index = 0
    var count = 0
    while index < end {
      if input[index] == 0x0A || input[index] == 0x0D {
        index += lineEnd(input, at: index)
        count += 1
      } else {
        index += 1
      }
    }
    return count
  }

  private func isBreak(_ byte: UInt8) -> Bool {
    byte == delimiter || byte == 0x0A || byte == 0x0D
  }
}

internal import FurrowCore

/// Where the table begins in a text: what stands before its header, and how long the header is.
struct TableStart {
  /// Physical lines before the header.
  private(set) var preambleLines = 0
  /// Why they are no part of the table.
  private(set) var preambleReason: String?
  /// Records that are the header: 1, or more where each repeats the first.
  private(set) var headerRecords = 1
  /// What the user should know and nobody acts on.
  private(set) var warnings: [String] = []

  private let reading: SampleReading
  private let bytes: [UInt8]

  /// Looks at the first records of `reading`, which are in `bytes`.
  init(_ reading: SampleReading, _ bytes: [UInt8]) {
    self.reading = reading
    self.bytes = bytes
    guard reading.columnCount > 1, reading.dialect.hasHeader, reading.heads.count > 1 else {
      return
    }
    let header = findHeader()
    countRepeats(of: header)
    if header == 0 || preambleLines > 0 { lookForData(at: header) }
  }

  private func shapes(_ record: Int) -> [CellShape] { reading.heads[record].shapes }

  /// The index of the record that is the header.
  private mutating func findHeader() -> Int {
    guard reading.dialect.skippedLines == 0, reading.dialect.comment == nil,
      let first = behindTitle ?? reading.heads.indices.first(where: isFilled), first > 0
    else { return 0 }
    // A header whose quotes are at fault is one all the same.
    guard reading.records[..<first].allSatisfy({ $0.fieldCount > 0 }) else { return 0 }
    let lines = reading.records[first].line - 1
    let isWhole = reading.records[..<first].allSatisfy { $0.fieldCount == reading.columnCount }
    let isHeader =
      isWhole ? hasTypedColumn(under: first) : !shapes(first).contains(where: \.isTyped)
    let text = lines == 1 ? "line 1 looks" : "lines 1 to \(lines) look"
    guard isHeader else {
      if !isWhole {
        warnings.append(
          "\(text) like text before the table, but line \(lines + 1) does not look like a header:"
            + " --skip-lines \(lines) --no-header reads it as data"
        )
      }
      return 0
    }
    preambleLines = lines
    preambleReason =
      "\(text) like text before the table, whose \(reading.columnCount) columns are named on line"
      + " \(lines + 1)"
    return first
  }

  /// Whether at least half of the cells of a row of the table hold something.
  private func isFilled(_ record: Int) -> Bool {
    let found = reading.records[record]
    let first = bytes[found.start]
    guard first != UInt8(ascii: "#") || found.fieldCount == reading.columnCount else {
      return false
    }
    return 2 * found.filledCount >= reading.columnCount && found.filledCount > 1
  }

  /// The first record with all fields, if all before it are too short and it is proved to be a header;
  /// what stands before it may have delimiters as any text has.
  private var behindTitle: Int? {
    let width = reading.columnCount
    guard
      let first = reading.records.indices.first(where: { reading.records[$0].fieldCount == width }),
      first > 0, first + 1 < reading.heads.count,
      reading.records[..<first].allSatisfy({ $0.fieldCount > 0 && $0.fieldCount < width }),
      !shapes(first).contains(where: \.isTyped), hasTypedColumn(under: first)
    else { return nil }
    return first
  }

  /// Whether a column has a word in `record` and numbers or dates below it, which proves a header.
  private func hasTypedColumn(under record: Int) -> Bool {
    guard reading.records[record].filledCount == reading.columnCount else { return false }
    return shapes(record).indices.contains { column in
      let shape = shapes(record)[column]
      return !shape.isTyped && shape != .empty && isTyped(column, behind: record)
    }
  }

  /// Whether most cells of `column` below `record` are numbers or dates.
  private func isTyped(_ column: Int, behind record: Int) -> Bool {
    var typed = 0
    var filled = 0
    for index in reading.heads.indices where index > record {
      guard column < shapes(index).count, shapes(index)[column] != .empty else { continue }
      filled += 1
      typed += shapes(index)[column].isTyped ? 1 : 0
    }
    return filled > 0 && typed * 10 >= filled * 8
  }

  /// Counts the records behind the header that say the same again, value by value.
  private mutating func countRepeats(of header: Int) {
    guard reading.records[header].fieldCount == reading.columnCount, reading.columnCount <= 4096
    else { return }
    func repeats(_ record: Int) -> Bool {
      record < reading.heads.count && reading.records[record].fieldCount == reading.columnCount
        && (0..<reading.columnCount).allSatisfy {
          reading.text(of: $0, in: record, bytes) == reading.text(of: $0, in: header, bytes)
        }
    }
    var count = 1
    while repeats(header + count) { count += 1 }
    guard count > 1, hasTypedColumn(under: header + count - 1) else { return }
    headerRecords = count
  }

  /// Warns when the header looks like data.
  private mutating func lookForData(at header: Int) {
    var asData = 0
    for column in shapes(header).indices {
      let shape = shapes(header)[column]
      guard isTyped(column, behind: header) else { continue }
      if shape.isTyped { asData += 1 } else if shape != .empty { return }
    }
    guard asData > 0 else { return }
    warnings.append(
      "line \(reading.records[header].line) is read as the header and looks like data:"
        + " --no-header reads it as the first record"
    )
  }
}

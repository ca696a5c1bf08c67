import Furrow

/// Writes rows as a table for people.
final class TableWriter: RecordWriter {
  private(set) var counts = WriteCounts()

  private let lines: Lines
  private var printer: TablePrinter
  private var sink: any ByteSink

  /// Makes a writer of a table with these columns; without a `terminalWidth` nothing is cut.
  init(_ sink: any ByteSink, columns: [String], terminalWidth: Int?, isColored: Bool) {
    self.sink = sink
    let lines = Lines()
    self.lines = lines
    printer = TablePrinter(
      columns: columns,
      terminalWidth: terminalWidth,
      isColored: isColored
    ) { line in lines.bytes += line.utf8 }
  }

  func write(
    _ batch: borrowing RecordBatch,
    _ positions: Range<Int>,
    upTo limit: Int?
  ) throws(WriteFailure) -> Int {
    for position in positions {
      let record = Int(batch.live[position])
      let row = (0..<batch.columnCount).map { Self.cell(batch, record * batch.columnCount + $0) }
      do { try printer.add(row) } catch { throw failure(error) }
    }
    counts.records += positions.count
    try flush()
    return positions.count
  }

  func finish() throws(WriteFailure) {
    do { try printer.finish() } catch { throw failure(error) }
    try flush()
    try sink.finish()
  }

  private func flush() throws(WriteFailure) {
    let bytes = lines.bytes
    lines.bytes = []
    counts.bytes += bytes.count
    try sink.write(bytes.span)
  }

  private func failure(_ error: OutputFailure) -> WriteFailure {
    WriteFailure(path: sink.path, message: "\(error)")
  }

  private static func cell(_ batch: borrowing RecordBatch, _ index: Int) -> TableCell {
    let field = batch.fields[index]
    switch field.kind {
    case .null: return .null
    case .integer: return .number(String(Int64(bitPattern: batch.values[index])))
    case .real: return .number(Double(bitPattern: batch.values[index]).description)
    case .text: return .text(batch.text(field))
    case .blob:
      return .text("x'" + batch.bytes[Int(field.start)..<field.end].map(hex).joined() + "'")
    }
  }

  private static func hex(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.count < 2 ? "0" + digits : digits
  }

  /// The lines that the printer has made.
  private final class Lines {
    var bytes: [UInt8] = []
  }
}

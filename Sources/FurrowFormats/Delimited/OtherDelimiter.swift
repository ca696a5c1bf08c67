internal import FurrowCore

/// Reads a record that has another delimiter than its file, for those who keep records as they stand.
struct OtherDelimiter {
  private let record: CarefulRecord
  private let columnCount: Int

  private static let usual =
    [ASCII.tab, UInt8(ascii: ";"), UInt8(ascii: "|"), ASCII.comma, ASCII.space]

  /// Takes `record`, which should have `columnCount` fields.
  init(_ record: CarefulRecord, columnCount: Int) {
    self.record = record
    self.columnCount = columnCount
  }

  /// Reads the record up to `end` with the usual delimiters, one after the other, into `output`; false
  /// where none gives the right number of fields.
  ///
  /// Words have spaces between them, too: fields with quotes, or numbers and dates, have to bear witness.
  func read(_ bytes: Span<UInt8>, to end: Int, into output: inout ScanOutput) -> Bool {
    guard columnCount > 2 else { return false }
    var grammar = record.grammar
    grammar.wideDelimiter = nil
    for delimiter in Self.usual where delimiter != record.delimiter && delimiter != record.quote {
      let other = CarefulRecord(
        delimiter: delimiter,
        quote: record.quote,
        fieldLimit: columnCount,
        start: record.start,
        line: record.line,
        record: record.record,
        grammar: grammar
      )
      guard let outcome = other.parse(bytes, limit: end, isLast: true, into: &output),
        outcome.fault == nil, outcome.fieldsFound == columnCount, outcome.end == end
      else { continue }
      if delimiter != ASCII.space || isWitnessed(bytes, output) { return true }
    }
    return false
  }

  private func isWitnessed(_ bytes: Span<UInt8>, _ output: ScanOutput) -> Bool {
    var typed = 0
    for column in 0..<columnCount {
      let field = output.fields[output.fieldCount + column]
      if field.isQuoted, field.length > 0 { return true }
      if CellShape(bytes, Int(field.start)..<field.end).isTyped { typed += 1 }
    }
    return 2 * typed >= columnCount
  }
}

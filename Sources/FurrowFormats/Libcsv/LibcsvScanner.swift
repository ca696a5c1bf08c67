internal import FurrowCore

/// Finds records and fields with libcsv.
///
/// libcsv is fed one physical line at a time, so that it is known where each record ends; what is a
/// record, a field and its value, libcsv says. Two things it is told:
///
/// - A quote in the middle of an unquoted field, at which strict parsing stops, is data.
/// - A line with no bytes, which it passes over, is a record in a file of one column.
struct LibcsvScanner: RecordScanner {
  let rules: ScanRules
  var recordLimit = Int.max

  var position = 0
  var line = 0
  var record = 0

  private let parser: LibcsvParser

  init(_ rules: ScanRules, quote: UInt8) {
    self.rules = rules
    parser = LibcsvParser(delimiter: rules.delimiter, quote: quote)
  }

  func parse(
    _ bytes: Span<UInt8>,
    limit: Int,
    isLast: Bool,
    into output: inout ScanOutput
  ) -> CarefulRecord.Outcome? {
    output.forgetUnfinished()
    parser.forget()
    var place = Place(fieldStart: position)
    var lineStart = position
    var lineEnds = 0
    while true {
      let lineEnd = LineEnd.first(in: bytes, from: lineStart, limit: limit)
      guard lineEnd != nil || isLast else { return nil }
      let next = lineEnd?.next ?? limit
      if lineStart == position, lineEnd?.start == position { return blank(next, into: &output) }
      if let stop = feed(bytes, lineStart..<next, &place, into: &output) {
        return careful.textBehindQuote(
          bytes,
          limit: limit,
          isLast: isLast,
          opening: place.fieldStart,
          offset: stop,
          column: place.column
        )
      }
      if lineEnd != nil { lineEnds += 1 }
      if !parser.hasEnded, next == limit, isLast {
        guard parser.finish() else {
          return careful.unclosed(
            bytes,
            limit: limit,
            opening: place.fieldStart,
            column: place.column
          )
        }
        take(bytes, &place, into: &output)
      }
      if parser.hasEnded {
        return CarefulRecord.Outcome(
          end: lineEnd?.start ?? limit,
          next: next,
          lineEnds: lineEnds,
          fieldsFound: place.column
        )
      }
      guard next < limit else { return nil }
      lineStart = next
    }
  }

  /// Where the record's next field starts, and the number of fields before it.
  private struct Place {
    var fieldStart: Int
    var column = 0
    /// The parser's fields that were taken.
    var taken = 0
  }

  /// The record that a line without bytes is.
  private func blank(_ next: Int, into output: inout ScanOutput) -> CarefulRecord.Outcome {
    output.fields[output.fieldCount] = Field(bareFrom: position, to: position)
    return CarefulRecord.Outcome(end: position, next: next, lineEnds: 1, fieldsFound: 1)
  }

  /// Feeds a line and takes the fields that end in it; returns the byte that cannot stand there.
  private func feed(
    _ bytes: Span<UInt8>,
    _ line: Range<Int>,
    _ place: inout Place,
    into output: inout ScanOutput
  ) -> Int? {
    var start = line.lowerBound
    while let stop = parser.feed(bytes, start..<line.upperBound) {
      take(bytes, &place, into: &output)
      if bytes[place.fieldStart] == rules.quote { return stop }
      parser.feedStrayQuote(bytes, at: stop)
      start = stop + 1
    }
    take(bytes, &place, into: &output)
    return nil
  }

  /// Gives the parser's new fields their places in the bytes.
  ///
  /// A field whose bytes do not stand there as they are is kept as the text libcsv made of it.
  private func take(_ bytes: Span<UInt8>, _ place: inout Place, into output: inout ScanOutput) {
    while place.taken < parser.found.count {
      let found = parser.found[place.taken]
      let text = parser.text[found.range]
      let isQuoted = !found.isBareEmpty && bytes[place.fieldStart] == rules.quote
      let doubled = isQuoted ? text.count { $0 == rules.quote } : 0
      let start = place.fieldStart + (isQuoted ? 1 : 0)
      let written = start..<start + text.count + doubled
      if place.column < rules.fieldLimit {
        let index = output.fieldCount + place.column
        let field =
          isQuoted
          ? Field(start: start, length: written.count, isQuoted: true)
          : Field(bareFrom: start, to: written.upperBound)
        output.put(field, at: index)
        if doubled > 0 || !zip(text, written).allSatisfy({ $0 == bytes[$1] }) {
          output.doubled.append(ScanOutput.Doubled(field: index, text: Array(text)))
        }
      }
      place.fieldStart = written.upperBound + (isQuoted ? 2 : 1)
      place.column += 1
      place.taken += 1
    }
  }
}

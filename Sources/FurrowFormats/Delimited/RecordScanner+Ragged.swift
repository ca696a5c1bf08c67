internal import FurrowCore

/// Records with more or fewer fields than there are columns.
extension RecordScanner {
  /// Settles the record at `position`, which has not as many fields as there are columns.
  mutating func settleRagged(
    _ outcome: CarefulRecord.Outcome,
    _ bytes: Span<UInt8>,
    in output: inout ScanOutput
  ) {
    let found = outcome.fieldsFound
    switch rules.ragged {
    case .fill where found < columnCount:
      fill(from: found, end: outcome.end, in: &output)
    case .truncateEmpty
    where found > columnCount && isEmpty(bytes, behindTableTo: outcome.end, output):
      output.forgetNotes(from: output.fieldCount + columnCount)
    case .join where found > columnCount:
      join(bytes, to: outcome.end, in: &output)
    case .keep
    where rules.keepsFaulty
      && OtherDelimiter(careful, columnCount: columnCount)
        .read(bytes, to: outcome.end, into: &output):
      output.mendedCount += 1
    case .keep where found <= rules.fieldLimit:
      // What was tried has taken the place of the record's fields.
      _ = parse(bytes, limit: outcome.end, isLast: true, into: &output)
      keep(found, end: outcome.end, in: &output)
    default:
      return reject(raggedFault(fieldsFound: found, end: outcome.end), in: &output)
    }
    accept(to: outcome.end, in: &output)
  }

  /// Keeps the record at `position`, whose quotes are at fault, in the likeliest reading.
  mutating func keepFaulty(
    _ outcome: CarefulRecord.Outcome,
    _ bytes: Span<UInt8>,
    _ quote: UInt8,
    in output: inout ScanOutput
  ) {
    var loose = LooseRecord(
      bytes,
      position..<outcome.end,
      delimiter: rules.delimiter,
      quote: quote,
      grammar: rules.grammar,
      columnCount: columnCount
    )
    let found = loose.read(into: &output)
    output.mendedCount += 1
    if found == columnCount {
      accept(to: outcome.end, in: &output)
    } else {
      keep(found, end: outcome.end, in: &output)
      accept(to: outcome.end, in: &output)
    }
  }

  /// Makes the fields from `column` on NULL.
  private func fill(from column: Int, end: Int, in output: inout ScanOutput) {
    for missing in column..<columnCount {
      output.put(Field(bareFrom: end, to: end), at: output.fieldCount + missing)
    }
  }

  /// Whether nothing stands behind the table's last column but delimiters and pairs of quotes.
  private func isEmpty(_ bytes: Span<UInt8>, behindTableTo end: Int, _ output: ScanOutput) -> Bool {
    let last = output.fields[output.fieldCount + columnCount - 1]
    var start = last.writtenRange.upperBound
    while start < end {
      start += rules.grammar.delimiterLength
      var next = start
      while next < end,
        !rules.grammar.isDelimiter(rules.delimiter, bytes, at: next, limit: end)
      {
        next += 1
      }
      guard isEmpty(bytes.extracting(start..<next)) else { return false }
      start = next
    }
    return true
  }

  private func isEmpty(_ field: Span<UInt8>) -> Bool {
    var kept = field.indices
    if rules.trims { kept = WhiteSpace.trimmedRange(field) }
    if rules.grammar.skipsInitialSpace {
      kept = (kept.first { field[$0] != ASCII.space } ?? kept.upperBound)..<kept.upperBound
    }
    if kept.count == 2, let quote = rules.quote {
      return field[kept.lowerBound] == quote && field[kept.lowerBound + 1] == quote
    }
    return kept.isEmpty
  }

  /// Has the last column's field go up to `end`, as it is written.
  private func join(_ bytes: Span<UInt8>, to end: Int, in output: inout ScanOutput) {
    let last = output.fieldCount + columnCount - 1
    let start = output.fields[last].writtenRange.lowerBound
    output.forgetNotes(from: last)
    output.fields[last] = Field(bareFrom: start, to: end)
  }

  /// Moves the record's `count` fields behind the table, and leaves NULLs there.
  private func keep(_ count: Int, end: Int, in output: inout ScanOutput) {
    let start = output.raggedFields.count
    let offset = start - output.fieldCount
    let notes = output.doubled.drop { $0.field < output.fieldCount }
    output.raggedDoubled += notes.map {
      ScanOutput.Doubled(field: $0.field + offset, text: $0.text)
    }
    output.forgetUnfinished()
    output.raggedFields += output.fields[output.fieldCount..<output.fieldCount + count]
    output.ragged.append(
      RaggedRecord(record: output.extents.count, fields: start..<start + count)
    )
    fill(from: 0, end: end, in: &output)
  }

  private func raggedFault(fieldsFound: Int, end: Int) -> ScanOutput.Fault {
    ScanOutput.Fault(
      extent: RecordExtent(start: position, end: end, lineDelta: line, recordDelta: record),
      column: min(fieldsFound, columnCount) + 1,
      offset: nil,
      code: fieldsFound < columnCount ? .missingCell : .extraCell,
      message: "expected \(Amount.of(columnCount, "field")), found \(fieldsFound)"
    )
  }
}

extension Field {
  /// Where the field stands before anything was decoded, its quotes included.
  fileprivate var writtenRange: Range<Int> {
    let quote = isQuoted ? 1 : 0
    return Int(start) - quote..<end + quote
  }
}

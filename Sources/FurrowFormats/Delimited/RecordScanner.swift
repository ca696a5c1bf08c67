internal import FurrowCore

/// Finds the records and fields of one batch's bytes.
///
/// A scan starts at the first byte of a record, and what it does not finish is scanned again with
/// more bytes behind it: so the result does not depend on how the input was cut.
protocol RecordScanner {
  var delimiter: UInt8 { get }
  var quote: UInt8? { get }
  var comment: UInt8? { get }
  var columnCount: Int { get }
  var grammar: CarefulRecord.Grammar { get }
  /// How many records are wanted at most.
  var recordLimit: Int { get set }

  /// The first byte of the record that is next.
  var position: Int { get set }
  /// Line ends before `position`, counted from the batch's origin.
  var line: Int { get set }
  /// Records before `position`, counted from the batch's origin.
  var record: Int { get set }

  /// Scans `bytes[position..<limit]` and leaves `position` at the first record it did not finish.
  ///
  /// 64 bytes behind `limit` may be read, never meant. `isLast` says that nothing follows `limit`.
  mutating func scan(
    _ bytes: Span<UInt8>,
    limit: Int,
    isLast: Bool,
    into output: inout ScanOutput
  )

  /// Reads the one record at `position`; `nil` when its end is not there yet.
  func parse(
    _ bytes: Span<UInt8>,
    limit: Int,
    isLast: Bool,
    into output: inout ScanOutput
  ) -> CarefulRecord.Outcome?
}

extension RecordScanner {
  var grammar: CarefulRecord.Grammar { CarefulRecord.Grammar() }

  /// The record at `position`, for the byte-by-byte reader.
  var careful: CarefulRecord {
    CarefulRecord(
      delimiter: delimiter,
      quote: quote,
      columnCount: columnCount,
      start: position,
      line: line,
      record: record,
      grammar: grammar
    )
  }

  /// Whether the table of fields has room for another record.
  func hasRoom(in output: ScanOutput) -> Bool {
    output.fieldCount + columnCount <= output.fields.count
  }

  /// Settles the record at `position` though its end is not there within `size` bytes.
  ///
  /// Returns false when no open quote is to blame.
  mutating func giveUp(
    _ bytes: Span<UInt8>,
    limit: Int,
    within size: Int,
    into output: inout ScanOutput
  ) -> Bool {
    guard var outcome = parse(bytes, limit: limit, isLast: true, into: &output),
      outcome.fault != nil, outcome.next < limit
    else { return false }
    outcome.fault?.message = "the quote that opens here is not closed within \(size) bytes"
    settle(outcome, in: &output)
    return true
  }

  /// Settles the record at `position` by what it was found to be, and goes behind it.
  mutating func settle(_ outcome: CarefulRecord.Outcome, in output: inout ScanOutput) {
    switch outcome.fault {
    case nil:
      finish(fieldsFound: outcome.fieldsFound, end: outcome.end, into: &output)
    case let fault?:
      output.forgetUnfinished()
      output.faults.append(fault)
      record += 1
    }
    line += outcome.lineEnds
    position = outcome.next
  }

  /// Settles the record from `position` to `end`: whole, blank, or with the wrong number of fields.
  @inline(__always)
  mutating func finish(fieldsFound: Int, end: Int, into output: inout ScanOutput) {
    if fieldsFound == columnCount {
      output.extents.append(
        RecordExtent(start: position, end: end, lineDelta: line, recordDelta: record)
      )
      output.fieldCount += columnCount
    } else if end == position {
      return
    } else {
      output.forgetUnfinished()
      output.faults.append(raggedFault(fieldsFound: fieldsFound, end: end))
    }
    record += 1
  }

  private func raggedFault(fieldsFound: Int, end: Int) -> ScanOutput.Fault {
    ScanOutput.Fault(
      extent: RecordExtent(start: position, end: end, lineDelta: line, recordDelta: record),
      column: min(fieldsFound, columnCount) + 1,
      offset: nil,
      code: fieldsFound < columnCount ? .missingCell : .extraCell,
      message: "expected \(columnCount) fields, found \(fieldsFound)"
    )
  }

  /// Passes over the comment line at `position`; false when its end is not there yet.
  mutating func skipComment(_ bytes: Span<UInt8>, limit: Int, isLast: Bool) -> Bool {
    guard let end = LineEnd.first(in: bytes, from: position, limit: limit) else {
      if isLast { position = limit }
      return isLast
    }
    position = end.next
    line += 1
    return true
  }
}

internal import FurrowCore

/// Finds the records and fields of one batch's bytes.
///
/// A scan starts at the first byte of a record, and what it does not finish is scanned again with
/// more bytes behind it: so the result does not depend on how the input was cut.
protocol RecordScanner {
  var rules: ScanRules { get }
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
  var columnCount: Int { rules.columnCount }

  /// The record at `position`, for the byte-by-byte reader.
  var careful: CarefulRecord {
    CarefulRecord(
      delimiter: rules.delimiter,
      quote: rules.quote,
      fieldLimit: rules.fieldLimit,
      start: position,
      line: line,
      record: record,
      grammar: rules.grammar
    )
  }

  /// Scans record by record.
  mutating func scan(
    _ bytes: Span<UInt8>,
    limit available: Int,
    isLast: Bool,
    into output: inout ScanOutput
  ) {
    let limit = knownLimit(bytes, available, isLast: isLast)
    defer { output.forgetUnfinished() }
    // Nobody looked at each byte yet.
    (output.sawHigh, output.sawNul) = (true, true)
    while position < limit, record < recordLimit {
      if bytes[position] == rules.comment {
        guard skipComment(bytes, limit: limit, isLast: isLast) else { return }
        continue
      }
      guard hasRoom(in: output),
        let outcome = parse(bytes, limit: limit, isLast: isLast, into: &output)
      else { return }
      settle(outcome, bytes, in: &output)
    }
  }

  func parse(
    _ bytes: Span<UInt8>,
    limit: Int,
    isLast: Bool,
    into output: inout ScanOutput
  ) -> CarefulRecord.Outcome? {
    careful.parse(bytes, limit: limit, isLast: isLast, into: &output)
  }

  /// How far the `available` bytes can be read.
  ///
  /// Whether LF follows a CR at the very end is not known yet: that record waits.
  func knownLimit(_ bytes: Span<UInt8>, _ available: Int, isLast: Bool) -> Int {
    let isHalfLineEnd =
      !isLast && available > position && bytes[available - 1] == ASCII.carriageReturn
    return isHalfLineEnd ? available - 1 : available
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
    settle(outcome, bytes, in: &output)
    return true
  }

  /// Settles the record at `position` by what it was found to be, and goes behind it.
  mutating func settle(
    _ outcome: CarefulRecord.Outcome,
    _ bytes: Span<UInt8>,
    in output: inout ScanOutput
  ) {
    if let fault = outcome.fault {
      if rules.keepsFaulty, let quote = rules.quote {
        keepFaulty(outcome, bytes, quote, in: &output)
      } else {
        reject(fault, in: &output)
      }
    } else if outcome.fieldsFound == columnCount {
      accept(to: outcome.end, in: &output)
    } else if outcome.end > position {
      settleRagged(outcome, bytes, in: &output)
    }
    line += outcome.lineEnds
    position = outcome.next
  }

  /// Makes the record from `position` to `end`, whose fields are there, one of the table's.
  @inline(__always)
  mutating func accept(to end: Int, in output: inout ScanOutput) {
    output.extents.append(
      RecordExtent(start: position, end: end, lineDelta: line, recordDelta: record)
    )
    output.fieldCount += columnCount
    record += 1
  }

  mutating func reject(_ fault: ScanOutput.Fault, in output: inout ScanOutput) {
    output.forgetUnfinished()
    output.faults.append(fault)
    record += 1
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

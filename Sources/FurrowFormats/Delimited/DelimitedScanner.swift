internal import CScan
internal import FurrowCore

/// Finds records and fields in delimited text, 64 bytes at a time.
///
/// Bit masks tell where delimiters, quotes and line ends stand; an exclusive or over the quotes
/// tells inside from outside. What RFC 4180 does not allow, or does not speak of, leaves this path
/// for ``CarefulRecord``, one record at a time, and comes back behind it.
struct DelimitedScanner: RecordScanner {
  let rules: ScanRules
  var recordLimit = Int.max

  var position = 0
  var line = 0
  var record = 0

  /// Room that must be left in the table of fields for one block and one record.
  static let spareFields = 64

  init(_ rules: ScanRules) {
    self.rules = rules
  }

  mutating func scan(
    _ bytes: Span<UInt8>,
    limit available: Int,
    isLast: Bool,
    into output: inout ScanOutput
  ) {
    let limit = knownLimit(bytes, available, isLast: isLast)
    defer { output.forgetUnfinished() }
    while position < limit, record < recordLimit {
      if bytes[position] == rules.comment {
        guard skipComment(bytes, limit: limit, isLast: isLast) else { return }
        continue
      }
      // The pointer does not leave the call, and `bytes` goes 64 bytes beyond `limit`.
      let stop = unsafe bytes.withUnsafeBufferPointer { buffer in
        unsafe scanBlocks(buffer, limit: limit, into: &output)
      }
      switch stop {
      case .comment: continue
      case .full: return
      case .odd: break
      case .end: guard isLast, position < limit else { return }
      }
      guard hasRoom(in: output),
        let outcome = parse(bytes, limit: limit, isLast: isLast, into: &output)
      else { return }
      note(bytes, position..<outcome.end, in: &output)
      settle(outcome, bytes, in: &output)
    }
  }

  /// Notes whether a record that left the fast path holds bytes that have to be looked at.
  private func note(_ bytes: Span<UInt8>, _ record: Range<Int>, in output: inout ScanOutput) {
    for index in record where bytes[index] >= 0x80 || bytes[index] == ASCII.nul {
      if bytes[index] == ASCII.nul { output.sawNul = true } else { output.sawHigh = true }
      if output.sawNul && output.sawHigh { return }
    }
  }

  private enum Stop {
    /// The limit is reached; the record from `position` on has no end yet.
    case end
    /// The record from `position` on needs the careful path.
    case odd
    /// A comment line starts at `position`.
    case comment
    /// The table of fields has no room for another block.
    case full
  }

  // One long function: its variables have to stay in registers.
  private mutating func scanBlocks(
    _ bytes: UnsafeBufferPointer<UInt8>,
    limit: Int,
    into output: inout ScanOutput
  ) -> Stop {
    guard let start = bytes.baseAddress else { return .end }
    let delimiter = rules.delimiter
    let quoteByte = rules.quote ?? 0
    let hasQuotes = rules.quote != nil
    let comment = rules.comment
    let columnCount = rules.columnCount
    let capacity = output.fields.count - Self.spareFields
    var base = position
    var inside: UInt64 = 0  // all ones while a quoted field is open
    var afterClosing: UInt64 = 0  // 1 when the byte before the block is a closing quote
    var afterReturn: UInt64 = 0  // 1 when it is a CR
    var hadQuotes = false
    var lastDoubled = -1  // the second of the last two doubled quotes in earlier blocks
    var high: UInt64 = 0
    var nul: UInt64 = 0
    var fieldStart = position
    var column = 0
    var lineNow = line
    defer {
      output.sawHigh = output.sawHigh || high != 0
      output.sawNul = output.sawNul || nul != 0
    }

    while base < limit {
      if output.fieldCount + min(column, columnCount) > capacity { return .full }
      // At least 64 readable bytes follow every base below the limit.
      let masks = unsafe furrow_masks_simd(start + base, delimiter, quoteByte)
      let valid: UInt64 = limit - base >= 64 ? ~0 : (1 << UInt64(limit - base)) &- 1
      high |= masks.high & valid
      nul |= masks.nul & valid
      let lineEnds = (masks.cr | masks.lf & ~(masks.cr << 1 | afterReturn)) & valid
      afterReturn = masks.cr >> 63
      let quotes = hasQuotes ? masks.quote & valid : 0
      var events = masks.delimiter & valid | lineEnds
      var innerLines: UInt64 = 0
      var odd: UInt64 = 0
      var doubled: UInt64 = 0

      if quotes | inside | afterClosing != 0 {
        let within = furrow_prefix_xor(quotes) ^ inside
        let opening = quotes & within
        let closing = quotes & ~within
        let breaks = (masks.delimiter | masks.cr | masks.lf) & ~within & valid
        // A quote opens at the start of a field, or behind the quote that it doubles.
        var before = (breaks | closing) << 1 | afterClosing
        if inside == 0, unsafe base == position || isBreak(start[base - 1]) { before |= 1 }
        let behind = closing << 1 | afterClosing
        odd = opening & ~before | behind & ~(breaks | quotes) & valid
        doubled = behind & opening
        innerLines = lineEnds & within
        events &= ~within
        inside = within >> 63 == 0 ? 0 : ~0
        afterClosing = closing >> 63
        if odd != 0 {
          let known: UInt64 = (1 << UInt64(odd.trailingZeroBitCount)) &- 1
          events &= known
          innerLines &= known
        }
      }
      let quotesNearby = hadQuotes || quotes != 0
      hadQuotes = quotes != 0
      var pending = events | innerLines

      while pending != 0 {
        let bit = UInt64(truncatingIfNeeded: pending.trailingZeroBitCount)
        pending &= pending &- 1
        if innerLines >> bit & 1 != 0 {
          lineNow += 1
          continue
        }
        let end = base + Int(bit)
        if column < columnCount {
          let index = output.fieldCount + column
          if quotesNearby, end > fieldStart, unsafe start[fieldStart] == quoteByte {
            output.fields[index] = Field(
              start: fieldStart + 1,
              length: end - fieldStart - 2,
              isQuoted: true
            )
            let before = doubled & ((1 << bit) &- 1)
            let last = before == 0 ? lastDoubled : base + 63 - before.leadingZeroBitCount
            if last > fieldStart { output.doubled.append(ScanOutput.Doubled(field: index)) }
          } else {
            output.fields[index] = Field(bareFrom: fieldStart, to: end)
          }
        }
        column += 1
        fieldStart = end + 1
        guard lineEnds >> bit & 1 != 0 else { continue }
        if unsafe start[end] == ASCII.carriageReturn, fieldStart < limit,
          unsafe start[fieldStart] == ASCII.lineFeed
        {
          fieldStart += 1
        }
        if column == columnCount {
          accept(to: end, in: &output)
        } else if end > position {
          return .odd
        }
        lineNow += 1
        line = lineNow
        position = fieldStart
        column = 0
        if record == recordLimit { return .full }
        if let comment, position < limit, unsafe start[position] == comment { return .comment }
      }
      if odd != 0 { return .odd }
      if doubled != 0 { lastDoubled = base + 63 - doubled.leadingZeroBitCount }
      base += 64
    }
    return .end
  }

  @inline(__always)
  private func isBreak(_ byte: UInt8) -> Bool {
    byte == rules.delimiter || byte == ASCII.lineFeed || byte == ASCII.carriageReturn
  }
}

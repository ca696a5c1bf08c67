internal import FurrowCore

/// Reads one record byte by byte: RFC 4180's grammar written out, and what to do outside it.
///
/// - A quote opens only at the start of a field; elsewhere it is data.
/// - Behind a closing quote comes a delimiter, a line end or the end of the input.
/// - A record that breaks this is at fault from its start to the line end behind the place where
///   the quote opened; reading goes on there, so that its neighbours are not lost with it.
struct CarefulRecord {
  /// What a dialect may allow beyond RFC 4180.
  struct Grammar: Equatable {
    /// The byte that makes the next one data.
    var escape: UInt8?
    /// Whether two quotes in a quoted field stand for one.
    var doublesQuotes = true
    /// Whether spaces behind a delimiter are no part of the field.
    var skipsInitialSpace = false
    /// The delimiter, if it is a character of several bytes.
    var wideDelimiter: Unicode.Scalar?

    /// The bytes of a delimiter.
    var delimiterLength: Int { wideDelimiter?.utf8.count ?? 1 }

    /// Whether the delimiter that starts with `first` stands at `index`.
    func isDelimiter(_ first: UInt8, _ bytes: Span<UInt8>, at index: Int, limit: Int) -> Bool {
      guard bytes[index] == first else { return false }
      guard let wideDelimiter else { return true }
      let utf8 = wideDelimiter.utf8
      guard limit - index >= utf8.count else { return false }
      for offset in 1..<utf8.count where bytes[index + offset] != utf8[offset] { return false }
      return true
    }
  }

  let delimiter: UInt8
  let quote: UInt8?
  /// The most fields that are put down; more are only counted.
  let fieldLimit: Int
  /// The record's first byte; line ends and records before it.
  let start: Int
  let line: Int
  let record: Int
  var grammar = Grammar()

  struct Outcome {
    /// The byte behind the record's last one.
    var end: Int
    /// The first byte of what follows.
    var next: Int
    /// Line ends from the record's start to `next`.
    var lineEnds: Int
    var fieldsFound: Int
    var fault: ScanOutput.Fault?
  }

  /// Returns what the record is, or `nil` when its end is not there yet and more may follow.
  ///
  /// Fields go behind the whole records' fields of `output`, at most `fieldLimit` of them.
  func parse(
    _ bytes: Span<UInt8>,
    limit: Int,
    isLast: Bool,
    into output: inout ScanOutput
  ) -> Outcome? {
    output.forgetUnfinished()
    var index = start
    var column = 0
    var lineEnds = 0
    while true {
      let field: Field
      if grammar.skipsInitialSpace, column > 0 {
        while index < limit, bytes[index] == ASCII.space { index += 1 }
      }
      if let quote, index < limit, bytes[index] == quote {
        let opening = index
        var holdsDoubled = false
        index += 1
        quoted: while true {
          guard index < limit else {
            guard isLast else { return nil }
            return unclosed(bytes, limit: limit, opening: opening, column: column)
          }
          var byte = bytes[index]
          if byte == grammar.escape, index + 1 < limit {
            index += 1
            byte = bytes[index]
          } else if byte == quote {
            guard grammar.doublesQuotes, index + 1 < limit, bytes[index + 1] == quote else {
              break quoted
            }
            holdsDoubled = true
            index += 2
            continue
          }
          if isLineEnd(byte, at: index, in: bytes, limit: limit) { lineEnds += 1 }
          index += 1
        }
        field = Field(start: opening + 1, length: index - opening - 1, isQuoted: true)
        index += 1
        // More of the delimiter may follow.
        if !isLast, limit - index < grammar.delimiterLength, index < limit { return nil }
        if index < limit, !isBreak(bytes, at: index, limit: limit) {
          return textBehindQuote(
            bytes,
            limit: limit,
            isLast: isLast,
            opening: opening,
            offset: index,
            column: column
          )
        }
        // What is escaped is decoded in one go, doubled quotes with it.
        if holdsDoubled, column < fieldLimit, grammar.escape == nil {
          output.doubled.append(ScanOutput.Doubled(field: output.fieldCount + column))
        }
      } else {
        let first = index
        while index < limit, !isBreak(bytes, at: index, limit: limit) {
          if bytes[index] == grammar.escape, index + 1 < limit {
            index += 1
            if isLineEnd(bytes[index], at: index, in: bytes, limit: limit) { lineEnds += 1 }
          }
          index += 1
        }
        field = Field(bareFrom: first, to: index)
      }
      if index == limit, !isLast { return nil }
      if column < fieldLimit { output.put(field, at: output.fieldCount + column) }
      column += 1
      if index < limit, grammar.isDelimiter(delimiter, bytes, at: index, limit: limit) {
        index += grammar.delimiterLength
        continue
      }
      let end = index
      let lineEnd = LineEnd.first(in: bytes, from: index, limit: limit)
      if lineEnd != nil { lineEnds += 1 }
      return Outcome(
        end: end,
        next: lineEnd?.next ?? limit,
        lineEnds: lineEnds,
        fieldsFound: column
      )
    }
  }

  /// The outcome when the quote at `opening` is the last one of the input.
  func unclosed(_ bytes: Span<UInt8>, limit: Int, opening: Int, column: Int) -> Outcome? {
    fault(
      bytes,
      limit: limit,
      isLast: true,
      opening: opening,
      offset: opening,
      column: column,
      message: "the quote that opens here is never closed"
    )
  }

  /// The outcome when the quoted field from `opening` is followed by the byte at `offset`.
  func textBehindQuote(
    _ bytes: Span<UInt8>,
    limit: Int,
    isLast: Bool,
    opening: Int,
    offset: Int,
    column: Int
  ) -> Outcome? {
    fault(
      bytes,
      limit: limit,
      isLast: isLast,
      opening: opening,
      offset: offset,
      column: column,
      message: "expected \(name(delimiter)) or a line end behind the closing quote"
    )
  }

  private func fault(
    _ bytes: Span<UInt8>,
    limit: Int,
    isLast: Bool,
    opening: Int,
    offset: Int,
    column: Int,
    message: String
  ) -> Outcome? {
    let lineEnd = LineEnd.first(in: bytes, from: opening, limit: limit)
    guard lineEnd != nil || isLast else { return nil }
    let end = lineEnd?.start ?? limit
    var before = 0
    for index in start..<opening
    where isLineEnd(bytes[index], at: index, in: bytes, limit: limit) {
      before += 1
    }
    let extent = RecordExtent(start: start, end: end, lineDelta: line, recordDelta: record)
    return Outcome(
      end: end,
      next: lineEnd?.next ?? limit,
      lineEnds: before + (lineEnd == nil ? 0 : 1),
      fieldsFound: column,
      fault: ScanOutput.Fault(
        extent: extent,
        column: column + 1,
        offset: offset,
        code: .quoteError,
        message: message
      )
    )
  }

  /// Whether a line ends with `byte`; of CRLF only the LF counts.
  private func isLineEnd(
    _ byte: UInt8,
    at index: Int,
    in bytes: Span<UInt8>,
    limit: Int
  ) -> Bool {
    if byte == ASCII.lineFeed { return true }
    guard byte == ASCII.carriageReturn else { return false }
    return index + 1 >= limit || bytes[index + 1] != ASCII.lineFeed
  }

  private func isBreak(_ bytes: Span<UInt8>, at index: Int, limit: Int) -> Bool {
    let byte = bytes[index]
    return byte == ASCII.lineFeed || byte == ASCII.carriageReturn
      || grammar.isDelimiter(delimiter, bytes, at: index, limit: limit)
  }

  private func name(_ byte: UInt8) -> String {
    switch byte {
    case ASCII.tab: "a tab"
    case ASCII.comma: "a comma"
    default: "'\(Character(grammar.wideDelimiter ?? Unicode.Scalar(byte)))'"
    }
  }
}

internal import FurrowCore

/// Finds records where a byte may escape a delimiter or quote, or quotes are never doubled.
///
/// Bit masks cannot tell such text apart, so it is read byte by byte.
struct EscapedScanner: RecordScanner {
  let delimiter: UInt8
  let quote: UInt8?
  let comment: UInt8?
  let columnCount: Int
  let grammar: CarefulRecord.Grammar
  var recordLimit = Int.max

  var position = 0
  var line = 0
  var record = 0

  init(_ dialect: Dialect, columnCount: Int) {
    delimiter = dialect.delimiter
    quote = dialect.quote
    comment = dialect.comment
    grammar = dialect.grammar
    self.columnCount = columnCount
  }

  mutating func scan(
    _ bytes: Span<UInt8>,
    limit available: Int,
    isLast: Bool,
    into output: inout ScanOutput
  ) {
    let isHalfLineEnd =
      !isLast && available > position && bytes[available - 1] == ASCII.carriageReturn
    let limit = isHalfLineEnd ? available - 1 : available
    defer { output.forgetUnfinished() }
    // Nobody looked at each byte yet.
    (output.sawHigh, output.sawNul) = (true, true)
    while position < limit, record < recordLimit {
      if let comment, bytes[position] == comment {
        guard skipComment(bytes, limit: limit, isLast: isLast) else { return }
        continue
      }
      guard hasRoom(in: output),
        let outcome = parse(bytes, limit: limit, isLast: isLast, into: &output)
      else { return }
      // What is escaped is decoded in one go, doubled quotes with it.
      if grammar.escape != nil { output.doubled.removeAll() }
      settle(outcome, in: &output)
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
}

extension Dialect {
  /// Whether the text can be read by bit masks.
  var isPlain: Bool { escapeByte == nil && (doublesQuotes || quote == nil) }

  var grammar: CarefulRecord.Grammar {
    CarefulRecord.Grammar(
      escape: escapeByte,
      doublesQuotes: doublesQuotes,
      skipsInitialSpace: skipsInitialSpace
    )
  }
}

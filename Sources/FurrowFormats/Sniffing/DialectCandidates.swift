internal import FurrowCore

/// The dialects that a sample may be written in, by the characters that stand in it.
struct DialectCandidates {
  private let bytes: ArraySlice<UInt8>
  private let known: Dialect

  /// Looks for them in `bytes`; what `known` says beyond delimiter, quote and escape holds for all.
  init(_ bytes: ArraySlice<UInt8>, known: Dialect) {
    self.bytes = bytes
    self.known = known
  }

  /// Every dialect worth a reading; the known one is among them and first.
  var all: [Dialect] {
    var found = [known]
    for delimiter in delimiters {
      for dialect in dialects(with: delimiter) where !found.contains(dialect) {
        found.append(dialect)
      }
    }
    return found
  }

  /// The known dialect with another delimiter, and each way to quote that there is a sign of.
  func dialects(with delimiter: UInt8) -> [Dialect] {
    var base = known
    base.delimiter = delimiter
    let marks = [ASCII.quote, UInt8(ascii: "'"), UInt8(ascii: "`")].filter { $0 != delimiter }
    let signs = marks.map { (mark: $0, signs: QuoteSigns($0, delimiter, in: bytes)) }
    var found: [Dialect] = []
    for (mark, signs) in signs where signs.opens > 0 && signs.closes > 0 {
      var dialect = base
      dialect.quote = mark
      found.append(dialect)
      if signs.escapes > 0 {
        dialect.escapeByte = ASCII.backslash
        found.append(dialect)
      }
      if signs.opensBehindBlank > 0 {
        dialect.skipsInitialSpace = true
        found.append(dialect)
        dialect.escapeByte = nil
        if signs.escapes > 0 { found.append(dialect) }
      }
    }
    let isQuoted = signs.first.map { $0.signs.opens > 0 && $0.signs.closes > 0 } ?? false
    if !isQuoted {
      // Without a sign of quotes a table with tabs is literal, others are as RFC 4180 has them.
      base.quote = delimiter == ASCII.tab ? nil : ASCII.quote
      found.append(base)
      if signs.contains(where: { $0.mark == ASCII.quote && $0.signs.opens > 0 }) {
        base.quote = nil
        found.append(base)
      }
    }
    return found
  }

  /// The bytes that may stand between fields: each is on a good part of the lines.
  private var delimiters: [UInt8] {
    var lines = 1
    var lineOf = [Int](repeating: 0, count: 256)
    var counts = [Int](repeating: 0, count: 256)
    for byte in bytes {
      if byte == ASCII.lineFeed || byte == ASCII.carriageReturn {
        lines += 1
      } else if lineOf[Int(byte)] != lines {
        lineOf[Int(byte)] = lines
        counts[Int(byte)] += 1
      }
    }
    return Self.possible.filter { counts[Int($0)] * 5 >= lines && counts[Int($0)] > 0 }
  }

  /// What is met as a delimiter, the usual ones first.
  static let possible: [UInt8] =
    [ASCII.comma, UInt8(ascii: ";"), ASCII.tab, UInt8(ascii: "|"), 0x1F, 0x01]
    + Array(":~^ #&*@!%/\\=+".utf8)
}

/// How often a quote stands where one opens or closes a field.
private struct QuoteSigns {
  private(set) var opens = 0
  private(set) var opensBehindBlank = 0
  private(set) var closes = 0
  private(set) var escapes = 0

  init(_ mark: UInt8, _ delimiter: UInt8, in bytes: ArraySlice<UInt8>) {
    func isBreak(_ byte: UInt8) -> Bool {
      byte == delimiter || byte == ASCII.lineFeed || byte == ASCII.carriageReturn
    }
    for index in bytes.indices where bytes[index] == mark {
      let before = index > bytes.startIndex ? bytes[index - 1] : ASCII.lineFeed
      let behind = index + 1 < bytes.endIndex ? bytes[index + 1] : ASCII.lineFeed
      if isBreak(before) { opens += 1 }
      if isBreak(behind) { closes += 1 }
      if before == ASCII.backslash { escapes += 1 }
      if before == ASCII.space, delimiter != ASCII.space, index - 1 > bytes.startIndex,
        bytes[index - 2] == delimiter
      {
        (opens, opensBehindBlank) = (opens + 1, opensBehindBlank + 1)
      }
    }
  }
}

internal import CScan
internal import FurrowCore

/// Writes records so that a reader of the same dialect finds the same values.
///
/// - With a quote: NULL is bare, and a value is quoted when it would be read as something else bare.
/// - With backslash escapes and no quote: NULL is `\N`, and no byte is in the way.
/// - With neither: NULL is written like the empty text, and what cannot be written is a fault.
struct DelimitedEncoder: RecordEncoder {
  let dialect: Dialect
  let style: DelimitedStyle
  var counts = WriteCounts()

  /// What NULL is written as.
  private let null: [UInt8]
  private let tokens: [[UInt8]]
  /// Whether a bare value may still be read as something else: a NULL token, a comment.
  private let hasSpecialWords: Bool
  /// Whether numbers and BLOBs may hold the delimiter or the quote.
  private let hasOddDelimiter: Bool
  /// Whether nothing was written yet: the place where a byte order mark would be taken off.
  private var isAtStart = true

  init(dialect: Dialect, style: DelimitedStyle) {
    self.dialect = dialect
    self.style = style
    tokens = dialect.nullTokens.map { Array($0.utf8) }.filter { !$0.isEmpty }
    null = tokens.first ?? (dialect.escape == .backslash ? Array("\\N".utf8) : [])
    hasSpecialWords = !tokens.isEmpty || dialect.comment != nil
    hasOddDelimiter = [dialect.delimiter, dialect.quote].contains {
      guard let byte = $0 else { return false }
      return Unicode.Scalar(byte).properties.isAlphabetic || "0123456789+-./=".utf8.contains(byte)
    }
  }

  mutating func begin(_ names: [String], _ buffer: inout OutputBuffer) throws(FieldFault) {
    if style.hasByteOrderMark {
      buffer.append(byteOrderMark.span)
      isAtStart = false
    }
    guard dialect.hasHeader else { return }
    for (column, name) in names.enumerated() {
      if column > 0 { appendDelimiter(to: &buffer) }
      if names.count == 1, name.isEmpty, dialect.quote == nil {
        throw FieldFault(
          column: 0,
          message:
            "a single column without a name makes a blank line of the header; use csv, or --no-header"
        )
      }
      let bytes = Array(name.utf8)
      try appendText(bytes.span, in: bytes.indices, column: column, to: &buffer)
    }
    appendLineEnd(to: &buffer)
    counts = WriteCounts()
  }

  func end(_ buffer: inout OutputBuffer) {}

  mutating func append(
    _ fields: Range<Int>,
    of batch: borrowing RecordBatch,
    to buffer: inout OutputBuffer
  ) throws(FieldFault) {
    let bytes = batch.bytes.span
    for index in fields {
      let column = index - fields.lowerBound
      if column > 0 { appendDelimiter(to: &buffer) }
      let field = batch.fields[index]
      switch field.kind {
      case .null:
        buffer.append(null.span)
        if dialect.quote == nil, dialect.escape == .none { counts.indistinctNulls += 1 }
      case .text:
        let range = Int(field.start)..<field.end
        try appendText(bytes, in: range, column: column, to: &buffer)
      case .integer, .real, .blob:
        let start = buffer.count
        appendTyped(field, value: batch.values, at: index, bytes: bytes, to: &buffer)
        let isQuoted =
          style.quoting == .all || field.kind == .blob && style.quoting == .nonnumeric
        if hasOddDelimiter || hasSpecialWords || start == buffer.count || isQuoted {
          try encodeAgain(from: start, column: column, isQuoted: isQuoted, in: &buffer)
        }
      }
    }
    appendLineEnd(to: &buffer)
  }

  private func appendTyped(
    _ field: Field,
    value values: [UInt64],
    at index: Int,
    bytes: Span<UInt8>,
    to buffer: inout OutputBuffer
  ) {
    switch field.kind {
    case .integer: buffer.append(Int64(bitPattern: values[index]))
    case .real:
      let value = Double(bitPattern: values[index])
      if value.isFinite { buffer.append(value) } else { buffer.append(nonFiniteWord(value)) }
    default: style.blob.append(bytes.extracting(Int(field.start)..<field.end), to: &buffer)
    }
  }

  /// The words of Table Schema's type `number`, which it is read back by.
  /// <https://datapackage.org/standard/table-schema/#number>
  private func nonFiniteWord(_ value: Double) -> String {
    value.isNaN ? "NaN" : value < 0 ? "-INF" : "INF"
  }

  /// Treats what was appended from `start` on as any text.
  private mutating func encodeAgain(
    from start: Int,
    column: Int,
    isQuoted: Bool,
    in buffer: inout OutputBuffer
  ) throws(FieldFault) {
    let text = (start..<buffer.count).map { buffer.byte(at: $0) }
    buffer.truncate(to: start)
    try appendText(text.span, in: text.indices, column: column, isQuoted: isQuoted, to: &buffer)
  }

  /// Appends a value of type text, or a name.
  private mutating func appendText(
    _ bytes: Span<UInt8>,
    in range: Range<Int>,
    column: Int,
    to buffer: inout OutputBuffer
  ) throws(FieldFault) {
    let isQuoted = style.quoting != .minimal
    guard style.defusesFormulas, isFormula(bytes, range) else {
      return try appendText(bytes, in: range, column: column, isQuoted: isQuoted, to: &buffer)
    }
    var text: [UInt8] = [UInt8(ascii: "'")]
    for index in range { text.append(bytes[index]) }
    try appendText(text.span, in: text.indices, column: column, isQuoted: isQuoted, to: &buffer)
  }

  private mutating func appendText(
    _ bytes: Span<UInt8>,
    in range: Range<Int>,
    column: Int,
    isQuoted: Bool,
    to buffer: inout OutputBuffer
  ) throws(FieldFault) {
    if isAtStart { appendByteOrderMark(before: bytes, in: range, to: &buffer) }
    if dialect.escape == .backslash {
      return try appendEscaped(bytes, in: range, column: column, to: &buffer)
    }
    if isQuoted, let quote = dialect.quote {
      return appendQuoted(bytes, in: range, quote: quote, to: &buffer)
    }
    let start = buffer.count
    let plain = buffer.append(
      bytes,
      in: range,
      until: FURROW_STOP_FIELD,
      dialect.delimiter,
      dialect.quote ?? dialect.delimiter
    ).plain
    if dialect.wideDelimiter != nil, plain < range.count {
      return try appendBesideWide(bytes, in: range, from: start, column: column, to: &buffer)
    }
    guard let quote = dialect.quote else {
      guard plain == range.count else { throw fault(bytes[range.lowerBound + plain], column) }
      return try settleBare(from: start, column: column, in: &buffer)
    }
    guard plain == range.count, plain > 0, !hasSpecialWords || isPlainWord(start, column, buffer)
    else {
      buffer.truncate(to: start)
      return appendQuoted(bytes, in: range, quote: quote, to: &buffer)
    }
  }

  @inline(__always)
  private func appendDelimiter(to buffer: inout OutputBuffer) {
    buffer.append(dialect.delimiter)
    if let wide = dialect.wideDelimiter {
      for byte in wide.utf8.dropFirst() { buffer.append(byte) }
    }
  }

  /// Writes a text that holds a line end, a quote, or the first byte of a delimiter of several, which
  /// other characters begin with, too.
  private mutating func appendBesideWide(
    _ bytes: Span<UInt8>,
    in range: Range<Int>,
    from start: Int,
    column: Int,
    to buffer: inout OutputBuffer
  ) throws(FieldFault) {
    buffer.truncate(to: start)
    let fault = range.first { index in
      let byte = bytes[index]
      return byte == ASCII.lineFeed || byte == ASCII.carriageReturn || byte == dialect.quote
        || dialect.grammar.isDelimiter(dialect.delimiter, bytes, at: index, limit: range.upperBound)
    }
    if let quote = dialect.quote, fault != nil || hasSpecialWords {
      return appendQuoted(bytes, in: range, quote: quote, to: &buffer)
    }
    if let fault { throw self.fault(bytes[fault], column) }
    buffer.append(bytes.extracting(range))
    if dialect.quote == nil { try settleBare(from: start, column: column, in: &buffer) }
  }

  /// Whether a spreadsheet may take a text for a formula; a negative number in figures is none.
  private func isFormula(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard let first = range.first else { return false }
    switch bytes[first] {
    case UInt8(ascii: "="), ASCII.plus, UInt8(ascii: "@"), ASCII.tab, ASCII.carriageReturn:
      return true
    case ASCII.minus:
      return NumberText.real(bytes.extracting(range))?.isFinite != true
    default: return false
    }
  }

  private func appendQuoted(
    _ bytes: Span<UInt8>,
    in range: Range<Int>,
    quote: UInt8,
    to buffer: inout OutputBuffer
  ) {
    buffer.append(quote)
    var next = range.lowerBound
    while true {
      next +=
        buffer.append(bytes, in: next..<range.upperBound, until: FURROW_STOP_QUOTE, quote, quote)
        .plain
      guard next < range.upperBound else { break }
      buffer.append(quote)
      buffer.append(quote)
      next += 1
    }
    buffer.append(quote)
  }

  /// Writes `\t`, `\n`, `\r` and `\\`, and quotes what holds the delimiter all the same.
  private mutating func appendEscaped(
    _ bytes: Span<UInt8>,
    in range: Range<Int>,
    column: Int,
    to buffer: inout OutputBuffer
  ) throws(FieldFault) {
    let start = buffer.count
    var needsQuotes = false
    for index in range {
      let byte = bytes[index]
      switch byte {
      case ASCII.tab: buffer.append(ASCII.backslash, UInt8(ascii: "t"))
      case ASCII.lineFeed: buffer.append(ASCII.backslash, UInt8(ascii: "n"))
      case ASCII.carriageReturn: buffer.append(ASCII.backslash, UInt8(ascii: "r"))
      case ASCII.backslash: buffer.append(ASCII.backslash, ASCII.backslash)
      default:
        let isDelimiter = dialect.grammar.isDelimiter(
          dialect.delimiter,
          bytes,
          at: index,
          limit: range.upperBound
        )
        if isDelimiter || byte == dialect.quote { needsQuotes = true }
        buffer.append(byte)
      }
    }
    guard let quote = dialect.quote else {
      if needsQuotes { throw fault(dialect.delimiter, column) }
      return try settleBare(from: start, column: column, in: &buffer)
    }
    guard needsQuotes || hasSpecialWords && !isPlainWord(start, column, buffer) else { return }
    let text = (start..<buffer.count).map { buffer.byte(at: $0) }
    buffer.truncate(to: start)
    appendQuoted(text.span, in: text.indices, quote: quote, to: &buffer)
  }

  /// Counts or refuses a bare text that will be read as something else, where quotes are not allowed.
  private mutating func settleBare(
    from start: Int,
    column: Int,
    in buffer: inout OutputBuffer
  ) throws(FieldFault) {
    if start == buffer.count {
      if dialect.escape == .none { counts.indistinctTexts += 1 }
    } else if hasSpecialWords {
      if column == 0, buffer.byte(at: start) == dialect.comment {
        throw FieldFault(column: column, message: "the record would be read as a comment")
      }
      guard isPlainWord(start, column, buffer) else {
        throw FieldFault(
          column: column,
          message: "the value would be read as NULL, which is written so; choose another --null"
        )
      }
    }
  }

  /// Whether the text from `start` on is neither a NULL token nor starts a comment.
  private func isPlainWord(_ start: Int, _ column: Int, _ buffer: borrowing OutputBuffer) -> Bool {
    let count = buffer.count - start
    if column == 0, count > 0, buffer.byte(at: start) == dialect.comment { return false }
    return !tokens.contains { token in
      token.count == count && token.indices.allSatisfy { buffer.byte(at: start + $0) == token[$0] }
    }
  }

  /// A reader takes one mark off, so a text that starts with one gets another in front.
  private mutating func appendByteOrderMark(
    before bytes: Span<UInt8>,
    in range: Range<Int>,
    to buffer: inout OutputBuffer
  ) {
    isAtStart = false
    let mark = byteOrderMark
    guard buffer.count == 0, range.count >= 3,
      mark.indices.allSatisfy({ bytes[range.lowerBound + $0] == mark[$0] })
    else { return }
    buffer.append(mark.span)
  }

  private var byteOrderMark: [UInt8] { [0xEF, 0xBB, 0xBF] }

  private func appendLineEnd(to buffer: inout OutputBuffer) {
    if style.lineEnding == .crlf { buffer.append(ASCII.carriageReturn) }
    buffer.append(ASCII.lineFeed)
  }

  private func fault(_ byte: UInt8, _ column: Int) -> FieldFault {
    let found =
      switch byte {
      case ASCII.tab: "a tab"
      case ASCII.lineFeed, ASCII.carriageReturn: "a line end"
      default: "the delimiter"
      }
    let way = dialect.delimiter == ASCII.tab || byte != dialect.delimiter
    let advice = way ? "--escape backslash" : "--quote"
    return FieldFault(
      column: column,
      message: "the value holds \(found), which cannot be written here; use \(advice)"
    )
  }
}

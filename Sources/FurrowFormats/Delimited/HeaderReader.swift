internal import FurrowCore

/// What happens once, before the first record: byte order mark, skipped lines, header.
struct HeaderReader {
  var source: any ByteSource
  /// The first bytes of the source, 64 more than were read.
  private(set) var bytes: [UInt8] = []
  /// The first byte behind the header, and the line it stands on.
  private(set) var position = 0
  private(set) var line = 1
  private(set) var isAtEnd = false
  /// The header record's bytes with its line end, and the line it stands on.
  private(set) var header: [UInt8] = []
  private(set) var headerLine = 1

  private let dialect: Dialect
  private let blockBytes: Int
  private let limit: Int

  init(
    _ source: any ByteSource,
    dialect: Dialect,
    blockBytes: Int,
    limit: Int
  )
    throws(ReadFailure)
  {
    self.source = source
    self.dialect = dialect
    self.limit = limit
    self.blockBytes = min(max(blockBytes, 4), 64 << 10)
    try readMore(self.blockBytes)
    if bytes.isEmpty, !keepsAll {
      throw failure("expected a header or records, found no bytes at all")
    }
    try passByteOrderMark()
    for _ in 0..<dialect.skippedLines {
      guard let end = try lineEnd() else {
        throw failure(
          "expected \(Amount.of(dialect.skippedLines, "line")) to skip, found \(line - 1)"
        )
      }
      position = end.next
      line += 1
    }
  }

  /// Bytes of the record behind a header that is kept as it stands, which are looked at.
  private static let followerBytes = 1 << 20

  /// Whether even text without a record is taken as it stands, and a header whose quotes are at fault.
  private var keepsAll: Bool { dialect.keepsFaulty }

  /// No database that is written to has tables as wide. <https://www.sqlite.org/limits.html>
  static let maximumColumns = 100_000

  /// Reads the header, or looks at the first record when there is none.
  mutating func readNames() throws(ReadFailure) -> HeaderNames {
    if !dialect.hasHeader, !dialect.columns.isEmpty { return named(dialect.columns) }
    let start = (position, line)
    if keepsAll {
      try passBlanksAndComments()
      if position == bytes.count { return HeaderNames([]) }
      (position, line) = start
    }
    guard dialect.hasHeader else {
      // What was passed is data of a file with one column, and passed again in any other.
      defer { (position, line) = start }
      let (_, fields) = try nextRecord()
      return HeaderNames((1...fields.count).map { "column\($0)" })
    }
    let before = position
    let names = named(try readLabels())
    if dialect.isHeaderStrict, let renaming = names.renamings.first {
      (position, line) = (before, headerLine)
      throw failure(
        renaming.first.map {
          "field \"\(renaming.old)\": column \(renaming.column) has the name of column \($0)"
        } ?? "column \(renaming.column) has no name"
      )
    }
    return dialect.columns.isEmpty ? names : named(dialect.columns)
  }

  private func named(_ labels: [String]) -> HeaderNames {
    HeaderNames(labels, allowsBlank: dialect.allowsBlankName)
  }

  /// Reads the header's records and goes behind them.
  ///
  /// The names of several are joined; the last one of a short record goes on to the right.
  private mutating func readLabels() throws(ReadFailure) -> [String] {
    var rows: [[String]] = []
    var first: Int?
    for row in 1...max(1, dialect.headerRows.max() ?? 1) {
      let (outcome, fields) = try nextRecord()
      if first == nil { first = position }
      headerLine = line
      if dialect.headerRows.contains(row) {
        rows.append(try fields.map { field throws(ReadFailure) in try label(field) })
      }
      position = outcome.next
      line += outcome.lineEnds
    }
    for _ in 0..<dialect.passedRecords {
      let (outcome, _) = try nextRecord()
      position = outcome.next
      line += outcome.lineEnds
    }
    header = Array(bytes[(first ?? position)..<position])
    if rows.count == 1 { return rows[0] }
    return (0..<(rows.map(\.count).max() ?? 0)).map { column in
      let parts = rows.map { $0.indices.contains(column) ? $0[column] : $0.last ?? "" }
      return parts.filter { !$0.isEmpty }.joined(separator: dialect.headerJoin)
    }
  }

  /// The next record, not yet gone behind.
  private mutating func nextRecord() throws(ReadFailure) -> (CarefulRecord.Outcome, [Field]) {
    try passBlanksAndComments()
    // The record before may end where a block does.
    while position == bytes.count, !isAtEnd {
      try readMore(blockBytes)
      try passBlanksAndComments()
    }
    guard position < bytes.count else {
      throw failure("expected a header or records, found none")
    }
    let (outcome, fields) = try record()
    guard outcome.fieldsFound <= Self.maximumColumns else {
      throw failure(
        "\(outcome.fieldsFound) columns, and \(Self.maximumColumns) is the most that is read"
      )
    }
    return (outcome, fields)
  }

  private mutating func record() throws(ReadFailure) -> (CarefulRecord.Outcome, [Field]) {
    while true {
      var output = ScanOutput(
        fields: [Field](repeating: Field(start: 0, length: 0), count: bytes.count + 1),
        extents: []
      )
      let careful = careful(at: position, fieldLimit: bytes.count + 1)
      let isCut = !isAtEnd && bytes.last == ASCII.carriageReturn
      if let outcome = careful.parse(
        bytes.span,
        limit: bytes.count - (isCut ? 1 : 0),
        isLast: isAtEnd,
        into: &output
      ) {
        if keepsAll {
          if let found = loose(outcome, &output) { return found }
          try readMore(bytes.count)
          continue
        }
        if let fault = outcome.fault {
          let place = dialect.hasHeader ? "the header" : "the first record"
          throw failure("column \(outcome.fieldsFound + 1) of \(place): \(fault.message)")
        }
        return (outcome, Array(output.fields[..<outcome.fieldsFound]))
      }
      if bytes.count >= limit { throw failure("expected a header within \(limit) bytes") }
      try readMore(bytes.count)
    }
  }

  /// The header as it stands, though its quotes are at fault or its delimiter is another: in as many
  /// fields as the record behind it has, if it can be read so; `nil` when the end of that one is not there yet.
  private func loose(
    _ found: CarefulRecord.Outcome,
    _ output: inout ScanOutput
  ) -> (CarefulRecord.Outcome, [Field])? {
    var outcome = found
    let careful = careful(at: outcome.next, fieldLimit: 0)
    var next = ScanOutput(fields: [], extents: [])
    // What is looked at does not depend on how much was read; a quote that never closes ends the look.
    let end = outcome.next + Self.followerBytes
    let follower = careful.parse(
      bytes.span,
      limit: min(bytes.count, end),
      isLast: isAtEnd && bytes.count <= end,
      into: &next
    )
    if follower == nil, !isAtEnd, bytes.count < min(end, limit) { return nil }
    let columnCount = follower?.fault == nil ? follower?.fieldsFound ?? 0 : 0
    outcome.fault = nil
    if found.fault != nil, let quote = dialect.quote {
      var loose = LooseRecord(
        bytes.span,
        position..<outcome.end,
        delimiter: dialect.delimiter,
        quote: quote,
        grammar: dialect.grammar,
        columnCount: columnCount
      )
      outcome.fieldsFound = loose.read(into: &output)
    } else if outcome.fieldsFound != columnCount {
      let record = self.careful(at: position, fieldLimit: bytes.count + 1)
      let other = OtherDelimiter(record, columnCount: columnCount)
      if other.read(bytes.span, to: outcome.end, into: &output) {
        outcome.fieldsFound = columnCount
      } else {
        _ = record.parse(bytes.span, limit: outcome.end, isLast: true, into: &output)
      }
    }
    return (outcome, Array(output.fields[..<outcome.fieldsFound]))
  }

  private func careful(at start: Int, fieldLimit: Int) -> CarefulRecord {
    CarefulRecord(
      delimiter: dialect.delimiter,
      quote: dialect.quote,
      fieldLimit: fieldLimit,
      start: start,
      line: line,
      record: 0,
      grammar: dialect.grammar
    )
  }

  private func label(_ field: Field) throws(ReadFailure) -> String {
    let raw = bytes[Int(field.start)..<field.end]
    if raw.contains(ASCII.nul) { throw failure("expected names, found a NUL byte in the header") }
    let text = String(decoding: raw, as: UTF8.self)
    guard text.utf8.elementsEqual(raw) else {
      throw failure("expected names in UTF-8, found other bytes in the header: \"\(text)\"")
    }
    var decoded = Array(raw)
    if let escape = dialect.escapeByte {
      let quote = field.isQuoted && dialect.doublesQuotes ? dialect.quote : nil
      decoded.removeAll()
      _ = FieldDecoding.takeEscapes(of: raw.span, escape: escape, quote: quote, into: &decoded)
    } else if let quote = dialect.quote, field.isQuoted, dialect.doublesQuotes {
      decoded.removeAll()
      FieldDecoding.appendUndoubled(raw.span, quote: quote, to: &decoded)
    }
    if dialect.escape == .backslash {
      var unescaped: [UInt8] = []
      if case .unknown = FieldDecoding.unescape(decoded.span, into: &unescaped) {
        throw failure("the header holds an unknown escape: \"\(text)\"")
      }
      decoded = unescaped
    }
    let kept = dialect.trims ? WhiteSpace.trimmedRange(decoded.span) : decoded.indices
    return String(decoding: decoded[kept], as: UTF8.self)
  }

  private mutating func passByteOrderMark() throws(ReadFailure) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw failure(
        "expected UTF-8, found UTF-16; convert the file first (iconv -f UTF-16 -t UTF-8)"
      )
    }
  }

  private mutating func passBlanksAndComments() throws(ReadFailure) {
    while position < bytes.count {
      let first = bytes[position]
      let isBlank = first == ASCII.lineFeed || first == ASCII.carriageReturn
      guard isBlank || first == dialect.comment else { return }
      guard let end = try lineEnd() else {
        position = bytes.count
        return
      }
      position = end.next
      line += 1
    }
  }

  /// The line end behind `position`, or `nil` when the source ends before one.
  private mutating func lineEnd() throws(ReadFailure) -> LineEnd? {
    while true {
      let isCut = !isAtEnd && bytes.last == ASCII.carriageReturn
      let known = bytes.count - (isCut ? 1 : 0)
      if let end = LineEnd.first(in: bytes.span, from: position, limit: known) {
        if end.next == bytes.count, !isAtEnd { try readMore(blockBytes) }
        return end
      }
      if isAtEnd { return nil }
      if bytes.count >= limit { throw failure("expected a line end within \(limit) bytes") }
      try readMore(bytes.count)
    }
  }

  private mutating func readMore(_ count: Int) throws(ReadFailure) {
    let known = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: count))
    let found = try source.readFully(into: &bytes, range: known..<bytes.count)
    isAtEnd = found < count
    bytes.removeLast(count - found)
  }

  private func failure(_ message: String) -> ReadFailure {
    ReadFailure(
      path: source.path,
      position: SourcePosition(line: line, byte: position),
      message: message
    )
  }
}

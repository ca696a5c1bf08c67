package import FurrowCore

extension Dialect {
  /// Makes the dialect that a Table Dialect says text of `format` is written in.
  ///
  /// <https://datapackage.org/standard/table-dialect/>; what has no meaning in the format is passed
  /// over, as the standard asks.
  /// - Throws: ``DocumentError`` when a property is no value of its kind, or cannot be done here.
  package init(
    _ descriptor: JSONCursor,
    format: FileFormat
  ) throws(DocumentError) {
    self = format == .tsv ? .tsv : .csv
    let descriptor = try Self.described(by: descriptor)
    if format == .json || format == .ndjson {
      try readStructured(descriptor, format)
      return
    }
    if let text = descriptor["delimiter"] { separate(by: try text.character()) }
    try readQuoting(descriptor)
    if let text = descriptor["commentChar"] { comment = try text.byte() }
    if let text = descriptor["nullSequence"] { nullTokens = [try text.string()] }
    if let flag = descriptor["skipInitialSpace"] { skipsInitialSpace = try flag.bool() }
    if let flag = descriptor["header"] { hasHeader = try flag.bool() }
    try readRows(comments: descriptor["commentRows"], header: descriptor["headerRows"])
    if let text = descriptor["headerJoin"] { headerJoin = try text.string() }
    if let text = descriptor["lineTerminator"], !["\n", "\r\n", "\r"].contains(try text.string()) {
      throw text.expected("\\n, \\r\\n or \\r, each of which ends a line whatever stands here")
    }
    try checkBytes(descriptor)
  }

  private mutating func readQuoting(_ descriptor: JSONCursor) throws(DocumentError) {
    if let text = descriptor["quoteChar"] {
      let isNone = text.value == .null || text.value == .string("")
      quote = isNone ? nil : try text.byte()
    }
    if let flag = descriptor["doubleQuote"] {
      doublesQuotes = try flag.bool()
      // Without quotes there is nothing to double.
      if quote == nil { doublesQuotes = true }
    }
    if let text = descriptor["escapeChar"], text.value != .null {
      escapeByte = try text.byte()
      // A quote that escapes itself is a doubled quote.
      if escapeByte == quote { (escapeByte, doublesQuotes) = (nil, true) }
    }
  }

  /// Tells which rows name the columns, and which are passed over: those before the header, which may be
  /// no records, and records right behind it.
  private mutating func readRows(
    comments: JSONCursor?,
    header: JSONCursor?
  ) throws(DocumentError) {
    var numbers: Set<Int> = []
    if let comments {
      numbers = Set(try comments.items().map { row throws(DocumentError) in try row.rowNumber() })
    }
    while numbers.remove(skippedLines + 1) != nil { skippedLines += 1 }
    if let header {
      headerRows = try header.items().map { row throws(DocumentError) in
        let number = try row.rowNumber()
        guard number > skippedLines, !numbers.contains(number) else {
          throw row.expected("a row that is not one of commentRows")
        }
        return number - skippedLines
      }
      if headerRows.isEmpty { throw header.expected("at least one row, or \"header\": false") }
      if !hasHeader { throw header.expected("none beside \"header\": false") }
    }
    // What stands between the rows of a header is passed over anyhow.
    let last = skippedLines + (hasHeader ? headerRows.max() ?? 1 : 0)
    numbers = numbers.filter { $0 > last }
    if hasHeader { while numbers.remove(last + passedRecords + 1) != nil { passedRecords += 1 } }
    guard let comments, !numbers.isEmpty else { return }
    throw comments.expected(
      "rows before the header or right behind it, since no others are passed over"
    )
  }

  /// The properties themselves, which version 1 may have one level deeper, beside its number.
  ///
  /// Of those that version 2 has no more, `caseSensitiveHeader` decides nothing: names are compared as
  /// they are written.
  private static func described(by document: JSONCursor) throws(DocumentError) -> JSONCursor {
    _ = try document.keys()
    if let version = document["csvddfVersion"] { try version.checkVersion() }
    if let flag = document["caseSensitiveHeader"] { _ = try flag.bool() }
    guard let inner = document["dialect"] else { return document }
    _ = try inner.keys()
    return inner
  }

  /// Two meanings of one byte would be a guess.
  private func checkBytes(_ descriptor: JSONCursor) throws(DocumentError) {
    let meanings: [(key: String, byte: UInt8?)] = [
      ("delimiter", delimiter), ("quoteChar", quote), ("escapeChar", escapeByte),
      ("commentChar", comment),
    ]
    for (index, one) in meanings.enumerated() {
      for other in meanings[(index + 1)...] where one.byte != nil && one.byte == other.byte {
        throw (descriptor[other.key] ?? descriptor[one.key] ?? descriptor)
          .expected("another character than that of \(one.key)")
      }
    }
  }

  private mutating func readStructured(
    _ descriptor: JSONCursor,
    _ format: FileFormat
  ) throws(DocumentError) {
    for key in ["property", "itemKeys"] {
      if let value = descriptor[key] {
        throw value.expected("no \(key), since the records of JSON are read from its root")
      }
    }
    if let type = descriptor["itemType"] {
      let name = try type.string()
      guard name == "object" || format == .json && name == "array" else {
        throw type.expected(format == .json ? "object or array" : "object, which each line holds")
      }
    }
    if let flag = descriptor["header"] { hasHeader = try flag.bool() }
    if let rows = descriptor["headerRows"] {
      let numbers = try rows.items().map { row throws(DocumentError) in try row.rowNumber() }
      guard numbers == [1] else { throw rows.expected("[1], since the first array has the names") }
    }
  }
}

extension Dialect {
  /// The dialect as a Table Dialect, with what is not RFC 4180's only.
  ///
  /// <https://datapackage.org/standard/table-dialect/>. Read back it is the same dialect, but for what
  /// the standard has no word for: NULLs among quoted fields, strict headers, trimming.
  package var descriptor: JSONValue {
    var members = [
      JSONValue.Member("$schema", "https://datapackage.org/profiles/2.0/tabledialect.json"),
      JSONValue.Member(
        "delimiter",
        .string(wideDelimiter.map { String($0) } ?? Self.text(delimiter))
      ),
      JSONValue.Member("quoteChar", quote.map { .string(Self.text($0)) } ?? .null),
      JSONValue.Member("doubleQuote", .bool(doublesQuotes && quote != nil)),
    ]
    if let escapeByte {
      members.append(JSONValue.Member("escapeChar", .string(Self.text(escapeByte))))
    }
    if skipsInitialSpace { members.append(JSONValue.Member("skipInitialSpace", .bool(true))) }
    members.append(JSONValue.Member("header", .bool(hasHeader)))
    let last = skippedLines + (hasHeader ? headerRows.max() ?? 1 : 0)
    let comments = Array(1..<skippedLines + 1) + Array(last + 1..<last + passedRecords + 1)
    if !comments.isEmpty {
      members.append(JSONValue.Member("commentRows", .array(comments.map(JSONValue.integer))))
    }
    if hasHeader, headerRows != [1] || skippedLines > 0 {
      let rows = headerRows.map { JSONValue.integer($0 + skippedLines) }
      members.append(JSONValue.Member("headerRows", .array(rows)))
      if headerRows.count > 1 {
        members.append(JSONValue.Member("headerJoin", .string(headerJoin)))
      }
    }
    if let comment { members.append(JSONValue.Member("commentChar", .string(Self.text(comment)))) }
    if let token = nullTokens.first, nullTokens.count == 1 {
      members.append(JSONValue.Member("nullSequence", .string(token)))
    }
    return .object(members)
  }

  private static func text(_ byte: UInt8) -> String { String(Character(Unicode.Scalar(byte))) }
}

extension JSONCursor {
  /// The one character of a string, which may stand in the middle of a line.
  fileprivate func character() throws(DocumentError) -> Unicode.Scalar {
    let text = Array(try string().unicodeScalars)
    guard text.count == 1, !["\0", "\n", "\r"].contains(text[0]) else {
      throw expected("one character that ends no line")
    }
    return text[0]
  }

  fileprivate func checkVersion() throws(DocumentError) {
    let isFirst =
      switch value {
      case .integer(let number): number == 1
      case .number(let number): number >= 1 && number < 2
      case .string(let text): text == "1" || text.hasPrefix("1.")
      default: false
      }
    guard isFirst else { throw expected("a version of CSV Dialect, which are 1.0 to 1.2") }
  }

  fileprivate func rowNumber() throws(DocumentError) -> Int {
    guard case .integer(let number) = value, (1...100_000).contains(number) else {
      throw expected("the number of a row, counted from 1")
    }
    return number
  }

  /// The byte of a string of one ASCII character that may stand in the middle of a line.
  fileprivate func byte() throws(DocumentError) -> UInt8 {
    let text = Array(try string().utf8)
    guard text.count == 1, text[0] < 0x80, text[0] != ASCII.nul, text[0] != ASCII.lineFeed,
      text[0] != ASCII.carriageReturn
    else { throw expected("one ASCII character that ends no line") }
    return text[0]
  }
}

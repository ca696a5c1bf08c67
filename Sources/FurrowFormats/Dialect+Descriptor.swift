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
    _ = try descriptor.keys()
    if format == .json || format == .ndjson {
      try checkStructured(descriptor)
      return
    }
    if let text = descriptor["delimiter"] { separate(by: try text.character()) }
    try readQuoting(descriptor)
    if let text = descriptor["commentChar"] { comment = try text.byte() }
    if let text = descriptor["nullSequence"] { nullTokens = [try text.string()] }
    if let flag = descriptor["skipInitialSpace"] { skipsInitialSpace = try flag.bool() }
    if let flag = descriptor["header"] { hasHeader = try flag.bool() }
    if let rows = descriptor["headerRows"] { try readHeaderRows(rows) }
    if let text = descriptor["headerJoin"] { headerJoin = try text.string() }
    if let text = descriptor["lineTerminator"], !["\n", "\r\n", "\r"].contains(try text.string()) {
      throw text.expected("\\n, \\r\\n or \\r, each of which ends a line whatever stands here")
    }
    if let rows = descriptor["commentRows"], try !rows.items().isEmpty {
      throw rows.expected("none, since rows are passed over by commentChar or headerRows only")
    }
    try checkBytes(descriptor)
  }

  private mutating func readQuoting(_ descriptor: JSONCursor) throws(DocumentError) {
    if let text = descriptor["quoteChar"] {
      let isNone = text.value == .null || text.value == .string("")
      quote = isNone ? nil : try text.byte()
    }
    if let flag = descriptor["doubleQuote"] { doublesQuotes = try flag.bool() }
    if let text = descriptor["escapeChar"], text.value != .null {
      escapeByte = try text.byte()
      // A quote that escapes itself is a doubled quote.
      if escapeByte == quote { (escapeByte, doublesQuotes) = (nil, true) }
    }
  }

  private mutating func readHeaderRows(_ rows: JSONCursor) throws(DocumentError) {
    headerRows = try rows.items().map { row throws(DocumentError) in
      guard case .integer(let number) = row.value, (1...100_000).contains(number) else {
        throw row.expected("the number of a row, counted from 1")
      }
      return number
    }
    if headerRows.isEmpty { throw rows.expected("at least one row, or \"header\": false") }
    if !hasHeader { throw rows.expected("none beside \"header\": false") }
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

  private func checkStructured(_ descriptor: JSONCursor) throws(DocumentError) {
    for key in ["property", "itemKeys"] {
      if let value = descriptor[key] {
        throw value.expected("no \(key), since the records of JSON are read from its root")
      }
    }
    if let type = descriptor["itemType"], try type.string() != "object" {
      throw type.expected("object, since no other records are read from JSON")
    }
  }
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

  /// The byte of a string of one ASCII character that may stand in the middle of a line.
  fileprivate func byte() throws(DocumentError) -> UInt8 {
    let text = Array(try string().utf8)
    guard text.count == 1, text[0] < 0x80, text[0] != ASCII.nul, text[0] != ASCII.lineFeed,
      text[0] != ASCII.carriageReturn
    else { throw expected("one ASCII character that ends no line") }
    return text[0]
  }
}

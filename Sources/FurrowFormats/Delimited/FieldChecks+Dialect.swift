internal import FurrowCore

extension FieldChecks {
  /// Takes each escape away and leaves the byte behind it; a whole field may be a word for NULL.
  func takeEscapes(_ batch: inout RecordBatch) {
    guard let escape = dialect.escapeByte else { return }
    let nulls = dialect.nullTokens.map { Array($0.utf8) }
    var decoded: [UInt8] = []
    for index in 0..<batch.fieldCount {
      let field = batch.fields[index]
      guard field.length > 0 else { continue }
      decoded.removeAll(keepingCapacity: true)
      let quote = field.isQuoted && dialect.doublesQuotes ? dialect.quote : nil
      let isChanged = FieldDecoding.takeEscapes(
        of: batch.span(of: field),
        escape: escape,
        quote: quote,
        into: &decoded
      )
      guard isChanged else { continue }
      let raw = batch.bytes[Int(field.start)..<field.end]
      if !field.isQuoted || dialect.nullsQuoted, nulls.contains(where: { $0.elementsEqual(raw) }) {
        batch.fields[index].kind = .null
        continue
      }
      batch.fields[index] = Field(
        start: batch.bytes.count,
        length: decoded.count,
        isQuoted: field.isQuoted
      )
      batch.bytes.append(contentsOf: decoded)
    }
  }

  /// Takes spaces off the front of each bare field behind a delimiter; nothing else is NULL.
  func skipInitialSpace(_ batch: inout RecordBatch) {
    for index in 0..<batch.fieldCount where batch.place(ofField: index).column > 0 {
      let field = batch.fields[index]
      guard !field.isQuoted else { continue }
      var start = Int(field.start)
      while start < field.end, batch.bytes[start] == ASCII.space { start += 1 }
      if start > field.start { batch.fields[index] = Field(bareFrom: start, to: field.end) }
    }
  }
}

extension FieldDecoding {
  /// Appends `field` without its escapes and with each doubled quote made one.
  ///
  /// Returns false when it has neither.
  static func takeEscapes(
    of field: Span<UInt8>,
    escape: UInt8,
    quote: UInt8?,
    into bytes: inout [UInt8]
  ) -> Bool {
    var isChanged = false
    var index = 0
    while index < field.count {
      let byte = field[index]
      // A quote that stands alone, which a record that is kept as it stands may have, is itself.
      let isDoubled = byte == quote && index + 1 < field.count && field[index + 1] == quote
      if isDoubled || byte == escape && index + 1 < field.count {
        isChanged = true
        index += 1
      }
      bytes.append(field[index])
      index += 1
    }
    return isChanged
  }
}

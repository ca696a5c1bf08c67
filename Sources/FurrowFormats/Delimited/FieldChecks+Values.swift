internal import FurrowCore

extension FieldChecks {
  /// Decodes backslash escapes; `\N` is NULL and a field without bytes is the empty text.
  func unescape(_ batch: inout RecordBatch) {
    var decoded: [UInt8] = []
    for index in 0..<batch.fieldCount {
      let field = batch.fields[index]
      guard field.length > 0 else {
        batch.fields[index].kind = .text
        continue
      }
      decoded.removeAll(keepingCapacity: true)
      switch FieldDecoding.unescape(batch.span(of: field), into: &decoded) {
      case .plain: continue
      case .null: batch.fields[index].kind = .null
      case .decoded:
        batch.fields[index] = Field(start: batch.bytes.count, length: decoded.count)
        batch.bytes.append(contentsOf: decoded)
      case .unknown(let offset):
        let place = batch.place(ofField: index)
        batch.reject(
          place.record,
          column: place.column,
          offset: Int(field.start) + offset,
          .quoteError,
          value: batch.text(field),
          message: "expected one of \\t \\n \\r \\\\ or \\N, found another escape"
        )
      }
    }
  }

  /// Takes white space off both ends of each value; a bare value of nothing else is NULL.
  func trim(_ batch: inout RecordBatch) {
    for index in 0..<batch.fieldCount {
      let field = batch.fields[index]
      let kept = WhiteSpace.trimmedRange(batch.span(of: field))
      guard kept.count < field.length else { continue }
      let isNull = kept.isEmpty && !field.isQuoted && dialect.escape == .none
      batch.fields[index] = Field(
        start: Int(field.start) + kept.lowerBound,
        length: kept.count,
        kind: isNull ? .null : field.kind,
        isQuoted: field.isQuoted
      )
    }
  }

  /// Makes each null token NULL, and the empty quoted field where that is asked for.
  func markNulls(_ batch: inout RecordBatch) {
    let tokens = dialect.nullTokens.map { Array($0.utf8) }
    for index in 0..<batch.fieldCount {
      let field = batch.fields[index]
      guard field.kind == .text, !field.isQuoted || dialect.nullsQuoted else { continue }
      let isEmptyNull = field.length == 0 && dialect.nullsQuoted
      if isEmptyNull || tokens.contains(where: { batch.span(of: field).equals($0) }) {
        batch.fields[index].kind = .null
      }
    }
  }
}

extension Span<UInt8> {
  /// Whether the span holds these bytes and no others.
  fileprivate func equals(_ bytes: [UInt8]) -> Bool {
    guard count == bytes.count else { return false }
    for index in indices where self[index] != bytes[index] { return false }
    return true
  }
}

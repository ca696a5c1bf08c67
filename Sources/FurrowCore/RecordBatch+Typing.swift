extension RecordBatch {
  /// Makes the field of `record` in `column` a value of `type`; false when it is none.
  ///
  /// The value is decided here once, for whoever comes later. NULL is a value of every type.
  public mutating func type(_ record: Int, _ column: Int, as type: ValueType) -> Bool {
    let index = record * columnCount + column
    let field = fields[index]
    guard field.kind == .text else { return retype(record, column, as: type) }
    switch type {
    case .text, .any:
      return true
    case .keptText:
      return NumberText.isKeptByNumericAffinity(span(of: field))
    case .integer:
      guard let value = NumberText.wholeNumber(span(of: field)) else { return false }
      set(.integer, UInt64(bitPattern: value), at: index)
    case .numeric:
      if let value = NumberText.integer(span(of: field)) {
        set(.integer, UInt64(bitPattern: value), at: index)
        return true
      }
      guard let value = NumberText.decimal(span(of: field)) else { return false }
      set(.real, value.bitPattern, at: index)
    case .real:
      guard let value = NumberText.real(span(of: field)) else { return false }
      set(.real, value.bitPattern, at: index)
    case .boolean:
      guard let value = BooleanText.value(span(of: field)) else { return false }
      set(.integer, value ? 1 : 0, at: index)
    case .blob(let form):
      guard let decoded = BlobDecoding.bytes(span(of: field), form) else { return false }
      fields[index] = Field(
        start: bytes.count,
        length: decoded.count,
        kind: .blob,
        isQuoted: field.isQuoted
      )
      bytes.append(contentsOf: decoded)
    }
    return true
  }

  /// Makes a number that the reader decided, or a stage before, a value of `type`.
  private mutating func retype(_ record: Int, _ column: Int, as type: ValueType) -> Bool {
    let index = record * columnCount + column
    let field = fields[index]
    switch (type, field.kind) {
    case (_, .null), (.any, _), (_, .text): return true
    case (.integer, .integer), (.numeric, .integer): return true
    // A database has no NaN: it would become NULL.
    case (.numeric, .real), (.real, .real): return !Double(bitPattern: values[index]).isNaN
    case (.blob, let kind): return kind == .blob
    case (_, .blob): return false
    case (.real, .integer):
      set(.real, Double(Int64(bitPattern: values[index])).bitPattern, at: index)
      return true
    case (.text, _):
      fields[index] = written(field, value: values[index])
      return true
    case (.integer, .real), (.boolean, _), (.keptText, _):
      fields[index].kind = .text
      return self.type(record, column, as: type)
    }
  }

  /// The text of a number as it is written; `true` and `false` are 1 and 0.
  private mutating func written(_ field: Field, value: UInt64) -> Field {
    let isWord = field.length > 0 && bytes[Int(field.start)] | 0x20 > UInt8(ascii: "a")
    guard isWord else { return Field(start: Int(field.start), length: field.length) }
    bytes.append(ASCII.zero + UInt8(truncatingIfNeeded: value & 1))
    return Field(start: bytes.count - 1, length: 1)
  }

  /// Makes room for typed values beside the fields; once for each batch, before the first.
  package mutating func reserveValues() {
    let missing = fields.count - values.count
    if missing > 0 { values.append(contentsOf: repeatElement(0, count: missing)) }
  }

  /// Puts a value that is known without text in place; for readers and tables.
  package mutating func set(_ kind: Field.Kind, _ value: UInt64, at index: Int) {
    fields[index].kind = kind
    values[index] = value
  }
}

/// Booleans as they are written: Table Schema's default words.
enum BooleanText {
  static func value(_ text: Span<UInt8>) -> Bool? {
    switch text.count {
    case 1 where text[0] == ASCII.zero: false
    case 1 where text[0] == ASCII.zero + 1: true
    case 4 where isWord(text, "true", "True", "TRUE"): true
    case 5 where isWord(text, "false", "False", "FALSE"): false
    default: nil
    }
  }

  private static func isWord(_ text: Span<UInt8>, _ words: StaticString...) -> Bool {
    words.contains { word in
      word.description.utf8.enumerated().allSatisfy { text[$0.offset] == $0.element }
    }
  }
}

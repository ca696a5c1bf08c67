/// The quick half of a schema's check: a column at a time, whole batches in one loop.
///
/// Fields that are sound get their value; every other record goes to `suspects`, for somebody who
/// takes the time to say what is wrong with it.
extension RecordBatch {
  /// How NULL is treated in a column.
  package struct NullRule: Sendable {
    /// Whether NULL is at fault.
    package var isRequired: Bool
    /// Whether a text of no bytes, quoted or not, is NULL.
    package var emptyIsNull: Bool

    package init(isRequired: Bool, emptyIsNull: Bool) {
      self.isRequired = isRequired
      self.emptyIsNull = emptyIsNull
    }
  }

  /// Makes NULL of each text in `column` that is one of `tokens`.
  package mutating func markMissing(_ column: Int, _ tokens: ChoiceSet) {
    for index in live.indices {
      let place = Int(live[index]) &* columnCount &+ column
      let field = fields[place]
      if field.kind == .text, tokens.contains(span(of: field)) { fields[place].kind = .null }
    }
  }

  /// Makes the empty text of each NULL in `column` that has no bytes: nothing stands for NULL there.
  package mutating func unmarkEmpty(_ column: Int) {
    for index in live.indices {
      let place = Int(live[index]) &* columnCount &+ column
      if fields[place].kind == .null, fields[place].length == 0 { fields[place].kind = .text }
    }
  }

  /// Makes text again of each number in `column` that stands there as text.
  package mutating func unmarkTyped(_ column: Int) {
    for index in live.indices {
      let place = Int(live[index]) &* columnCount &+ column
      let kind = fields[place].kind
      if kind == .integer || kind == .real, fields[place].length > 0 { fields[place].kind = .text }
    }
  }

  /// Whole numbers from `lower` to `upper`, as XML Schema writes them.
  package mutating func judgeIntegers(
    _ column: Int,
    _ lower: Int64,
    _ upper: Int64,
    _ nulls: NullRule,
    _ suspects: inout [UInt32]
  ) {
    judge(column, nulls, &suspects) { text in
      guard let value = NumberText.integer(text), lower <= value, value <= upper else { return nil }
      return (.integer, UInt64(bitPattern: value))
    } typed: { kind, bits in
      let value = Int64(bitPattern: bits)
      return kind == .integer && lower <= value && value <= upper
    }
  }

  /// Numbers from `lower` to `upper`, as XML Schema writes them.
  package mutating func judgeNumbers(
    _ column: Int,
    _ lower: Double,
    _ upper: Double,
    _ nulls: NullRule,
    _ suspects: inout [UInt32]
  ) {
    judge(column, nulls, &suspects) { text in
      guard let value = NumberText.real(text), lower <= value, value <= upper, value.isFinite,
        // At an end the digits count, where a double does not have them all.
        lower < value && value < upper || DecimalText.holds(value, text.count)
      else { return nil }
      return (.real, value.bitPattern)
    } typed: { kind, bits in
      let whole = Int64(bitPattern: bits)
      let value = kind == .real ? Double(bitPattern: bits) : Double(whole)
      return kind != .blob && lower <= value && value <= upper
        && (lower < value && value < upper || kind == .real || whole.magnitude <= 1 << 53)
    }
  }

  /// The default words for true and false.
  package mutating func judgeBooleans(
    _ column: Int,
    _ nulls: NullRule,
    _ suspects: inout [UInt32]
  ) {
    judge(column, nulls, &suspects) { text in
      guard let value = BooleanText.value(text) else { return nil }
      return (.integer, value ? 1 : 0)
    } typed: { kind, bits in
      kind == .integer && bits < 2
    }
  }

  /// Days from `lower` to `upper`, as ISO 8601 writes them.
  package mutating func judgeDates(
    _ column: Int,
    _ lower: Int64,
    _ upper: Int64,
    _ nulls: NullRule,
    _ suspects: inout [UInt32]
  ) {
    judge(column, nulls, &suspects) { text in
      guard let day = TemporalText.date(text), lower <= day, day <= upper else { return nil }
      return (.text, 0)
    } typed: { _, _ in
      false
    }
  }

  /// Texts of so many Unicode scalars, and one of `choices` if there are any.
  package mutating func judgeTexts(
    _ column: Int,
    _ length: ClosedRange<Int>,
    _ choices: ChoiceSet?,
    _ format: FieldType.StringFormat,
    _ nulls: NullRule,
    _ suspects: inout [UInt32]
  ) {
    let isAnyLength = length == 0...Int.max
    if let choices {
      judge(column, nulls, &suspects) { text in
        choices.contains(text) && (isAnyLength || length.contains(text.scalarCount))
          && StringForms.isValid(text, format) ? (.text, 0) : nil
      } typed: { _, _ in
        false
      }
    } else if isAnyLength, format == .default {
      judge(column, nulls, &suspects) { _ in
        (.text, 0)
      } typed: { _, _ in
        false
      }
    } else {
      judge(column, nulls, &suspects) { text in
        // No more scalars than bytes, and at most four bytes each.
        let isSafe = text.count <= length.upperBound && text.count / 4 >= length.lowerBound
        return (isSafe || length.contains(text.scalarCount)) && StringForms.isValid(text, format)
          ? (.text, 0) : nil
      } typed: { _, _ in
        false
      }
    }
  }

  /// Anything but a NULL that may not be.
  package mutating func judgeAnything(
    _ column: Int,
    _ nulls: NullRule,
    _ suspects: inout [UInt32]
  ) {
    judge(column, nulls, &suspects) { _ in
      (.text, 0)
    } typed: { _, _ in
      true
    }
  }

  /// Values of any other type: each is read whole.
  package mutating func judgeValues(
    _ column: Int,
    _ type: FieldType,
    _ nulls: NullRule,
    _ suspects: inout [UInt32],
    _ isSound: (LogicalValue) -> Bool
  ) {
    judge(column, nulls, &suspects) { text in
      guard let value = type.value(of: text), isSound(value) else { return nil }
      return type.stored(value)
    } typed: { _, _ in
      type == .any
    }
  }

  @inline(__always)
  private mutating func judge(
    _ column: Int,
    _ nulls: NullRule,
    _ suspects: inout [UInt32],
    text: (Span<UInt8>) -> (Field.Kind, UInt64)?,
    typed: (Field.Kind, UInt64) -> Bool
  ) {
    let columnCount = columnCount
    for index in live.indices {
      let record = live[index]
      let place = Int(record) &* columnCount &+ column
      let field = fields[place]
      switch field.kind {
      case .text:
        guard field.length > 0 || !nulls.emptyIsNull else {
          fields[place].kind = .null
          if nulls.isRequired { suspects.append(record) }
          continue
        }
        guard let (kind, bits) = text(bytes.span.extracting(Int(field.start)..<field.end)) else {
          suspects.append(record)
          continue
        }
        if kind != .text {
          fields[place].kind = kind
          values[place] = bits
        }
      case .null:
        if nulls.isRequired { suspects.append(record) }
      case .integer, .real, .blob:
        if !typed(field.kind, values[place]) { suspects.append(record) }
      }
    }
  }
}

extension FieldType {
  /// How a value of this type is kept beside its text; as text when it is no number.
  ///
  /// `nil` when that is to be told from the text: 0 may stand for a number too small for a double.
  package func stored(_ value: LogicalValue) -> (Field.Kind, UInt64)? {
    switch (self, value) {
    case (.integer, .integer(let value)): (.integer, UInt64(bitPattern: value))
    case (.number, .number(let value)):
      value.isFinite && value != 0 ? (.real, value.bitPattern) : nil
    case (.boolean, .boolean(let value)): (.integer, value ? 1 : 0)
    default: (.text, 0)
    }
  }

  /// The double that `text`, a number of this type, is; `nil` when no double is that number.
  package func double(_ text: Span<UInt8>) -> Double? {
    guard case .number(let form) = self else { return nil }
    guard !form.isDefault else { return Self.double(text) }
    var bytes: [UInt8] = []
    return form.normalize(text, into: &bytes) ? Self.double(bytes.span) : nil
  }

  private static func double(_ text: Span<UInt8>) -> Double? {
    if let value = NumberText.real(text) { return value }
    return DecimalText.isWord(text) ? .nan : nil
  }
}

extension Span<UInt8> {
  /// The number of Unicode scalars in text that is UTF-8.
  package var scalarCount: Int {
    var count = 0
    for index in indices where self[index] & 0xC0 != 0x80 { count += 1 }
    return count
  }
}

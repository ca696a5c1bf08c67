internal import FurrowCore

/// What a source that says itself what is a number, as JSON does, has in one column.
///
/// Numbers stay numbers and text stays text: a column of one kind is declared as that, a column of
/// several has no type and keeps each value's own. Numbers that no `Int64` and no double can hold
/// with all their digits make a column of numbers TEXT.
struct TypedCandidate {
  private var hasInteger = false
  private var hasReal = false
  private var hasText = false
  private var hasInexact = false

  /// Looks at the live records of `batch`.
  mutating func look(at batch: borrowing RecordBatch, _ column: Int) {
    for index in batch.live.indices {
      let record = Int(batch.live[index])
      let field = batch[record, column]
      switch field.kind {
      case .null: break
      case .integer: hasInteger = true
      case .real:
        if keepsDigits(batch, field, record * batch.columnCount + column) {
          hasReal = true
        } else {
          hasInexact = true
        }
      case .text where !field.isQuoted && isNumber(batch, field): hasInexact = true
      case .text, .blob: hasText = true
      }
    }
  }

  /// Begins with values of `type`.
  mutating func lock(_ type: ColumnInference.LockedType) {
    switch type {
    case .kind(.integer): hasInteger = true
    case .kind(.number): hasReal = true
    case .kind, .text: hasText = true
    case .any: (hasInteger, hasText) = (true, true)
    }
  }

  /// The type as SQLite declares it, empty for none; `nil` when there are only NULLs.
  var declaredType: String? {
    switch (hasInteger, hasReal, hasText, hasInexact) {
    case (false, false, false, false): nil
    case (true, false, false, false): "INTEGER"
    case (false, true, false, false): "REAL"
    case (false, false, true, false), (_, _, false, true): "TEXT"
    default: ""
    }
  }

  private func isNumber(_ batch: borrowing RecordBatch, _ field: Field) -> Bool {
    let first = batch.bytes[Int(field.start)]
    return first == ASCII.minus || (ASCII.zero...ASCII.nine).contains(first)
  }

  /// Whether the double is the very number that is written, and not only the nearest to it.
  private func keepsDigits(_ batch: borrowing RecordBatch, _ field: Field, _ index: Int) -> Bool {
    let value = Double(bitPattern: batch.values[index])
    // Every number of fifteen digits has a double of its own.
    if field.length <= 16, value.magnitude > 1e-300 || value == 0 { return true }
    let written = batch.bytes[Int(field.start)..<field.end]
    return DecimalDigits(written) == DecimalDigits(value.description.utf8)
  }
}

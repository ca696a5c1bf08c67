internal import FurrowCore

extension ColumnCheck {
  /// Looks closely at a field: rejects its record with each fault there is, or gives it its value.
  ///
  /// Returns whether the field is a value of its type.
  func explain(_ record: Int, in batch: inout RecordBatch) -> Bool {
    let field = batch[record, column]
    guard field.kind != .null else {
      rejectNull(record, in: &batch)
      return false
    }
    let place = record * batch.columnCount + column
    let text = batch.text(field)
    guard let value = value(of: field, batch.values[place], text) else {
      reject(
        record,
        in: &batch,
        .typeError,
        rule: "type",
        value: text,
        message: "expected \(self.field.type.description), found \(Excerpt(text))"
      )
      return false
    }
    for fault in self.field.constraints.faults(of: value) {
      reject(record, in: &batch, fault, text)
    }
    let number = batch.position(of: batch.extents[record]).record
    if let fault = patternFault(text, of: number) { reject(record, in: &batch, fault, text) }
    if field.kind == .text { keep(value, of: field, at: place, in: &batch) }
    return true
  }

  /// Gives the field its value beside the text.
  private func keep(
    _ value: LogicalValue,
    of field: Field,
    at place: Int,
    in batch: inout RecordBatch
  ) {
    if case .number = self.field.type {
      guard let double = self.field.type.double(batch.span(of: field)) else { return }
      batch.set(.real, double.bitPattern, at: place)
    } else if let (kind, bits) = self.field.type.stored(value), kind != .text {
      batch.set(kind, bits, at: place)
    }
  }

  private func rejectNull(_ record: Int, in batch: inout RecordBatch) {
    batch.reject(
      record,
      column: column,
      isPrimaryKey ? .primaryKeyError : .constraintError,
      rule: "required",
      message: isPrimaryKey ? "expected a primary key, found NULL" : "expected a value, found NULL"
    )
  }

  private func reject(
    _ record: Int,
    in batch: inout RecordBatch,
    _ fault: ConstraintFault,
    _ text: String
  ) {
    reject(
      record,
      in: &batch,
      .constraintError,
      rule: fault.rule,
      value: text,
      message: "expected \(fault.expected), found \(fault.found ?? "\(Excerpt(text))")"
    )
  }

  private func reject(
    _ record: Int,
    in batch: inout RecordBatch,
    _ code: Rejection.Code,
    rule: String,
    value: String,
    message: String
  ) {
    let start = Int(batch[record, column].start)
    // A field that was decoded stands behind the bytes of the source.
    let extent = batch.extents[record]
    let isInPlace = start >= extent.start && start <= extent.end
    batch.reject(
      record,
      column: column,
      offset: isInPlace ? start : nil,
      code,
      rule: rule,
      value: value,
      message: message
    )
  }

  private func patternFault(_ text: String, of record: Int) -> ConstraintFault? {
    guard let pattern else { return nil }
    let expected = "a text that matches \(pattern.text)"
    switch PatternColumn.outcome(of: pattern, Array(text.utf8), of: record) {
    case .matches: return nil
    case .differs: return ConstraintFault(rule: "pattern", expected: expected)
    case .exhausted:
      return ConstraintFault(
        rule: "pattern",
        expected: expected,
        found: "one on which the match takes too many steps: \(Excerpt(text))"
      )
    }
  }

  /// The value of a field, which may have been typed by its reader; `nil` when it is none.
  private func value(of field: Field, _ bits: UInt64, _ text: String) -> LogicalValue? {
    switch field.kind {
    case .text: return self.field.type.value(of: Array(text.utf8).span)
    case .null, .blob: return nil
    case .integer:
      let value = Int64(bitPattern: bits)
      switch self.field.type {
      case .integer, .number, .year: return .integer(value)
      case .boolean where value == 0 || value == 1: return .boolean(value == 1)
      case .any: return .text(text)
      default: return nil
      }
    case .real:
      switch self.field.type {
      case .number: return .number(Double(bitPattern: bits))
      case .any: return .text(text)
      default: return nil
      }
    }
  }
}

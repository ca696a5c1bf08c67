internal import CScan
internal import FurrowCore
internal import FurrowFormats

/// From the fields of a record to the bytes of its key: equal keys have equal bytes, others do not.
struct KeyEncoding: Sendable {
  /// How one field's values are compared.
  enum Form: Sendable, Equatable {
    /// By their bytes.
    case text
    /// As texts, of which some differences count for nothing.
    case folded(KeyFolding)
    /// By the value that a type gives them.
    case value(FieldType)
  }

  /// One field of the key.
  struct Part: Sendable, Equatable {
    /// The batch's column, counted from 0.
    var column: Int
    var form: Form
  }

  let parts: [Part]
  /// Whether NULL equals NULL; else a record with one has no key.
  let nullsAreEqual: Bool

  /// Whether keys are the fields themselves.
  private var isPlain: Bool { parts.count == 1 && parts[0].form == .text && !nullsAreEqual }

  /// Finds the keys of the records that are looked at, but for those that have none.
  func encode(_ batch: borrowing RecordBatch, into keys: inout KeyBatch) {
    keys.removeAll(isInBatch: isPlain)
    for index in batch.keyed {
      let record = Int(index)
      if isPlain {
        let field = batch[record, parts[0].column]
        guard !field.isNull, !isFaulty(record, parts[0], batch) else { continue }
        keys.add(index, start: Int(field.start), count: field.length)
      } else {
        let start = keys.bytes.count
        guard append(record, of: batch, to: &keys.bytes, &keys.folding) else {
          keys.bytes.removeLast(keys.bytes.count - start)
          continue
        }
        keys.add(index, start: start, count: keys.bytes.count - start)
      }
    }
    keys.hash(batch)
  }

  private func isFaulty(_ record: Int, _ part: Part, _ batch: borrowing RecordBatch) -> Bool {
    !batch.faultyFields.isEmpty && batch.faultyFields.contains(place(record, part, batch))
  }

  private func place(_ record: Int, _ part: Part, _ batch: borrowing RecordBatch) -> Int {
    record * batch.columnCount + part.column
  }

  /// Appends the key of one record; false when it has none.
  private func append(
    _ record: Int,
    of batch: borrowing RecordBatch,
    to bytes: inout [UInt8],
    _ folding: inout CharacterFolding
  ) -> Bool {
    for part in parts {
      let field = batch[record, part.column]
      if isFaulty(record, part, batch) { return false }
      // The length stands before the bytes, so that no two records run into the same key.
      let frame = bytes.count
      for _ in 0..<4 { bytes.append(0) }
      if field.isNull {
        guard nullsAreEqual else { return false }
        for index in 0..<4 { bytes[frame + index] = 0xFF }
        continue
      }
      let bits = batch.values.isEmpty ? 0 : batch.values[place(record, part, batch)]
      part.form.append(field, bits, batch.span(of: field), to: &bytes, &folding)
      let count = bytes.count - frame - 4
      for index in 0..<4 {
        bytes[frame + index] = UInt8(truncatingIfNeeded: count >> (8 * index))
      }
    }
    return true
  }
}

extension KeyEncoding.Form {
  fileprivate func append(
    _ field: Field,
    _ bits: UInt64,
    _ text: Span<UInt8>,
    to bytes: inout [UInt8],
    _ work: inout CharacterFolding
  ) {
    switch self {
    case .text: bytes.append(copying: text)
    case .folded(let folding): folding.append(text, to: &bytes, &work)
    case .value(.integer) where field.kind == .integer,
      .value(.boolean) where field.kind == .integer:
      bytes.append(words: [bits])
    case .value(let type): append(type, field, bits, text, to: &bytes)
    }
  }

  private func append(
    _ type: FieldType,
    _ field: Field,
    _ bits: UInt64,
    _ text: Span<UInt8>,
    to bytes: inout [UInt8]
  ) {
    switch type {
    case .integer(let form), .number(let form):
      if text.isEmpty { return bytes.append(words: [bits]) }
      if form.isDefault, DecimalText.appendCanonical(text, to: &bytes) { return }
      var plain: [UInt8] = []
      if form.normalize(text, into: &plain),
        DecimalText.appendCanonical(plain.span, to: &bytes)
      {
        return
      }
      bytes.append(copying: text)
    default:
      if let value = type.value(of: text) {
        value.appendKey(to: &bytes)
      } else {
        bytes.append(copying: text)
      }
    }
  }
}

extension [UInt8] {
  mutating func append(copying text: Span<UInt8>) {
    // The span is read during the call only.
    unsafe text.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }
}

internal import FurrowCore
internal import FurrowSQLite

/// The rows of a reader one by one.
struct BatchWalk: ~Copyable {
  var batch = RecordBatch()
  private(set) var position = -1

  /// The index of the row in the batch.
  var record: Int { Int(batch.live[position]) }

  /// Goes to the next row; false when there is none.
  mutating func advance(_ rows: RowReader) throws(PipelineError) -> Bool {
    position += 1
    while position >= batch.live.count {
      guard try database({ () throws(SQLiteError) in try rows.fill(&batch) }) else { return false }
      position = 0
    }
    return true
  }
}

extension RecordBatch {
  /// Whether the field at `index` is the one at `place` of `other`: of the same storage class, with the
  /// same bits or bytes.
  func isSame(_ index: Int, as other: borrowing RecordBatch, _ place: Int) -> Bool {
    let (field, twin) = (fields[index], other.fields[place])
    guard field.kind == twin.kind else { return false }
    switch field.kind {
    case .null: return true
    case .integer, .real: return values[index] == other.values[place]
    case .text, .blob: return span(of: field).isSame(as: other.span(of: twin))
    }
  }

  /// The value of the field at `index` in words.
  func described(_ index: Int) -> String {
    let field = fields[index]
    switch field.kind {
    case .null: return "NULL"
    case .integer: return "the integer \(Int64(bitPattern: values[index]))"
    case .real: return "the real \(Double(bitPattern: values[index]))"
    case .text: return "the text \(Excerpt(text(field)))"
    case .blob: return "a blob of \(Amount.of(field.length, "byte"))"
    }
  }
}

extension Span<UInt8> {
  /// Whether the two hold the same bytes.
  func isSame(as other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    for index in indices where self[index] != other[index] { return false }
    return true
  }
}

internal import FurrowCore
internal import FurrowFormats

/// Finds for each column of a source the narrowest type that keeps every value as it is written.
///
/// The whole source is looked at, and a type is proved: text to value to text gives the same bytes
/// for every value. `007`, `1.10`, `1e5`, `NA` and `9223372036854775808` are text. A source that says
/// itself what is a number is believed: see ``TypedCandidate``.
struct TypeInference {
  private struct Candidate {
    var isInteger = true
    var isReal = true
    var hasValue = false
    var typed = TypedCandidate()

    var isDecided: Bool { !isInteger && !isReal }
  }

  private var candidates: [String: Candidate] = [:]

  /// Looks at every record of `reader`, until `cancellation` ends it.
  mutating func look(
    at reader: any RecordReader,
    until cancellation: Cancellation?
  ) throws(PipelineError) {
    var columns = reader.columns.map { candidates[$0] ?? Candidate() }
    var batch = RecordBatch()
    while try reading({ () throws(ReadFailure) in try reader.fill(&batch) }) {
      try cancellation?.check()
      for column in columns.indices where !columns[column].isDecided {
        if batch.isTyped {
          columns[column].typed.look(at: batch, column)
          continue
        }
        for index in batch.live.indices {
          let field = batch[Int(batch.live[index]), column]
          guard !field.isNull else { continue }
          columns[column].hasValue = true
          narrow(&columns[column], batch.span(of: field))
          guard !columns[column].isDecided else { break }
        }
      }
    }
    for (name, candidate) in zip(reader.columns, columns) { candidates[name] = candidate }
  }

  /// The type found for the column called `name`, as SQLite declares it; empty for none.
  func declaredType(of name: String) -> String {
    guard let candidate = candidates[name] else { return "TEXT" }
    if let type = candidate.typed.declaredType {
      // Of two sources one may be typed and the other not.
      return candidate.hasValue ? "" : type
    }
    guard candidate.hasValue else { return "TEXT" }
    return candidate.isInteger ? "INTEGER" : candidate.isReal ? "REAL" : "TEXT"
  }

  private func narrow(_ candidate: inout Candidate, _ field: Span<UInt8>) {
    if candidate.isInteger { candidate.isInteger = isCanonicalInteger(field) }
    if candidate.isReal { candidate.isReal = isCanonicalReal(field) }
  }

  /// Whether an `Int64` is written back as these bytes: no sign but a minus, no leading zero.
  private func isCanonicalInteger(_ field: Span<UInt8>) -> Bool {
    guard NumberText.integer(field) != nil else { return false }
    let start = field[0] == ASCII.minus ? 1 : 0
    if field[start] == ASCII.zero { return field.count == 1 }
    return field[0] != ASCII.plus
  }

  /// Whether a double is written back as these bytes: its shortest form, with a point.
  private func isCanonicalReal(_ field: Span<UInt8>) -> Bool {
    guard let value = NumberText.real(field), value.isFinite else { return false }
    // SQLite stores no negative zero. <https://www.sqlite.org/floatingpoint.html>
    if value == 0, value.sign == .minus { return false }
    let written = value.description.utf8
    guard written.count == field.count else { return false }
    // With an exponent there is more than one way to write the same number.
    return zip(written, field.indices).allSatisfy { byte, index in
      field[index] == byte && byte | 0x20 != UInt8(ascii: "e")
    }
  }
}

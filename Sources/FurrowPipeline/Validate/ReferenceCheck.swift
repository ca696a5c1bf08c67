internal import FurrowCore

/// One foreign key of a schema: each record has to refer to a record that is there.
struct ReferenceCheck: Sendable {
  /// The fields, by name.
  let fields: [String]
  /// The fields that they refer to, by name.
  let referenced: [String]
  /// The table that they refer to, in words.
  let target: String
  /// How the key is made of each source's fields; `nil` when a source lacks one.
  let encodings: [KeyEncoding?]
  /// The keys that are there.
  let keys: ReferenceKeys

  /// Rejects each record that refers to none; a NULL refers to nothing.
  func check(
    _ batch: inout RecordBatch,
    from source: Int
  ) throws(PipelineError) {
    guard let encoding = encodings[source] else { return }
    let orphans = try keys.orphans(of: batch, from: source, by: encoding)
    let columns = encoding.parts.map(\.column)
    for record in orphans {
      let values = columns.map { batch.text(batch[record, $0]) }
      let shown = values.map { Excerpt($0).description }.joined(separator: ", ")
      batch.reject(
        record,
        column: columns.count == 1 ? columns.first : nil,
        .foreignKeyError,
        rule: "foreignKeys",
        value: values.count == 1 ? values.first : nil,
        message: "expected \(referenced.joined(separator: " and ")) of a record of \(target), found"
          + " \(shown), which is in none"
      )
    }
  }
}

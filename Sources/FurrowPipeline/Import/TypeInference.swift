internal import FurrowCore
internal import FurrowFormats

/// Finds for each column of a source the narrowest type that keeps every value as it is written.
///
/// The whole source is looked at, and a type is proved: see ``ColumnInference``. A source that says
/// itself what is a number is believed: see ``TypedCandidate``.
struct TypeInference {
  /// By the names as SQLite compares them: sources of one table may write a name differently.
  private var columns: [[UInt8]: ColumnInference] = [:]

  /// Looks at every record of `reader`, until `cancellation` ends it; `each` hears of each batch.
  mutating func look(
    at reader: any RecordReader,
    until cancellation: Cancellation?,
    each: (borrowing RecordBatch) -> Void = { _ in }
  ) throws(PipelineError) {
    let path = reader.path
    var found = reader.columns.map { self[$0] }
    var batch = RecordBatch()
    while try reading({ () throws(ReadFailure) in try reader.fill(&batch) }) {
      try cancellation?.check()
      for column in found.indices {
        found[column].look(at: batch, column, of: path)
      }
      each(batch)
    }
    for column in found { columns[column.name.asFoldedName] = column }
  }

  /// Lets the columns of `lock` be of their locked types, or text.
  mutating func hold(to lock: ShapeLock) {
    for column in lock.columns {
      var inference = self[column.name]
      inference.lock(column.type, isTyped: !lock.format.isDelimited)
      columns[column.name.asFoldedName] = inference
    }
  }

  /// What was found out about the column called `name`.
  subscript(name: String) -> ColumnInference {
    columns[name.asFoldedName] ?? ColumnInference(name)
  }
}

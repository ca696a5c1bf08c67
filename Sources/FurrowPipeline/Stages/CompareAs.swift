internal import FurrowCore

/// Proves that what is to be compared as a number is one.
struct CompareAs: Stage {
  let name = "compare"
  private let columns: SchemaColumns

  init(_ columns: SchemaColumns) {
    self.columns = columns
  }

  mutating func process(_ batch: inout RecordBatch) throws(PipelineError) {
    _ = columns.check(&batch)
  }
}

/// Leaves some columns, in another order perhaps; the last stage, since faults speak of the source's.
struct SelectColumns: Stage {
  let name = "select"
  let columns: [Int]

  mutating func process(_ batch: inout RecordBatch) throws(PipelineError) {
    batch.keepColumns(columns)
  }
}

/// Makes text again of values that were typed, where they are written as they stand.
struct AsWritten: Stage {
  let name = "as written"
  let columns: [Int]

  mutating func process(_ batch: inout RecordBatch) throws(PipelineError) {
    for column in columns { batch.unmarkTyped(column) }
  }
}

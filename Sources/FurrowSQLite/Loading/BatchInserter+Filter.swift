internal import FurrowCore

extension BatchInserter {
  /// Leaves out the live records of `batch` that the plan's filter is not true of.
  ///
  /// Each record is asked about once, before anything is inserted; a filter that looks into the
  /// target is asked record by record instead, when those before it are there.
  func filter(_ batch: inout RecordBatch) throws(SQLiteError) {
    guard filterStatement != nil, !filterReadsTarget else { return }
    let count = batch.live.count
    var passes = [Bool](repeating: false, count: count)
    var refusals: [Refusal] = []
    try table.show(batch) { () throws(SQLiteError) in
      var start = 0
      while start < count {
        table.range = start..<count
        filterStatement?.reset()
        do throws(SQLiteError) {
          while let isRow = try filterStatement?.step(), isRow { passes[table.current] = true }
          break
        } catch {
          guard error.isOfRecord, (start..<count).contains(table.current) else { throw error }
          refusals.append(Refusal(position: table.current, error: error))
          start = table.current + 1
        }
      }
      filterStatement?.reset()
    }
    let records = Array(batch.live)
    try reject(refusals, of: &batch)
    for (position, isPassing) in passes.enumerated() where !isPassing {
      batch.settle(Int(records[position]), as: .filtered)
    }
    batch.narrow()
  }

  /// Whether the one record that the table shows passes a filter that looks into the target.
  func passesFilter() throws(SQLiteError) -> Bool {
    guard filterStatement != nil, filterReadsTarget else { return true }
    filterStatement?.reset()
    defer { filterStatement?.reset() }
    let isPassing = try filterStatement?.step()
    return isPassing ?? true
  }

  /// Rejects the records of `refusals`, each with what SQLite said in words.
  func reject(_ refusals: [Refusal], of batch: inout RecordBatch) throws(SQLiteError) {
    let records = Array(batch.live)
    for refusal in refusals {
      let record = Int(records[refusal.position])
      batch.reject(record, explanation.rejection(record, of: batch, for: refusal))
    }
  }
}

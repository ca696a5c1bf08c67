internal import FurrowCore

/// What a scan of JSON finds, before it becomes part of a batch.
struct JSONOutput {
  var scan: ScanOutput
  /// The numbers beside the fields.
  var values: [UInt64]
  /// Indices of fields that hold escapes, ascending.
  var escaped: [Int] = []

  /// Forgets what was noted of a record that is not whole.
  mutating func forgetUnfinished() {
    while let last = escaped.last, last >= scan.fieldCount { escaped.removeLast() }
  }
}

extension RecordBatch {
  /// Takes the batch's tables out, with room for `count` fields and their values.
  mutating func takeJSONOutput(fields count: Int) -> JSONOutput {
    var output = JSONOutput(scan: takeOutput(fields: count), values: [])
    swap(&output.values, &values)
    let missing = output.scan.fields.count - output.values.count
    if missing > 0 { output.values.append(contentsOf: repeatElement(0, count: missing)) }
    return output
  }
}

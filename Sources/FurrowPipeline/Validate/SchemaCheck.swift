public import FurrowCore
internal import FurrowFormats

/// Holds every record against a schema: each fault of each record is found, types are decided once.
public struct SchemaCheck: Stage {
  /// The stage's name in a report.
  public let name = "validate"

  let columns: SchemaColumns
  /// Whether the records that are rejected here are looked at by a ``KeyCheck`` all the same.
  let keepsForKeys: Bool
  /// Rules over whole records, if there are any.
  var rules: RuleCheck?

  init(_ columns: SchemaColumns, keepsForKeys: Bool = false) {
    self.columns = columns
    self.keepsForKeys = keepsForKeys
  }

  /// Types the live records' fields and rejects the records that have a fault.
  public mutating func process(_ batch: inout RecordBatch) throws(PipelineError) {
    let faulty = columns.check(&batch)
    try columns.proveMatchesEnd()
    try rules?.check(&batch, without: faulty)
    if keepsForKeys { batch.keepForKeys(faulty) }
  }
}

/// Holds the keys of every record against a schema, behind the check of its types.
struct KeyCheck: Stage {
  let name = "keys"
  let keys: SchemaKeys
  /// Which of the run's sources this is.
  let source: Int

  mutating func process(_ batch: inout RecordBatch) throws(PipelineError) {
    try keys.check(&batch, from: source)
  }
}

/// The columns of one source that a schema speaks of.
struct SchemaColumns: Sendable {
  let checks: [ColumnCheck]

  /// Makes the checks of `schema` for a source with these columns.
  init(_ schema: Schema, _ match: SchemaMatch, isText: Bool) throws(PipelineError) {
    var checks: [ColumnCheck] = []
    for (index, field) in schema.fields.enumerated() {
      guard let column = match.columns[index] else { continue }
      do throws(DocumentError) {
        checks.append(
          try ColumnCheck(
            field,
            column: column,
            isPrimaryKey: schema.primaryKey.index(spelled: field.name) != nil,
            isText: isText,
            path: .root.key("fields").index(index)
          )
        )
      } catch {
        throw .document(error)
      }
    }
    self.checks = checks
  }

  /// Makes the checks of fields that stand in these columns, none of which has a pattern.
  init(_ fields: [(SchemaField, Int)], isText: Bool) throws(PipelineError) {
    do throws(DocumentError) {
      checks = try fields.map { field, column throws(DocumentError) in
        try ColumnCheck(field, column: column, isPrimaryKey: false, isText: isText, path: .root)
      }
    } catch {
      throw .document(error)
    }
  }

  /// Checks all columns; returns the fields, by their index in the batch, that are no values.
  func check(_ batch: inout RecordBatch) -> Set<Int> {
    batch.reserveValues()
    var faulty: Set<Int> = []
    var suspects: [UInt32] = []
    for check in checks {
      suspects.removeAll(keepingCapacity: true)
      check.check(&batch, &suspects)
      for record in suspects where !check.explain(Int(record), in: &batch) {
        faulty.insert(Int(record) * batch.columnCount + check.column)
      }
    }
    return faulty
  }

  /// Proves that no pattern took too many steps on too many values.
  func proveMatchesEnd() throws(PipelineError) {
    for check in checks {
      guard let pattern = check.pattern, pattern.isHopeless else { continue }
      throw .plan(
        "field \"\(check.field.name)\": the pattern \(pattern.text) takes too many steps on too many"
          + " values to say whether they match; avoid repetitions in repetitions, such as (a+)+"
      )
    }
  }
}

internal import FurrowCore

/// The keys of a schema over a whole run: what may stand once, and what refers to what.
struct SchemaKeys: Sendable {
  /// One key of the schema.
  struct Key: Sendable, Equatable {
    /// The fields, by name.
    var fields: [String]
    var code: Rejection.Code
    /// The property of the schema that asks for it.
    var rule: String
  }

  let keys: [Key]
  let run: KeyRun
  let references: [ReferenceCheck]

  /// The keys that `schema` asks for.
  static func keys(of schema: Schema) -> [Key] {
    var keys: [Key] = []
    if !schema.primaryKey.isEmpty {
      keys.append(Key(fields: schema.primaryKey, code: .primaryKeyError, rule: "primaryKey"))
    }
    for field in schema.fields where field.constraints.isUnique {
      keys.append(Key(fields: [field.name], code: .uniqueError, rule: "unique"))
    }
    for names in schema.uniqueKeys {
      keys.append(Key(fields: names, code: .uniqueError, rule: "uniqueKeys"))
    }
    // What was asked for twice is told once.
    return keys.enumerated().filter { index, key in
      !keys[..<index].contains { $0.fields == key.fields }
    }.map(\.element)
  }

  /// How keys of `fields` are made of a source's columns; `nil` when one of them is missing there.
  static func encoding(
    of fields: [String],
    in schema: Schema,
    _ match: SchemaMatch
  ) -> KeyEncoding? {
    var parts: [KeyEncoding.Part] = []
    for name in fields {
      guard let index = schema.fields.firstIndex(where: { $0.name.isSpelled(name) }),
        let column = match.columns[index]
      else { return nil }
      parts.append(KeyEncoding.Part(column: column, form: schema.fields[index].type.keyForm))
    }
    return KeyEncoding(parts: parts, nullsAreEqual: false)
  }

  /// Rejects each record whose key stands in an earlier one, or that refers to none.
  func check(
    _ batch: inout RecordBatch,
    from source: Int
  ) throws(PipelineError) {
    for (index, key) in keys.enumerated() {
      let losses = try run.losses(of: batch, from: source, key: index)
      guard !losses.isEmpty else { continue }
      let columns = run.columns(of: index, in: source)
      for loss in losses { reject(loss, key, columns, in: &batch) }
    }
    for reference in references { try reference.check(&batch, from: source) }
  }

  private func reject(
    _ loss: KeyRun.Loss,
    _ key: Key,
    _ columns: [Int],
    in batch: inout RecordBatch
  ) {
    let values = columns.map { batch.text(batch[loss.record, $0]) }
    let names = key.fields.joined(separator: " and ")
    let shown = values.map { Excerpt($0).description }.joined(separator: ", ")
    let place = loss.file.map { "\($0):\(loss.holder.line)" } ?? "line \(loss.holder.line)"
    batch.reject(
      loss.record,
      column: columns.count == 1 ? columns.first : nil,
      key.code,
      rule: key.rule,
      value: values.count == 1 ? values.first : nil,
      message: "expected each \(names) once, found \(shown), which stands in \(place)"
        + " (record \(loss.holder.record)), too"
    )
  }
}

extension FieldType {
  /// How values are compared in a key: by what they mean.
  var keyForm: KeyEncoding.Form {
    switch self {
    case .string, .any, .date(.default): .text
    default: .value(self)
    }
  }
}

internal import FurrowCore

/// From what SQLite says about a constraint to the rejection of a record.
struct RefusalExplanation {
  private let plan: InsertPlan
  private let keys: [String]

  /// Looks at the target of `plan` once, for all the refusals that come.
  init(_ plan: InsertPlan, in database: Database) throws(SQLiteError) {
    self.plan = plan
    keys = try database.columns(of: plan.table, schema: plan.schema)
      .filter { $0.primaryKeyPosition != nil }.map(\.name)
  }

  func rejection(
    _ record: Int,
    of batch: borrowing RecordBatch,
    for refusal: BatchInserter.Refusal
  ) -> Rejection {
    let error = refusal.error
    let names = refusal.key?.columns ?? columnNames(in: error.message)
    let column = names.count == 1 ? batchColumn(of: names[0]) : nil
    var value: String?
    if let column, !batch[record, column].isNull { value = batch.text(batch[record, column]) }
    let quotedNames = names.map { "\"\($0)\"" }.joined(separator: ", ")
    // Of another table, into which a trigger writes, SQLite's words are all there is.
    let place = names.isEmpty ? detail(of: error.message) ?? error.message : quotedNames
    let code: Rejection.Code
    let rule: String?
    let message: String
    switch error.code {
    case .constraintNotNull:
      let isKey = names.contains { name in keys.contains { $0.lowercased() == name.lowercased() } }
      (code, rule) = (isKey ? .primaryKeyError : .constraintError, "required")
      message = "expected a value in \(place), found NULL"
    case .constraintPrimaryKey, .constraintRowID:
      (code, rule) = (.primaryKeyError, "primaryKey")
      message = "expected a primary key that is not there yet, found one that is (\(place))"
    case .constraintUnique:
      (code, rule) = (.uniqueError, "unique")
      message = "expected a key that is not there yet, found one that is (\(place))"
    case .constraintCheck:
      (code, rule) = (.constraintError, detail(of: error.message))
      message = "expected a row that keeps the rule \(rule ?? ""), found one that breaks it"
    case .constraintForeignKey:
      (code, rule) = (.foreignKeyError, "foreignKeys")
      let parent = refusal.key.map { " of \($0.parent)" } ?? ""
      let place = names.isEmpty ? "" : " (\(quotedNames))"
      message = "expected a row\(parent) to refer to, found none\(place)"
    case .constraintDataType:
      (code, rule) = (.typeError, "type")
      message = error.message
    default:
      (code, rule) = (.databaseError, nil)
      message = "the database refused the row: \(error.message)"
    }
    return Rejection(
      code,
      at: batch.extents[record],
      column: column.map { $0 + 1 },
      rule: rule,
      value: value,
      message: message
    )
  }

  /// What stands behind the colon: `CHECK constraint failed: price > 0`.
  private func detail(of message: String) -> String? {
    guard let colon = message.firstIndex(of: ":") else { return nil }
    return String(message[colon...].dropFirst(2))
  }

  /// The columns of `UNIQUE constraint failed: t.a, t.b`.
  private func columnNames(in message: String) -> [String] {
    guard let detail = detail(of: message), !detail.hasPrefix("index '") else { return [] }
    let prefix = plan.table.lowercased() + "."
    var names: [String] = []
    var rest = Substring(detail)
    while rest.lowercased().hasPrefix(prefix) {
      rest = rest.dropFirst(prefix.count)
      let end = separator(in: rest, before: prefix)
      names.append(String(rest[..<end]))
      rest = rest[end...].dropFirst(2)
    }
    return names
  }

  /// Where the next `, table.` starts; a column's name may hold a comma.
  private func separator(in text: Substring, before prefix: String) -> Substring.Index {
    var index = text.startIndex
    while index < text.endIndex {
      if text[index...].lowercased().hasPrefix(", " + prefix) { return index }
      index = text.index(after: index)
    }
    return text.endIndex
  }

  private func batchColumn(of name: String) -> Int? {
    for assignment in plan.assignments where assignment.column.lowercased() == name.lowercased() {
      if case .field(let column) = assignment.source { return column }
    }
    return nil
  }
}

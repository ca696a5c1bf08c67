/// The statements of a load, made from its plan.
struct InsertSQL {
  let plan: InsertPlan

  /// The function that counts conflicts; always 1.
  static let conflictCounter = "furrow_conflict"

  /// The name of the parameter for constant `index`; a digit in front is in no variable's name.
  static func constantName(_ index: Int) -> String { "0_\(index)" }

  /// The statement that inserts the records that the batch table shows.
  ///
  /// - `OR FAIL` keeps the rows before the one that a constraint refuses.
  /// - DO UPDATE speaks of uniqueness only, so NOT NULL and CHECK still refuse; where its condition
  ///   is false the row stays as it is. <https://www.sqlite.org/lang_upsert.html>
  func insert(orFail: Bool) -> String {
    let verb = orFail ? "INSERT OR FAIL" : "INSERT"
    let columns = plan.assignments.map { quoted($0.column) }.joined(separator: ", ")
    return "\(verb) INTO \(target)(\(columns)) \(select)\(upsert)"
  }

  /// The SELECT that makes rows of the records; its WHERE keeps an ON from being taken for a
  /// join's, and is no `true`, which would be a column of that name.
  var select: String {
    let values = plan.assignments.map { value(of: $0.source) }.joined(separator: ", ")
    return "SELECT \(values) FROM \(BatchTable.name) WHERE 1"
  }

  /// The statement that deletes the rows whose key a shown record has.
  func deleteKeys(_ key: [String]) -> String {
    let columns = key.map(quoted).joined(separator: ", ")
    let values = key.map { value(ofColumn: $0) ?? "NULL" }.joined(separator: ", ")
    return "DELETE FROM \(target) WHERE (\(columns)) IN"
      + " (SELECT \(values) FROM \(BatchTable.name))"
  }

  /// The statement that makes the temporary table for values of records that are set aside; without
  /// types, which would change them.
  func makeSetAside(_ name: String) -> String {
    let columns = plan.assignments.indices.map { "v\($0)" }.joined(separator: ", ")
    return "CREATE TEMP TABLE \(quoted(name))(\(columns))"
  }

  /// The statement that sets the shown record aside.
  func setAside(_ name: String) -> String { "INSERT INTO temp.\(quoted(name)) \(select)" }

  /// The statement that inserts the record that was set aside in the row `?`.
  func insertSetAside(_ name: String) -> String {
    let columns = plan.assignments.map { quoted($0.column) }.joined(separator: ", ")
    let values = plan.assignments.indices.map { "v\($0)" }.joined(separator: ", ")
    return "INSERT INTO \(target)(\(columns)) SELECT \(values) FROM temp.\(quoted(name))"
      + " WHERE rowid = ?"
  }

  /// The SELECT that has a row for each shown record that the filter is true of.
  var filterSelect: String {
    // A line end closes a comment that a user's expression may end with.
    "SELECT 1 FROM \(BatchTable.name) WHERE (\(plan.filter ?? "1")\n)"
  }

  /// What the target's `column` is set to, as SQL over the batch table.
  func value(ofColumn column: String) -> String? {
    plan.assignments.first { $0.column.lowercased() == column.lowercased() }
      .map { value(of: $0.source) }
  }

  private var target: String { "\(quoted(plan.schema)).\(quoted(plan.table))" }

  private func value(of source: InsertPlan.Source) -> String {
    switch source {
    case .field(let column): quoted(plan.name(ofField: column))
    case .constant(let index, _): ":\(Self.constantName(index))"
    case .expression(let sql): "(\(sql)\n)"
    }
  }

  private var upsert: String {
    switch plan.conflict {
    case .abort, .replace: return ""
    case .ignore(let key):
      let target = key.isEmpty ? "" : "(\(key.map(quoted).joined(separator: ", ")))"
      let column = quoted(plan.assignments.first?.column ?? "")
      return " ON CONFLICT\(target) DO UPDATE SET \(column) = \(column)"
        + " WHERE \(Self.conflictCounter)() = 0"
    case .update(let key):
      let names = Set(key.map { $0.lowercased() })
      let changed = plan.assignments.map(\.column).filter { !names.contains($0.lowercased()) }
      let columns = changed.isEmpty ? key : changed
      let set = columns.map { "\(quoted($0)) = excluded.\(quoted($0))" }.joined(separator: ", ")
      let differs = columns.map { "\(target).\(quoted($0)) IS NOT excluded.\(quoted($0))" }
        .joined(separator: " OR ")
      return " ON CONFLICT(\(key.map(quoted).joined(separator: ", "))) DO UPDATE SET \(set)"
        + " WHERE \(Self.conflictCounter)() AND (\(differs))"
    }
  }
}

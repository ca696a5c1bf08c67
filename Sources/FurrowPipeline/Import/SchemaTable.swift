internal import FurrowCore
internal import FurrowSQLite

/// A schema in SQL: what a table that is made for it declares.
enum SchemaTable {
  /// The type of a column and what holds for it alone.
  static func declaration(
    of field: SchemaField,
    in schema: Schema,
    _ plan: ImportPlan
  ) -> String {
    let name = plan.renamings.last { $0.old.isSpelled(field.name) }?.new ?? field.name
    var parts = [type(of: field.type)]
    if field.constraints.isRequired || schema.primaryKey.index(spelled: field.name) != nil {
      parts.append("NOT NULL")
    }
    if field.constraints.isUnique,
      !(schema.primaryKey.count == 1 && schema.primaryKey[0].isSpelled(field.name))
    {
      parts.append("UNIQUE")
    }
    parts += checks(of: field, named: quoted(name)).map { "CHECK (\($0))" }
    return parts.joined(separator: " ")
  }

  /// What holds for several columns, as far as all of them are in the table.
  static func constraints(
    of schema: Schema,
    in columns: [(name: String, declaredType: String)],
    _ plan: ImportPlan
  ) -> [String] {
    func list(_ names: [String]) -> String? {
      let renamed = names.map { name in plan.renamings.last { $0.old.isSpelled(name) }?.new ?? name
      }
      guard renamed.allSatisfy({ name in columns.contains { $0.name.isSpelled(name) } }) else {
        return nil
      }
      return renamed.map { quoted($0) }.joined(separator: ", ")
    }
    var result: [String] = []
    if !schema.primaryKey.isEmpty, let names = list(schema.primaryKey) {
      result.append("PRIMARY KEY (\(names))")
    }
    for key in schema.uniqueKeys where key != schema.primaryKey {
      if let names = list(key) { result.append("UNIQUE (\(names))") }
    }
    return result
  }

  /// Dates and the like stay as they are written, so they are text.
  private static func type(of type: FieldType) -> String {
    switch type {
    case .integer: "INTEGER"
    case .number: "REAL"
    case .boolean: "BOOLEAN"
    default: "TEXT"
    }
  }

  /// Conditions on the value that is stored, which is the logical one for numbers and texts only.
  private static func checks(of field: SchemaField, named name: String) -> [String] {
    let rules = field.constraints
    var checks: [String] = []
    if let bound = rules.minimum, let value = literal(bound.value, field.type) {
      checks.append("\(name) \(bound.isExclusive ? ">" : ">=") \(value)")
    }
    if let bound = rules.maximum, let value = literal(bound.value, field.type) {
      checks.append("\(name) \(bound.isExclusive ? "<" : "<=") \(value)")
    }
    let choices = rules.choices.compactMap { literal($0.value, field.type) }
    if !choices.isEmpty, choices.count == rules.choices.count {
      checks.append("\(name) IN (\(choices.joined(separator: ", ")))")
    }
    return checks
  }

  private static func literal(_ value: LogicalValue, _ type: FieldType) -> String? {
    switch (type, value) {
    case (.integer, .integer(let value)): String(value)
    case (.number, .number(let value)) where value.isFinite: value.description
    case (.boolean, .boolean(let value)): value ? "1" : "0"
    case (.string, .text(let text)) where !text.contains("\0"):
      "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
        + "'"
    default: nil
    }
  }
}

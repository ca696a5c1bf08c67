/// Rules about single statements.
struct StatementRules {
  private(set) var findings: [Finding] = []
  private let migration: Migration
  private let before: SchemaShape
  private let minimum: MigrationVersion?
  /// The tables that the file makes, in lower case.
  private let made: Set<String>

  init(
    _ migration: Migration,
    _ reports: [StatementReport],
    _ before: SchemaShape,
    _ minimum: MigrationVersion?
  ) {
    self.migration = migration
    self.before = before
    self.minimum = migration.directives.minimumSQLite.flatMap { MigrationVersion($0) } ?? minimum
    made = Set(
      reports.flatMap(\.finding.actions).filter { $0.change == .createTable }
        .map { $0.name.lowercased() }
    )
    for report in reports {
      let tokens = report.tokens
      changeWithoutWhere(tokens, report)
      addColumn(tokens, report)
      dropParent(report)
      renameFirst(tokens, report)
      uniqueIndex(tokens, report)
      conditions(tokens, report)
      copyOfAllColumns(tokens, report)
      pragma(report)
      features(tokens, report)
    }
  }

  private typealias Tokens = [TokenStream.Token]

  private mutating func add(
    _ rule: Finding.Rule,
    _ object: String,
    _ severity: Finding.Severity,
    _ message: String,
    _ report: StatementReport
  ) {
    findings.append(Finding(rule, object, severity, message).at(report))
  }

  private func isOld(_ table: String) -> Bool { before.tables[table.lowercased()] != nil }

  private mutating func changeWithoutWhere(_ tokens: Tokens, _ report: StatementReport) {
    guard let first = tokens.first, !tokens.contains(where: { $0.isKeyword("WHERE") }) else {
      return
    }
    if first.isKeyword("DELETE"), tokens.count > 2, let table = tokens[2].name, isOld(table) {
      add(.deleteWithoutWhere, table, .error, "all rows of \(table) are deleted", report)
    }
    if first.isKeyword("UPDATE"), tokens.count > 1, let table = tokens[1].name, isOld(table) {
      add(.updateWithoutWhere, table, .warning, "all rows of \(table) are changed", report)
    }
  }

  private mutating func addColumn(_ tokens: Tokens, _ report: StatementReport) {
    guard let index = tokens.firstIndex(where: { $0.isKeyword("ADD") }),
      tokens.first?.isKeyword("ALTER") ?? false, tokens.count > 3, let table = tokens[2].name,
      isOld(table)
    else { return }
    let rest = tokens[(index + 1)...].drop { $0.isKeyword("COLUMN") }
    let isNotNull = zip(rest, rest.dropFirst()).contains {
      $0.isKeyword("NOT") && $1.isKeyword("NULL")
    }
    let words = Array(rest)
    if let start = words.firstIndex(where: { $0.isKeyword("DEFAULT") }), start + 1 < words.count,
      words[start + 1].text == "(" || Self.isTime(words[start + 1]), let column = rest.first?.name
    {
      add(
        .nonConstantDefault,
        "\(table).\(column)",
        .error,
        "this works on an empty table only; add \(column) with a constant, or make \(table) anew",
        report
      )
    }
    let hasDefault = rest.contains { $0.isKeyword("DEFAULT") || $0.isKeyword("GENERATED") }
    guard isNotNull, !hasDefault, let column = rest.first?.name else { return }
    add(
      .notNullWithoutDefault,
      "\(table).\(column)",
      .error,
      "this works on an empty table only; give \(column) a DEFAULT, or fill it before NOT NULL",
      report
    )
  }

  private static func isTime(_ token: TokenStream.Token) -> Bool {
    ["CURRENT_TIME", "CURRENT_DATE", "CURRENT_TIMESTAMP"].contains { token.isKeyword($0) }
  }

  /// With keys enforced `DROP TABLE` deletes the rows first, and that goes on to the children.
  private mutating func dropParent(_ report: StatementReport) {
    guard migration.directives.enforcesForeignKeys else { return }
    for action in report.finding.actions where action.change == .dropTable {
      let child = before.tables.values.sorted { $0.name < $1.name }.first { table in
        table.foreignKeys.contains { key in
          key.lowercased().contains(" references \(action.name.lowercased()) on delete ")
            && !key.contains("ON DELETE NO ACTION") && !key.contains("ON DELETE RESTRICT")
        }
      }
      guard let child else { continue }
      add(
        .dropParent,
        action.name,
        .error,
        "foreign keys are on, so this deletes or changes rows of \(child.name), too; take"
          + " foreign-keys=on away",
        report
      )
    }
  }

  /// Keys, views and triggers follow a table that gets another name.
  private mutating func renameFirst(_ tokens: Tokens, _ report: StatementReport) {
    guard tokens.first?.isKeyword("ALTER") ?? false, tokens.count > 5,
      tokens[3].isKeyword("RENAME"), tokens[4].isKeyword("TO"), let table = tokens[2].name,
      isOld(table), made.contains(table.lowercased())
    else { return }
    add(
      .renameFirst,
      table,
      .warning,
      "keys, views and triggers follow the old table to its new name; make the new table under"
        + " another name, copy, drop \(table) and rename last",
      report
    )
  }

  private mutating func uniqueIndex(_ tokens: Tokens, _ report: StatementReport) {
    guard tokens.count > 2, tokens[0].isKeyword("CREATE"), tokens[1].isKeyword("UNIQUE") else {
      return
    }
    for action in report.finding.actions
    where action.change == .createIndex && isOld(action.table)
      && before.indexes[action.name] != action.table
    {
      add(
        .newUnique,
        action.name,
        .warning,
        "this fails if two rows of \(action.table) are equal; see to that first",
        report
      )
    }
  }

  private mutating func conditions(_ tokens: Tokens, _ report: StatementReport) {
    guard let index = tokens.firstIndex(where: { $0.isKeyword("EXISTS") }), index > 0,
      index + 1 < tokens.count, let name = tokens[index + 1].name
    else { return }
    if tokens[0].isKeyword("CREATE"), tokens[index - 1].isKeyword("NOT") {
      add(
        .ifNotExists,
        name,
        .warning,
        "IF NOT EXISTS hides that \(name) may be there in another shape; a migration knows what is"
          + " there",
        report
      )
    }
    let drops = report.finding.actions.contains {
      [.dropTable, .dropIndex, .dropView, .dropTrigger].contains($0.change)
    }
    // A file that runs again drops what it made the time before.
    if tokens[0].isKeyword("DROP"), !drops, migration.kind != .repeatable {
      add(.dropIfExists, name, .warning, "there is no \(name) to drop at this point", report)
    }
  }

  private mutating func copyOfAllColumns(_ tokens: Tokens, _ report: StatementReport) {
    guard tokens.count > 4, tokens[0].isKeyword("INSERT"),
      let index = tokens.firstIndex(where: { $0.isKeyword("SELECT") }),
      index + 1 < tokens.count, tokens[index + 1].text == "*",
      let into = tokens.firstIndex(where: { $0.isKeyword("INTO") }),
      let table = tokens[into + 1].name
    else { return }
    add(
      .insertSelectStar,
      table,
      .warning,
      "columns go by their order here; name them, so that none lands in another's place",
      report
    )
  }

  private mutating func pragma(_ report: StatementReport) {
    guard let pragma = report.finding.pragma, report.section.isTransactional else { return }
    if pragma == "defer_foreign_keys" {
      add(
        .deferForeignKeys,
        pragma,
        .warning,
        "this does not keep ON DELETE CASCADE from deleting; keys are off here anyway",
        report
      )
    }
    let useless = ["journal_mode", "synchronous", "locking_mode", "auto_vacuum", "page_size"]
    guard useless.contains(pragma) else { return }
    add(
      .pragmaInTransaction,
      pragma,
      .warning,
      "this has no effect inside a transaction; run the file outside, with transaction:false",
      report
    )
  }

  /// What an older SQLite does not know: <https://www.sqlite.org/changes.html>.
  private mutating func features(_ tokens: Tokens, _ report: StatementReport) {
    guard let minimum else { return }
    for (feature, version, words) in Self.features {
      guard let needed = MigrationVersion(version), minimum < needed else { continue }
      let starts = tokens.indices.filter { tokens[$0].isKeyword(words[0]) }
      let isUsed = starts.contains { start in
        tokens.count - start >= words.count
          && words.indices.allSatisfy { tokens[start + $0].isKeyword(words[$0]) }
      }
      guard isUsed else { continue }
      add(
        .minimumSQLite,
        feature,
        .error,
        "\(feature) needs SQLite \(version), but the files are to run on \(minimum)",
        report
      )
    }
  }

  private static let features: [(String, String, [String])] = [
    ("UPSERT", "3.24", ["DO", "UPDATE"]), ("UPSERT", "3.24", ["DO", "NOTHING"]),
    ("RENAME COLUMN", "3.25", ["RENAME", "COLUMN"]),
    ("GENERATED", "3.31", ["GENERATED", "ALWAYS"]), ("RETURNING", "3.35", ["RETURNING"]),
    ("DROP COLUMN", "3.35", ["DROP", "COLUMN"]), ("STRICT", "3.37", ["STRICT"]),
    ("SET NOT NULL", "3.53", ["SET", "NOT", "NULL"]),
    ("DROP NOT NULL", "3.53", ["DROP", "NOT", "NULL"]),
    ("ADD CONSTRAINT", "3.53", ["ADD", "CONSTRAINT"]),
    ("DROP CONSTRAINT", "3.53", ["DROP", "CONSTRAINT"]),
  ]
}

/// Rules that compare the schema before and behind a file.
struct SchemaRules {
  private(set) var findings: [Finding] = []
  private let migration: Migration
  private let reports: [StatementReport]
  private let before: SchemaShape
  private let after: SchemaShape

  init(
    _ migration: Migration,
    _ reports: [StatementReport],
    _ before: SchemaShape,
    _ after: SchemaShape
  ) {
    self.migration = migration
    self.reports = reports
    self.before = before
    self.after = after
    for table in before.tables.values.sorted(by: { $0.name < $1.name }) { compare(table) }
    compareParts()
  }

  private mutating func compare(_ old: SchemaShape.Table) {
    guard let new = after.tables[old.name.lowercased()] else {
      if !isRenamed(old.name) {
        add(.dropTable, old.name, .error, "the table \(old.name) and its rows are gone")
      }
      return
    }
    for column in old.columns { compare(column, old, new) }
    for lost in old.foreignKeys.union(old.uniqueKeys).union(old.checks)
      .subtracting(new.foreignKeys.union(new.uniqueKeys).union(new.checks)).sorted()
    where !reports.contains(where: { Self.hasWord("RENAME", $0) && !isRebuilt(old.name) }) {
      add(.lostConstraint, old.name, .error, "the table \(old.name) has lost \(lost)")
    }
    if new.isStrict, !old.isStrict {
      add(.newStrict, old.name, .warning, "rows of \(old.name) may not fit a STRICT table")
    }
    if !new.checks.isSubset(of: old.checks) {
      add(.newCheck, old.name, .warning, "rows of \(old.name) may not pass the new CHECK")
    }
    if !new.uniqueKeys.isSubset(of: old.uniqueKeys) {
      add(.newUnique, old.name, .warning, "rows of \(old.name) may be equal in the new UNIQUE")
    }
  }

  private mutating func compare(
    _ old: ColumnInfo,
    _ oldTable: SchemaShape.Table,
    _ table: SchemaShape.Table
  ) {
    let object = "\(table.name).\(old.name)"
    guard let new = table.column(old.name) else {
      if !isRenamed(old.name) {
        add(.dropColumn, object, .error, "the column \(object) and its values are gone")
      }
      return
    }
    let oldAffinity = Affinity(declaredType: old.declaredType)
    let newAffinity = Affinity(declaredType: new.declaredType)
    if oldAffinity != newAffinity, newAffinity != .blob, newAffinity != .text {
      add(
        .narrowedType,
        object,
        .error,
        "\(object) was \(old.declaredType.isEmpty ? "without a type" : old.declaredType) and is"
          + " \(new.declaredType) now, which may change values"
      )
    }
    if old.defaultSQL != nil, new.defaultSQL == nil {
      add(
        .lostDefault,
        object,
        .warning,
        "\(object) has lost its default \(old.defaultSQL ?? "")"
      )
    }
    if new.isNotNull, !old.isNotNull, new.primaryKeyPosition == nil {
      add(
        .newNotNull,
        object,
        .warning,
        "rows may have NULL in \(object), which is NOT NULL now"
      )
    }
  }

  private mutating func compareParts() {
    for (name, table) in before.indexes.sorted(by: { $0.key < $1.key })
    where after.indexes[name] == nil {
      lose("index", name, table)
    }
    for (name, table) in before.triggers.sorted(by: { $0.key < $1.key })
    where after.triggers[name] == nil {
      lose("trigger", name, table)
    }
    for view in before.views.subtracting(after.views).sorted() {
      add(.dropView, view, .warning, "the view \(view) is gone")
    }
  }

  /// A part that goes with its table is meant; one that a rebuild forgets is not.
  private mutating func lose(_ kind: String, _ name: String, _ table: String) {
    let isTableLeft = after.tables[table.lowercased()] != nil || after.views.contains(table)
    guard isTableLeft else { return }
    let isNamed = reports.contains { report in
      report.finding.actions.contains {
        ($0.change == .dropIndex || $0.change == .dropTrigger) && $0.name == name
      } && !report.finding.actions.contains { $0.change == .dropTable }
    }
    if isNamed {
      add(
        kind == "index" ? .dropIndex : .dropTrigger,
        name,
        .warning,
        "the \(kind) \(name) of \(table) is gone"
      )
    } else {
      add(
        kind == "index" ? .lostIndex : .lostTrigger,
        name,
        .error,
        "the \(kind) \(name) went when \(table) was made anew; make it anew, too"
      )
    }
  }

  /// Whether a statement gives `name` another name.
  private func isRenamed(_ name: String) -> Bool {
    reports.contains { report in
      Self.hasWord("RENAME", report)
        && report.tokens.contains { $0.name?.lowercased() == name.lowercased() }
        && !isRebuilt(name)
    }
  }

  private func isRebuilt(_ table: String) -> Bool {
    reports.contains { report in
      report.finding.actions.contains {
        $0.change == .dropTable && $0.name.lowercased() == table.lowercased()
      }
    }
  }

  private static func hasWord(_ word: String, _ report: StatementReport) -> Bool {
    report.finding.actions.contains { $0.change == .alterTable }
      && report.tokens.contains { $0.isKeyword(word) }
  }

  /// Adds a finding at the last statement that speaks of the object, else of its table.
  private mutating func add(
    _ rule: Finding.Rule,
    _ object: String,
    _ severity: Finding.Severity,
    _ message: String
  ) {
    var finding = Finding(rule, object, severity, message, path: migration.path)
    for name in object.split(separator: ".").reversed() {
      let report = reports.first { report in
        report.tokens.contains { $0.name?.lowercased() == name.lowercased() }
      }
      guard let report else { continue }
      finding = finding.at(report)
      break
    }
    findings.append(finding)
  }
}

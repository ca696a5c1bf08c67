/// Runs new migrations up, down and up again on a database that has rows.
struct Staircase {
  private let migrator: Migrator
  private let newVersions: Set<MigrationVersion>
  private let rows: (path: String, text: String)?

  /// `rows`: SQL with rows for the database before the new migrations.
  init(
    _ migrator: Migrator,
    _ newVersions: Set<MigrationVersion>,
    rows: (path: String, text: String)? = nil
  ) {
    self.rows = rows
    self.migrator = migrator
    self.newVersions = newVersions
  }

  /// What a database with rows does not survive.
  func findings() throws(MigrationError) -> [Finding] {
    let steps = MigrationStatus(migrator.migrations, []).pending
    guard let first = steps.first(where: { newVersions.contains($0.version) }) else { return [] }
    let new = steps.filter { newVersions.contains($0.version) }
    let old = steps.filter { $0.version < first.version }
    do throws(MigrationError) {
      return try climb(old, new, isRough: true)
    } catch {
      guard Self.allowsLoss(new, error) else { return [Self.finding(error)] }
    }
    // What the rows break is allowed; rows that differ everywhere must still pass.
    do throws(MigrationError) { return try climb(old, new, isRough: false) } catch {
      return [Self.finding(error)]
    }
  }

  /// Whether the failing file says that it counts on the rows.
  private static func allowsLoss(_ migrations: [Migration], _ error: MigrationError) -> Bool {
    let rules = ["new-unique:", "new-not-null:", "new-check:", "new-strict:", "not-null-without-"]
    let migration = migrations.first { $0.version.text == error.version }
    return migration?.directives.allowed.contains { key in
      rules.contains { key.hasPrefix($0) }
    } ?? false
  }

  private static func finding(_ error: MigrationError) -> Finding {
    var finding = Finding(error)
    finding.details.append("this happens on a database with rows, not on an empty one")
    return finding
  }

  private func climb(
    _ old: [Migration],
    _ new: [Migration],
    isRough: Bool
  ) throws(MigrationError) -> [Finding] {
    let database = try MemoryDatabase.open()
    try Migrator(migrations: old).up(database)
    if let rows {
      do { try database.execute(SQL(raw: rows.text)) } catch {
        var fault = MigrationError(.sql, error.sentence, path: rows.path)
        (fault.line, fault.column) = (error.place?.line, error.place?.column)
        fault.caret = error.caret
        return [Finding(fault)]
      }
    }
    do { try RowGenerator(database, isRough: isRough).fill() } catch { throw MigrationError(error) }
    var findings: [Finding] = []
    for index in new.indices
    where !findings.contains(where: { $0.rule == Finding.Rule.downDiffers.rawValue }) {
      let path = Migrator(migrations: old + new[...index])
      findings += try step(path, new[index], database)
      // Tables made by this file get rows for the next one.
      do { try RowGenerator(database, isRough: isRough).fill() } catch {
        throw MigrationError(error)
      }
    }
    return findings
  }

  private func step(
    _ migrator: Migrator,
    _ migration: Migration,
    _ database: Database
  ) throws(MigrationError) -> [Finding] {
    let below = try SchemaDump(of: database)
    let shapeBelow = try shape(database)
    let before = try rows(database, shapeBelow)
    try migrator.up(database)
    guard !migration.down.isEmpty else { return [] }
    let above = try SchemaDump(of: database)
    let shapeAbove = try shape(database)
    try migrator.down(database, .steps(1), ignoresDrift: true)
    var findings = difference(.downDiffers, migration, below, try SchemaDump(of: database))
    let kept = try rows(database, shapeAbove)
    for table in before.differences(to: kept)
    where shapeBelow.tables[table]?.columns.count == shapeAbove.tables[table]?.columns.count {
      findings.append(
        Finding(
          .rowsLost,
          table,
          .warning,
          "the rows of \(table) are not the same after up and down",
          path: migration.path
        )
      )
    }
    // From another schema than before, the way up means nothing.
    guard findings.allSatisfy({ $0.rule != Finding.Rule.downDiffers.rawValue }) else {
      return findings
    }
    try migrator.up(database)
    findings += difference(.upDiffers, migration, above, try SchemaDump(of: database))
    return findings
  }

  private func difference(
    _ rule: Finding.Rule,
    _ migration: Migration,
    _ expected: SchemaDump,
    _ found: SchemaDump
  ) -> [Finding] {
    let differences = expected.differences(to: found)
    guard let first = differences.first else { return [] }
    let way = rule == .downDiffers ? "the way back does not lead back" : "the second up differs"
    var finding = Finding(
      rule,
      migration.version.text,
      .error,
      "\(way): \(first.summary)",
      path: migration.path
    )
    finding.details = differences.flatMap { [$0.summary] + $0.lines }
    guard migration.directives.allowed.contains(finding.key) else { return [finding] }
    finding.severity = .warning
    return [finding]
  }

  private func shape(_ database: Database) throws(MigrationError) -> SchemaShape {
    do { return try SchemaShape(of: database) } catch { throw MigrationError(error) }
  }

  private func rows(
    _ database: Database,
    _ shape: SchemaShape
  ) throws(MigrationError) -> TableRows {
    do { return try TableRows(of: database, columnsOf: shape) } catch {
      throw MigrationError(error)
    }
  }
}

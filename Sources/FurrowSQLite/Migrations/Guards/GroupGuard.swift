/// What the migrations of one transaction must leave whole: keys, rows, views and triggers.
///
/// Only what they break themselves counts; what was broken before stays so and is no reason to
/// keep anybody from moving on.
struct GroupGuard {
  private let scope: KeyScope?
  private let violations: ForeignKeyViolations?
  private let counts: RowCounts?
  private let health: SchemaHealth

  /// Looks at the database as it is before `sections` of `migrations` run.
  init(
    of database: Database,
    _ migrations: [Migration],
    _ sections: [Migration.Section],
    _ options: Migrator.Options
  ) throws(MigrationError) {
    do {
      // With keys enforced a cascade reaches tables that nobody names.
      let isEnforced = migrations.contains { $0.directives.enforcesForeignKeys }
      let scope: KeyScope? =
        switch options.keyCheck {
        case .none: nil
        case .all: .all
        case .changed: isEnforced ? .all : try KeyScope(sections, in: database)
        }
      self.scope = scope
      violations = try scope.map { scope throws(SQLiteError) in
        try ForeignKeyViolations(of: database, in: scope)
      }
      counts = options.guardsRows ? try RowCounts(of: database) : nil
      health = try SchemaHealth(of: database)
    } catch {
      throw MigrationError(error)
    }
  }

  /// Compares with the database as `migrations` have made it.
  ///
  /// `deletions`: The place of the first statement that takes rows of a table.
  /// - Throws: `foreignKey`, `rowLoss` or `brokenSchema` with the rows or names as details.
  func verify(
    _ database: Database,
    _ migrations: [Migration],
    _ sections: [Migration.Section],
    _ deletions: [String: MigrationError]
  ) throws(MigrationError) {
    let only = migrations.count == 1 ? migrations.first : nil
    var added: [ForeignKeyViolations.Violation] = []
    let losses: [RowCounts.Loss]
    let faults: [String]
    do {
      if let scope, let violations {
        added = try ForeignKeyViolations(of: database, in: scope).added(since: violations)
      }
      losses = try counts?.losses(to: database) ?? []
      faults = try SchemaHealth(of: database).added(since: health)
    } catch {
      throw MigrationError(error)
    }
    if let error = Self.refusal(added, only) { throw error }
    for loss in losses where !Migration.sections(sections, takeRowsFrom: loss.table) {
      throw Self.refusal(loss, only, deletions)
    }
    if let error = Self.refusal(faults, only) { throw error }
  }

  private static func refusal(
    _ added: [ForeignKeyViolations.Violation],
    _ only: Migration?
  ) -> MigrationError? {
    guard let first = added.first else { return nil }
    let more = added.count > 1 ? " and \(added.count - 1) more" : ""
    if let mismatch = added.first(where: \.isMismatch) {
      return make(
        .foreignKey,
        "a foreign key could not work: \(mismatch.description); the columns it points to must be the"
          + " PRIMARY KEY, or UNIQUE",
        only,
        added.prefix(20).map(\.description)
      )
    }
    return make(
      .foreignKey,
      "\(added.count) row\(added.count == 1 ? "" : "s") would break a foreign key:"
        + " \(first.description)\(more)",
      only,
      added.prefix(20).map(\.description)
    )
  }

  private static func refusal(
    _ loss: RowCounts.Loss,
    _ only: Migration?,
    _ deletions: [String: MigrationError]
  ) -> MigrationError {
    let message =
      "the table \(loss.table) would go from \(loss.before) to \(loss.after) rows, though no"
      + " statement deletes from it by name; write a DELETE if that is meant, or --row-guard off"
    guard var error = deletions[loss.table.lowercased()] else {
      return make(.rowLoss, message, only, [])
    }
    error.message = message
    return error
  }

  private static func refusal(_ faults: [String], _ only: Migration?) -> MigrationError? {
    guard let first = faults.first else { return nil }
    let more = faults.count > 1 ? " and \(faults.count - 1) more" : ""
    return make(
      .brokenSchema,
      "the schema would be broken: \(first)\(more); make it anew in the same file",
      only,
      faults
    )
  }

  private static func make(
    _ kind: MigrationError.Kind,
    _ message: String,
    _ only: Migration?,
    _ details: [String]
  ) -> MigrationError {
    var error = MigrationError(kind, message, path: only?.path, version: only?.version.text)
    error.details = details
    return error
  }
}

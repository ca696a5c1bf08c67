/// What keeps migrations from being applied before any of them runs.
enum PendingRules {
  static func refuse(_ entry: MigrationStatus.Entry) throws(MigrationError) {
    let path = entry.migration?.path ?? entry.file
    switch entry.state {
    case .modified:
      throw MigrationError(
        .modified,
        "version \(entry.version) was applied on \(entry.appliedAt ?? "") and the file has changed"
          + " since; bring the old text back and put the change into a new migration, or accept it"
          + " with `furrow migrate repair --accept \(entry.version)`",
        path: path,
        version: entry.version.text
      )
    case .incomplete:
      throw MigrationError(
        .incomplete,
        "version \(entry.version) runs outside a transaction and stopped behind statement"
          + " \(entry.statementsDone ?? 0); statement \((entry.statementsDone ?? 0) + 1) may have"
          + " taken effect or not: look, then `furrow migrate repair` with --continue,"
          + " --mark-applied or --mark-reverted",
        path: path,
        version: entry.version.text
      )
    case .partlyReplaced:
      throw MigrationError(
        .state,
        "the database has some of the migrations that \(entry.file) replaces, but not all; apply"
          + " the rest with the files as they were before",
        path: path,
        version: entry.version.text
      )
    case .applied, .cosmetic, .pending, .outOfOrder, .missing, .ahead:
      break
    }
  }

  static func refuseOutOfOrder(
    _ pending: [Migration],
    _ status: MigrationStatus
  ) throws(MigrationError) {
    guard let head = status.head else { return }
    for migration in pending where !migration.version.isRepeatable && migration.version < head {
      throw MigrationError(
        .outOfOrder,
        "version \(migration.version) comes before version \(head), which is applied already;"
          + " give it a higher number, or allow it with --allow-out-of-order",
        path: migration.path,
        version: migration.version.text
      )
    }
  }

  /// A database that knows more than the folder must not get more from it.
  static func refuseMissing(
    _ status: MigrationStatus,
    _ pending: [Migration],
    _ rule: Migrator.AheadRule
  ) throws(MigrationError) {
    let unknown = status.entries.filter { $0.state == .missing || $0.state == .ahead }
    let ahead = unknown.first { $0.state == .ahead }
    guard let entry = ahead ?? unknown.first else { return }
    guard !pending.isEmpty || ahead != nil && rule == .error else { return }
    throw MigrationError(
      entry.state == .ahead ? .ahead : .missing,
      "version \(entry.version) is applied in the database, but its file is not in the folder;"
        + " is this an old checkout?",
      path: entry.file,
      version: entry.version.text
    )
  }

  /// What the files themselves ask for.
  static func refuseUnmet(
    _ pending: [Migration],
    _ status: MigrationStatus
  ) throws(MigrationError) {
    var present = Set(status.entries.filter { $0.appliedAt != nil }.map(\.version))
    for migration in pending {
      if let missing = migration.directives.requires.first(where: { !present.contains($0) }) {
        throw MigrationError(
          .state,
          "version \(migration.version) requires version \(missing), which is not applied before",
          path: migration.path,
          version: migration.version.text
        )
      }
      if migration.directives.needsNewerSQLite {
        throw MigrationError(
          .tooOldSQLite,
          "expected SQLite \(migration.directives.minimumSQLite ?? "") or later,"
            + " found \(MigrationDirectives.libraryVersion)",
          path: migration.path,
          version: migration.version.text
        )
      }
      present.insert(migration.version)
    }
  }
}

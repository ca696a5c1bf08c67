/// A migration in force, as what was taken out of a database notes it.
package struct NotedMigration: Hashable, Sendable {
  package let version: MigrationVersion
  /// The fingerprints of the file as it was applied; empty if nobody knows them.
  package let contentHash: String
  package let tokensHash: String

  package init(version: MigrationVersion, contentHash: String = "", tokensHash: String = "") {
    self.version = version
    self.contentHash = contentHash
    self.tokensHash = tokensHash
  }
}

extension Database {
  /// The migrations in force by the history, lowest version first; those that run again whenever they
  /// change are left out.
  ///
  /// - Throws: ``MigrationError`` for a history that this program does not know.
  package func notedMigrations() throws(MigrationError) -> [NotedMigration] {
    try MigrationHistory(database: self).rows().filter { !$0.version.isRepeatable }.map {
      NotedMigration(
        version: $0.version,
        contentHash: $0.contentHash,
        tokensHash: $0.tokensHash
      )
    }
  }
}

extension Migrator {
  /// The migrations to run on an empty database for the schema that `noted`, of the file at `path`,
  /// describes.
  ///
  /// - Throws: `ahead`, `missing`, `modified` or `state` if these are not the migrations behind it, or
  ///   `options` ask for an older schema; what `up` would refuse of those that are pending then.
  package func migrations(
    behind noted: [NotedMigration],
    in path: String,
    _ options: Options
  ) throws(MigrationError) -> [Migration] {
    let status = MigrationStatus(migrations, noted.map(MigrationHistory.Row.init))
    for entry in status.entries {
      guard var error = Self.refusal(of: entry, in: status) else { continue }
      error.path = error.path ?? path
      throw error
    }
    if let head = status.head, let target = options.target, target < head {
      throw MigrationError(
        .ahead,
        "expected a schema of version \(target) or an older one, found version \(head), and nothing"
          + " goes back by itself",
        path: path,
        version: head.text
      )
    }
    _ = try pending(status, options)
    return status.entries.filter { $0.appliedAt != nil }.compactMap(\.migration)
  }

  private static func refusal(
    of entry: MigrationStatus.Entry,
    in status: MigrationStatus
  ) -> MigrationError? {
    let version = entry.version
    let known = status.entries.last { $0.migration != nil && !$0.version.isRepeatable }?.version
    let facts: (kind: MigrationError.Kind, message: String)? =
      switch entry.state {
      case .ahead:
        (
          .ahead,
          "expected a schema that the migrations lead to, found version \(version), which is newer:"
            + (known.map { " they end with version \($0)" } ?? " there are none")
        )
      case .missing:
        (
          .missing,
          "expected a schema that the migrations lead to, found version \(version), whose file is"
            + " not among them"
        )
      case .modified:
        (
          .modified,
          "version \(version) has changed since; bring the old text back and put the change into a"
            + " new migration"
        )
      case .partlyReplaced, .incomplete:
        (
          .state,
          "\(entry.file) replaces migrations of which some are behind the schema, but not all; take"
            + " the files as they were before"
        )
      case .applied, .cosmetic, .pending, .outOfOrder: nil
      }
    return facts.map {
      MigrationError($0.kind, $0.message, path: entry.migration?.path, version: version.text)
    }
  }
}

extension MigrationHistory.Row {
  fileprivate init(_ noted: NotedMigration) {
    self.init(
      version: noted.version,
      name: "",
      file: "",
      contentHash: noted.contentHash,
      tokensHash: noted.tokensHash,
      appliedAt: "",
      position: 0,
      down: nil,
      statementsDone: nil,
      state: MigrationEvent.State.applied.rawValue
    )
  }
}

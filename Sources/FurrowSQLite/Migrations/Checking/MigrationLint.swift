/// Looks for what goes wrong on real data, by running the files on an empty database.
///
/// Rules see what SQLite itself says a statement does, so quoting, cascades and triggers do not
/// fool them. A file allows a finding by `-- furrow: allow=RULE:OBJECT`.
public struct MigrationLint: Sendable {
  private let migrator: Migrator
  private let minimumSQLite: MigrationVersion?

  /// `minimumSQLite`: the oldest SQLite the files must run on; `nil` leaves that to each file.
  public init(_ migrator: Migrator, minimumSQLite: MigrationVersion? = nil) {
    self.migrator = migrator
    self.minimumSQLite = minimumSQLite
  }

  /// The findings in the files of `versions`, in order; all files if it is `nil`.
  ///
  /// - Throws: `database` if no database can be made in memory.
  public func findings(
    in versions: Set<MigrationVersion>? = nil
  ) throws(MigrationError) -> [Finding] {
    let session = try MigrationSession(try MemoryDatabase.open())
    defer { session.end() }
    var findings: [Finding] = []
    for migration in MigrationStatus(migrator.migrations, []).pending {
      let isWanted = versions?.contains(migration.version) ?? true
      do throws(MigrationError) {
        let found = try run(migration, session, isWanted: isWanted)
        findings += found.filter { !migration.directives.allowed.contains($0.key) }
      } catch {
        // Behind a file that fails nothing can be said.
        return findings + [Finding(error)]
      }
    }
    return findings
  }

  private func run(
    _ migration: Migration,
    _ session: MigrationSession,
    isWanted: Bool
  ) throws(MigrationError) -> [Finding] {
    var reports: [StatementReport] = []
    session.observer = isWanted ? { reports.append($0) } : nil
    let before = isWanted ? try shape(session) : nil
    if migration.isTransactional { try session.begin() }
    let execute = { () throws(MigrationError) in
      _ = try session.execute(migration.up, of: migration)
    }
    if isWanted {
      try session.keepingWhole([migration], migration.up, countsRows: false, execute)
    } else {
      // Looking at all of the schema behind each of many files takes long.
      try execute()
    }
    if migration.isTransactional {
      do { try session.database.commit() } catch { throw MigrationError(error) }
    }
    guard let before else { return [] }
    let after = try shape(session)
    return SchemaRules(migration, reports, before, after).findings
      + StatementRules(migration, reports, before, minimumSQLite).findings
  }

  private func shape(_ session: MigrationSession) throws(MigrationError) -> SchemaShape {
    do { return try SchemaShape(of: session.database) } catch { throw MigrationError(error) }
  }
}

/// An empty database in memory, for trials.
enum MemoryDatabase {
  static func open() throws(MigrationError) -> Database {
    do { return try Database(path: ":memory:", options: .init(mode: .create)) } catch {
      throw MigrationError(error)
    }
  }
}

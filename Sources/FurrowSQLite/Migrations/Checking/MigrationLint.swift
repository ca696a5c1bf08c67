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
    var strings: [Finding] = []
    if isWanted {
      session.observer = { report in
        reports.append(report)
        if let finding = Self.quotedString(report, migration, session.database) {
          strings.append(finding)
        }
      }
    }
    defer { session.observer = nil }
    let before = isWanted ? try shape(session) : nil
    if migration.isTransactional { try session.begin() }
    let execute = { () throws(MigrationError) in
      _ = try session.execute(migration.up, of: migration)
    }
    if isWanted {
      var options = Migrator.Options()
      options.guardsRows = false
      try session.keepingWhole([migration], migration.up, options, execute)
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
      + StatementRules(migration, reports, before, minimumSQLite).findings + strings
  }

  /// A finding about a name in double quotes that fits nothing, which SQLite takes for a string.
  private static func quotedString(
    _ report: StatementReport,
    _ migration: Migration,
    _ database: Database
  ) -> Finding? {
    let verbs = ["SELECT", "INSERT", "UPDATE", "DELETE", "REPLACE", "WITH"]
    let tokens = report.tokens
    guard verbs.contains(where: { tokens.first?.isKeyword($0) ?? false }),
      tokens.contains(where: { $0.kind == .quotedName && $0.text.hasPrefix("\"") })
    else { return nil }
    MigrationSession.acceptDoubleQuotedStrings(false, database)
    defer { MigrationSession.acceptDoubleQuotedStrings(true, database) }
    do {
      _ = try database.prepare(SQL(raw: report.sql))
      return nil
    } catch {
      guard error.message.hasPrefix("no such column") else { return nil }
      let name = error.nameNotFound ?? ""
      return Finding(
        .doubleQuotedString,
        name,
        .warning,
        "there is no column \"\(name)\", so that SQLite takes it for a string, and programs that"
          + " switch that off fail; write '\(name)'"
      ).at(report)
    }
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

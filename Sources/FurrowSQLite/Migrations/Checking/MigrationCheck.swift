/// Proves a folder of migrations without any database: the check of a pull request.
///
/// Everything runs in memory: a fresh build, an upgrade of a database that has rows, each new file
/// up, down and up again, and the comparison with `schema.sql`.
public struct MigrationCheck: Sendable {
  /// What to compare with.
  public struct Options: Sendable {
    /// The migrations as they were before the change; `nil` takes all but the last for old.
    public var base: [Migration]?
    /// The text of `schema.sql`, if there is one.
    public var schema: (path: String, text: String)?
    /// The oldest SQLite the files must run on.
    public var minimumSQLite: MigrationVersion?
    /// SQL with rows for the database at the base; the generated ones come on top of them.
    public var rows: (path: String, text: String)?

    /// Compares with nothing.
    public init() {}
  }

  private let folder: MigrationFolder
  private let options: Options
  private let migrator: Migrator

  /// Takes the folder as it is now.
  public init(_ folder: MigrationFolder, _ options: Options = Options()) {
    self.folder = folder
    self.options = options
    migrator = Migrator(migrations: folder.migrations)
  }

  /// All that is wrong, most important first; nothing if all is well.
  ///
  /// - Throws: `database` if no database can be made in memory.
  public func findings() throws(MigrationError) -> [Finding] {
    var findings = folder.warnings.map { Finding(.misnamed, "", .error, $0) }
    findings += NumberRules(migrator.migrations, newVersions).findings
    findings += HistoryRules(base: options.base, now: migrator.migrations).findings
    do throws(MigrationError) {
      let built = try build(migrator)
      findings += try whole(built)
      let dump = try SchemaDump(of: built)
      if try SchemaDump(of: build(migrator)) != dump {
        findings.append(
          Finding(
            .notRepeatable,
            "",
            .error,
            "a second build gives another schema than the first"
          )
        )
      }
      if let schema = options.schema { findings += try compare(dump, schema) }
    } catch {
      return findings + [Finding(error)]
    }
    findings += try MigrationLint(migrator, minimumSQLite: options.minimumSQLite)
      .findings(in: newVersions)
    findings += try Staircase(migrator, newVersions, rows: options.rows).findings()
    return findings
  }

  /// The versions that the base does not have; without a base those behind the last but one.
  private var newVersions: Set<MigrationVersion> {
    let versions = migrator.migrations.map(\.version)
    guard let base = options.base else { return Set(versions.suffix(1)) }
    return Set(versions).subtracting(base.map(\.version))
  }

  private func build(_ migrator: Migrator) throws(MigrationError) -> Database {
    let database = try MemoryDatabase.open()
    try migrator.up(database)
    return database
  }

  /// What SQLite and the compiler say of the finished database.
  private func whole(_ database: Database) throws(MigrationError) -> [Finding] {
    do {
      var findings: [Finding] = []
      let answers = try database.rows("PRAGMA integrity_check").compactMap { $0.first?.text }
      for answer in answers where answer != "ok" {
        findings.append(Finding(.integrity, "", .error, "integrity_check: \(answer)"))
      }
      for violation in try ForeignKeyViolations(of: database).all {
        findings.append(Finding(.foreignKey, "", .error, "a foreign key is broken: \(violation)"))
      }
      for (name, fault) in try SchemaHealth(of: database).faults.sorted(by: { $0.key < $1.key }) {
        findings.append(Finding(.brokenSchema, name, .error, "\(name): \(fault)"))
      }
      return findings
    } catch {
      throw MigrationError(error)
    }
  }

  private func compare(
    _ dump: SchemaDump,
    _ schema: (path: String, text: String)
  ) throws(MigrationError) -> [Finding] {
    guard schema.text != dump.text else { return [] }
    var finding = Finding(
      .schemaFile,
      "",
      .error,
      "\(schema.path) is not what the migrations make; write it anew with"
        + " `furrow migrate dump -o \(schema.path)`",
      path: schema.path
    )
    do throws(SQLiteError) {
      let database = try Database(path: ":memory:", options: .init(mode: .create))
      try database.execute(SQL(raw: schema.text))
      if let written = try? SchemaDump(of: database) {
        finding.details = written.differences(to: dump).flatMap { [$0.summary] + $0.lines }
      }
    } catch {
      finding.details = [error.description]
    }
    return [finding]
  }
}

/// Rules about the files against those of the base.
private struct HistoryRules {
  private(set) var findings: [Finding] = []

  init(base: [Migration]?, now migrations: [Migration]) {
    guard let base else { return }
    let head = base.map(\.version).filter { !$0.isRepeatable }.max()
    var old: [MigrationVersion: Migration] = [:]
    for migration in base { old[migration.version] = migration }
    let replaced = Set(migrations.flatMap(\.directives.replaces))
    for migration in migrations {
      if let before = old.removeValue(forKey: migration.version) {
        compare(before, migration, isReplaced: replaced.contains(migration.version))
      } else if let head, !migration.version.isRepeatable, migration.version < head {
        findings.append(
          Finding(
            .outOfOrder,
            migration.version.text,
            .error,
            "version \(migration.version) is new and comes before version \(head) of the base;"
              + " give it a higher number",
            path: migration.path
          )
        )
      }
    }
    for migration in base
    where old[migration.version] != nil && !replaced.contains(migration.version) {
      findings.append(
        Finding(
          .removed,
          migration.version.text,
          .error,
          "version \(migration.version) (\(migration.file)) of the base is gone; files are never"
            + " removed, only squashed",
          path: migration.file
        )
      )
    }
  }

  private mutating func compare(_ before: Migration, _ now: Migration, isReplaced: Bool) {
    guard before.contentHash != now.contentHash, now.kind != .repeatable, !isReplaced else {
      return
    }
    let isCosmetic = before.tokensHash == now.tokensHash
    findings.append(
      Finding(
        isCosmetic ? .cosmetic : .modified,
        now.version.text,
        isCosmetic ? .warning : .error,
        isCosmetic
          ? "only white space or comments differ from the base"
          : "the file differs from the base, where it may have been applied; put the change into a"
            + " new migration",
        path: now.path
      )
    )
  }
}

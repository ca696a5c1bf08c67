/// How a folder of migrations and a database stand to each other.
public struct MigrationStatus: Hashable, Sendable {
  /// The state of one migration.
  public enum State: String, Hashable, Sendable {
    /// In the database, and the file is as it was.
    case applied
    /// In the database, and only white space or comments of the file have changed.
    case cosmetic
    /// Not yet in the database, or to be run again.
    case pending
    /// Not yet in the database, and a higher version is.
    case outOfOrder = "out-of-order"
    /// In the database, but the file has changed since.
    case modified
    /// In the database, but not in the folder.
    case missing = "missing-file"
    /// As missing, and newer than all in the folder.
    case ahead
    /// Begun outside a transaction and stopped midway.
    case incomplete
    /// It replaces others, of which the database has some.
    case partlyReplaced = "partly-replaced"
  }

  /// One migration.
  public struct Entry: Hashable, Sendable {
    /// The version.
    public let version: MigrationVersion
    /// The name.
    public let name: String
    /// The base name of the file; of a missing one as it was.
    public let file: String
    /// How it stands.
    public let state: State
    /// When it was applied, in UTC as in RFC 3339; `nil` if it was not.
    public let appliedAt: String?
    /// How many statements took effect, if it is incomplete.
    public let statementsDone: Int?
    /// The migration in the folder; `nil` if it is missing there.
    public let migration: Migration?

    init(_ migration: Migration, _ row: MigrationHistory.Row?, _ state: State) {
      version = migration.version
      name = migration.name
      file = migration.file
      self.state = state
      appliedAt = row?.appliedAt
      statementsDone = row?.statementsDone
      self.migration = migration
    }

    init(_ row: MigrationHistory.Row, _ state: State) {
      version = row.version
      name = row.name
      file = row.file
      self.state = state
      appliedAt = row.appliedAt
      statementsDone = row.statementsDone
      migration = nil
    }
  }

  /// All migrations of folder and database, lowest version first.
  public let entries: [Entry]

  /// The migrations that `up` would apply, lowest version first.
  public var pending: [Migration] {
    entries.filter { $0.state == .pending || $0.state == .outOfOrder }.compactMap(\.migration)
  }

  /// The highest applied version.
  public var head: MigrationVersion? {
    entries.last { $0.appliedAt != nil && !$0.version.isRepeatable }?.version
  }

  /// Whether all in the folder is applied, unchanged, and the database has nothing else.
  public var isUpToDate: Bool {
    entries.allSatisfy { $0.state == .applied || $0.state == .cosmetic }
  }

  init(_ migrations: [Migration], _ rows: [MigrationHistory.Row]) {
    let head = rows.map(\.version).filter { !$0.isRepeatable }.max()
    let newest = migrations.map(\.version).filter { !$0.isRepeatable }.max()
    var byVersion: [MigrationVersion: MigrationHistory.Row] = [:]
    for row in rows { byVersion[row.version] = row }
    var entries: [Entry] = []
    for migration in Self.inForce(migrations, byVersion) {
      let row = byVersion.removeValue(forKey: migration.version)
      var state = Self.state(of: migration, row, head)
      let replaced = migration.directives.replaces.filter { $0 != migration.version }
      if !replaced.isEmpty, row?.contentHash != migration.contentHash {
        let count = replaced.count { byVersion.removeValue(forKey: $0) != nil }
        state = count == 0 && row == nil ? .pending : .partlyReplaced
        if count == replaced.count, row != nil { state = .applied }
      }
      entries.append(Entry(migration, row, state))
    }
    for row in byVersion.values {
      let isAhead = !row.version.isRepeatable && newest.map { $0 < row.version } ?? true
      let state: State = row.statementsDone != nil ? .incomplete : isAhead ? .ahead : .missing
      entries.append(Entry(row, state))
    }
    self.entries = entries.sorted { $0.version < $1.version }
  }

  /// The migrations without those that a baseline stands for, or without the baseline.
  ///
  /// A baseline is for a database that has nothing yet; one that has something goes the long way.
  private static func inForce(
    _ migrations: [Migration],
    _ rows: [MigrationVersion: MigrationHistory.Row]
  ) -> [Migration] {
    let baseline = migrations.last { migration in
      migration.kind == .baseline
        && (rows.isEmpty || rows[migration.version]?.file == migration.file)
    }
    guard let baseline else { return migrations.filter { $0.kind != .baseline } }
    return migrations.filter {
      $0 == baseline || $0.kind != .baseline && $0.version > baseline.version
    }
  }

  private static func state(
    of migration: Migration,
    _ row: MigrationHistory.Row?,
    _ head: MigrationVersion?
  ) -> State {
    guard let row else {
      let isLate = head.map { migration.version < $0 } ?? false
      return isLate ? .outOfOrder : .pending
    }
    if row.statementsDone != nil {
      let isSame = row.tokensHash == migration.tokensHash
      return isSame && migration.canRunAgain ? .pending : .incomplete
    }
    if row.contentHash == migration.contentHash { return .applied }
    if row.tokensHash == migration.tokensHash { return .cosmetic }
    // A migration that was noted without its file has no fingerprint to compare with.
    if row.contentHash.isEmpty { return .applied }
    return migration.kind == .repeatable ? .pending : .modified
  }
}

extension Migration {
  /// Whether it does no harm to run all of it twice: it only tidies up or sets switches.
  fileprivate var canRunAgain: Bool {
    let harmless = ["VACUUM", "ANALYZE", "REINDEX", "PRAGMA"]
    return up.allSatisfy { section in
      TokenStream.tokens(of: section.sql).split { $0.text == ";" }.allSatisfy { statement in
        harmless.contains { statement.first?.isKeyword($0) ?? false }
      }
    }
  }
}

/// How a folder of migrations and a database stand to each other.
public struct MigrationStatus: Hashable, Sendable {
  /// The state of one migration.
  public enum State: String, Hashable, Sendable {
    /// In the database, and the file is as it was.
    case applied
    /// Not yet in the database.
    case pending
    /// Not yet in the database, and a higher version is.
    case outOfOrder = "out-of-order"
    /// In the database, but the file has changed since.
    case modified
    /// In the database, but not in the folder.
    case missing
    /// Begun outside a transaction and stopped midway.
    case incomplete
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
  }

  /// All migrations of folder and database, lowest version first.
  public let entries: [Entry]

  /// The migrations that `up` would apply, lowest version first.
  public var pending: [Migration] {
    entries.filter { $0.state == .pending || $0.state == .outOfOrder }.compactMap(\.migration)
  }

  /// The highest applied version.
  public var head: MigrationVersion? {
    entries.last { $0.appliedAt != nil }?.version
  }

  /// Whether all in the folder is applied, unchanged, and the database has nothing else.
  public var isUpToDate: Bool { entries.allSatisfy { $0.state == .applied } }

  init(_ migrations: [Migration], _ rows: [MigrationHistory.Row]) {
    let head = rows.map(\.version).max()
    var byVersion: [MigrationVersion: MigrationHistory.Row] = [:]
    for row in rows { byVersion[row.version] = row }
    var entries: [Entry] = []
    for migration in migrations {
      let row = byVersion.removeValue(forKey: migration.version)
      entries.append(
        Entry(
          version: migration.version,
          name: migration.name,
          file: migration.file,
          state: Self.state(of: migration, row, head),
          appliedAt: row?.appliedAt,
          statementsDone: row?.statementsDone,
          migration: migration
        )
      )
    }
    for row in byVersion.values {
      entries.append(
        Entry(
          version: row.version,
          name: row.name,
          file: row.file,
          state: row.statementsDone == nil ? .missing : .incomplete,
          appliedAt: row.appliedAt,
          statementsDone: row.statementsDone,
          migration: nil
        )
      )
    }
    self.entries = entries.sorted { $0.version < $1.version }
  }

  private static func state(
    of migration: Migration,
    _ row: MigrationHistory.Row?,
    _ head: MigrationVersion?
  ) -> State {
    guard let row else {
      return head.map { migration.version < $0 } ?? false ? .outOfOrder : .pending
    }
    if row.statementsDone != nil { return .incomplete }
    return row.contentHash == migration.contentHash ? .applied : .modified
  }
}

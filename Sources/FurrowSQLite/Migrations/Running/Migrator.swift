/// Brings databases to the state that a row of migrations describes.
///
/// ```swift
/// let migrator = Migrator(try MigrationFolder(path: "migrations").migrations)
/// let run = try migrator.up(database)
/// ```
public struct Migrator: Sendable {
  /// The migrations, lowest version first.
  public let migrations: [Migration]

  /// How much is done in one transaction.
  public enum TransactionScope: String, CaseIterable, Sendable {
    /// All of the run: it succeeds or fails as one. Files with `transaction:false` divide it.
    case run
    /// Each file for itself.
    case each
  }

  /// The choices for a run.
  public struct Options: Sendable {
    /// How much is done in one transaction.
    public var scope: TransactionScope = .run
    /// Whether a version lower than an applied one may be applied.
    public var allowsOutOfOrder = false
    /// The last version to apply; `nil` is all.
    public var target: MigrationVersion?

    /// Makes the default choices.
    public init() {}
  }

  /// Takes migrations, of a folder or from the program itself, in any order.
  public init(_ migrations: [Migration]) {
    self.migrations = migrations.sorted { $0.version < $1.version }
  }

  /// How the migrations and `database` stand to each other; changes nothing.
  ///
  /// - Parameter database: The database, opened for reading or writing; `nil` if there is no file
  ///   yet, which makes everything pending.
  /// - Returns: All migrations of both.
  /// - Throws: `database` if it cannot be read.
  public func status(of database: Database?) throws(MigrationError) -> MigrationStatus {
    guard let database else { return MigrationStatus(migrations, []) }
    return MigrationStatus(migrations, try MigrationHistory(database: database).rows())
  }

  /// What `up` would apply, divided into its transactions; changes nothing.
  ///
  /// - Throws: What keeps `up` from starting.
  public func plan(
    for database: Database?,
    _ options: Options = Options()
  ) throws(MigrationError) -> [[Migration]] {
    var rest = try pending(status(of: database), options)[...]
    var groups: [[Migration]] = []
    while !rest.isEmpty {
      let group = nextGroup(rest, options.scope)
      groups.append(Array(group))
      rest = rest.dropFirst(group.count)
    }
    return groups
  }

  /// The migrations to apply, lowest version first.
  ///
  /// - Throws: `incomplete`, `modified`, `missing`, `ahead` or `outOfOrder`, if one of these
  ///   stands in the way.
  func pending(
    _ status: MigrationStatus,
    _ options: Options
  ) throws(MigrationError) -> [Migration] {
    for entry in status.entries { try refuse(entry, status) }
    var pending = status.pending
    if let target = options.target { pending = pending.filter { $0.version <= target } }
    for migration in pending where !options.allowsOutOfOrder {
      guard let head = status.head, migration.version < head else { continue }
      throw MigrationError(
        .outOfOrder,
        "version \(migration.version) comes before version \(head), which is applied already;"
          + " give it a higher number, or allow it with --allow-out-of-order",
        path: migration.path,
        version: migration.version.text
      )
    }
    if !pending.isEmpty { try refuseMissing(status) }
    return pending
  }

  /// The longest start of `pending` that can be one transaction.
  func nextGroup(
    _ pending: ArraySlice<Migration>,
    _ scope: TransactionScope
  ) -> ArraySlice<Migration> {
    guard let first = pending.first, first.isTransactional, scope == .run else {
      return pending.prefix(1)
    }
    return pending.prefix { $0.isTransactional }
  }

  private func refuse(
    _ entry: MigrationStatus.Entry,
    _ status: MigrationStatus
  ) throws(MigrationError) {
    let path = entry.migration?.path ?? entry.file
    switch entry.state {
    case .modified:
      throw MigrationError(
        .modified,
        "version \(entry.version) was applied on \(entry.appliedAt ?? "") and the file has changed"
          + " since; bring the old text back and put the change into a new migration",
        path: path,
        version: entry.version.text
      )
    case .incomplete:
      throw MigrationError(
        .incomplete,
        "version \(entry.version) runs outside a transaction and stopped behind statement"
          + " \(entry.statementsDone ?? 0); finish or undo it by hand first",
        path: path,
        version: entry.version.text
      )
    case .applied, .pending, .outOfOrder, .missing:
      break
    }
  }

  /// A database that knows more than the folder must not get more from it.
  private func refuseMissing(_ status: MigrationStatus) throws(MigrationError) {
    guard let entry = status.entries.first(where: { $0.state == .missing }) else { return }
    let isAhead = migrations.allSatisfy { $0.version < entry.version }
    throw MigrationError(
      isAhead ? .ahead : .missing,
      "version \(entry.version) is applied in the database, but its file is not in the folder;"
        + " is this an old checkout?",
      path: entry.file,
      version: entry.version.text
    )
  }
}

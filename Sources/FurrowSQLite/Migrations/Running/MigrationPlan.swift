/// What a run would do, as a value that can be shown, kept and asked for again.
public struct MigrationPlan: Hashable, Sendable {
  /// The migrations of one transaction.
  public struct Group: Hashable, Sendable {
    /// In their order.
    public let migrations: [Migration]
    /// Whether they run inside a transaction; a file that does not stands alone.
    public var isTransactional: Bool { migrations.allSatisfy(\.isTransactional) }
    /// Whether foreign keys are enforced meanwhile.
    public var enforcesForeignKeys: Bool {
      migrations.contains { $0.directives.enforcesForeignKeys }
    }
  }

  /// The transactions, in order.
  public let groups: [Group]
  /// Twelve digits that change with what would be done, and with the database it is done to.
  public let hash: String
  /// Whether there is something to do.
  public var isEmpty: Bool { groups.isEmpty }
  /// All migrations, in order.
  public var migrations: [Migration] { groups.flatMap(\.migrations) }

  init(_ pending: [Migration], _ scope: Migrator.TransactionScope, of state: String) {
    var rest = pending[...]
    var groups: [Group] = []
    while !rest.isEmpty {
      let group = Self.nextGroup(rest, scope)
      groups.append(Group(migrations: Array(group)))
      rest = rest.dropFirst(group.count)
    }
    self.groups = groups
    var text = state
    for group in groups {
      text += "\n-"
      for migration in group.migrations {
        text += "\n\(migration.version.key) \(migration.contentHash) \(migration.isTransactional)"
      }
    }
    hash = String(ContentHash.hexadecimal(of: Array(text.utf8)).prefix(12))
  }

  /// The longest start of `pending` that can be one transaction.
  ///
  /// The switch of foreign keys does nothing inside a transaction, so it divides, too.
  private static func nextGroup(
    _ pending: ArraySlice<Migration>,
    _ scope: Migrator.TransactionScope
  ) -> ArraySlice<Migration> {
    guard let first = pending.first, first.isTransactional, scope == .run else {
      return pending.prefix(1)
    }
    let isEnforced = first.directives.enforcesForeignKeys
    return pending.prefix {
      $0.isTransactional && $0.directives.enforcesForeignKeys == isEnforced
    }
  }
}

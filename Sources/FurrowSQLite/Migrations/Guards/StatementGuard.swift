internal import CSQLite

/// Watches what the statements of a migration want to do while they are compiled.
///
/// It is SQLite's authorizer (<https://www.sqlite.org/c3ref/set_authorizer.html>), so it sees
/// through comments, quoting, triggers and foreign key actions. While statements run SQLite compiles
/// SQL of its own, for VACUUM for instance; it only sees then that no other file is written.
@safe
final class StatementGuard {
  /// What the statement compiled last is.
  struct Finding {
    /// `BEGIN`, `COMMIT` or `ROLLBACK`.
    var transaction: String?
    /// The name of a pragma in lower case.
    var pragma: String?
    /// What the pragma is set to, if it is.
    var pragmaValue: String?
    /// Why the statement is not allowed.
    var refusal: String?
    /// The tables it takes rows from, by itself or by what it sets off.
    var deletions: Set<String> = []
    /// What it makes, changes or takes away, as `drop-table t`.
    var actions: [SchemaAction] = []
  }

  private(set) var finding = Finding()
  private var isWatching = false
  private var isTransactional = true
  private let database: Database

  init(_ database: Database) {
    self.database = database
    // Sound: the context is this object, which takes the callback away before it goes.
    _ = unsafe sqlite3_set_authorizer(
      database.handle,
      { context, action, first, second, _, _ in
        guard let context = unsafe context else { return SQLITE_OK }
        let watcher = unsafe Unmanaged<StatementGuard>.fromOpaque(context).takeUnretainedValue()
        return unsafe watcher.answer(
          action,
          first.map { unsafe String(cString: $0) },
          second.map { unsafe String(cString: $0) }
        )
      },
      Unmanaged.passUnretained(self).toOpaque()
    )
  }

  deinit {
    // Sound: the handle is open as long as `database`; no callback is left behind.
    _ = unsafe sqlite3_set_authorizer(database.handle, nil, nil)
  }

  /// Compiles the next statement of a file under watch; see `Database.compile`.
  func compile(
    _ text: SQLText,
    from offset: Int,
    end: inout Int,
    isTransactional: Bool
  ) throws(SQLiteError) -> Statement? {
    finding = Finding()
    self.isTransactional = isTransactional
    isWatching = true
    defer { isWatching = false }
    return try database.compile(text, from: offset, end: &end)
  }

  private func answer(_ action: Int32, _ first: String?, _ second: String?) -> Int32 {
    guard isWatching else {
      // VACUUM works with a file without a name, unless it has an INTO.
      return action == SQLITE_ATTACH && first != "" ? SQLITE_DENY : SQLITE_OK
    }
    switch action {
    case SQLITE_TRANSACTION:
      finding.transaction = first
    case SQLITE_PRAGMA:
      finding.pragma = first?.lowercased()
      finding.pragmaValue = second
      if finding.pragma == "writable_schema" { refuse("writable_schema is not allowed here") }
    case SQLITE_SAVEPOINT where isTransactional:
      refuse("a savepoint is not allowed here; the whole file is one transaction")
    case SQLITE_ATTACH, SQLITE_DETACH:
      refuse("ATTACH and DETACH are not allowed here")
    case SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE, SQLITE_DROP_TABLE, SQLITE_CREATE_TABLE:
      refuseHistory(first)
    case SQLITE_ALTER_TABLE, SQLITE_CREATE_TRIGGER, SQLITE_CREATE_INDEX, SQLITE_DROP_INDEX:
      refuseHistory(second)
    default:
      break
    }
    if action == SQLITE_DELETE, let first { finding.deletions.insert(first.lowercased()) }
    if let change = SchemaAction.Change(action) {
      let name = change == .alterTable ? second : first
      finding.actions.append(SchemaAction(change: change, name: name ?? "", table: second ?? ""))
    }
    return finding.refusal == nil ? SQLITE_OK : SQLITE_DENY
  }

  private func refuseHistory(_ table: String?) {
    guard let table = table?.lowercased(), MigrationHistory.ownNames.contains(table) else { return }
    refuse("the table \(table) belongs to furrow; a file cannot change it")
  }

  private func refuse(_ reason: String) {
    finding.refusal = finding.refusal ?? reason
  }
}

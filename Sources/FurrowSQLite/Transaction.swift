/// When a transaction takes its locks.
///
/// <https://www.sqlite.org/lang_transaction.html>
public enum TransactionKind: String, Hashable, Sendable {
  /// At the first read or write; a later write may then fail with `busy` at once.
  case deferred = "DEFERRED"
  /// The right to write at once: the choice for whoever is going to write.
  case immediate = "IMMEDIATE"
  /// As immediate, and outside WAL mode nobody else may read.
  case exclusive = "EXCLUSIVE"
}

extension Database {
  /// Opens a transaction.
  ///
  /// - Throws: `busy` if another program holds the lock for the whole busy timeout.
  public func begin(_ kind: TransactionKind = .immediate) throws(SQLiteError) {
    try execute("BEGIN \(raw: kind.rawValue)")
  }

  /// Commits the open transaction; rolls it back if that fails.
  ///
  /// Outside WAL mode a reader can keep a COMMIT waiting. SQLite leaves the transaction open, so
  /// the COMMIT is tried again until the busy timeout is over.
  /// - Throws: What the COMMIT says, a broken deferred foreign key for instance; `abortRollback`
  ///   if SQLite had ended the transaction before, as `RAISE(ROLLBACK)` does.
  public func commit() throws(SQLiteError) {
    guard isInTransaction else {
      throw SQLiteError(
        code: .abortRollback,
        message: "the transaction was rolled back before its end"
      )
    }
    let deadline = ContinuousClock.now + busyTimeout
    while true {
      do {
        return try execute("COMMIT")
      } catch {
        guard .busy ~= error.code, isInTransaction, ContinuousClock.now < deadline,
          busyHandler.pause(.milliseconds(10))
        else {
          rollBack()
          throw error
        }
      }
    }
  }

  /// Rolls back the open transaction; does nothing if SQLite has already done it.
  ///
  /// It gives no error, since it runs when there is a first one that matters more.
  public func rollBack() {
    guard isInTransaction else { return }
    try? execute("ROLLBACK")
  }

  /// Runs `body` in a transaction: committed if it returns, rolled back if it throws.
  ///
  /// - Throws: The first error: that of BEGIN, of `body` or of COMMIT.
  public func transaction<Result: ~Copyable>(
    _ kind: TransactionKind = .immediate,
    _ body: () throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result {
    try transaction(kind, wrapping: { $0 }, body)
  }

  /// Runs `body`, which has its own kind of error, in a transaction.
  ///
  /// `wrap` makes the caller's error of one of BEGIN or COMMIT.
  /// - Throws: The first error: that of BEGIN, of `body` or of COMMIT.
  public func transaction<Result: ~Copyable, Failure: Error>(
    _ kind: TransactionKind = .immediate,
    wrapping wrap: (SQLiteError) -> Failure,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    do { try begin(kind) } catch { throw wrap(error) }
    let result: Result
    do {
      result = try body()
    } catch {
      rollBack()
      throw error
    }
    do { try commit() } catch { throw wrap(error) }
    return result
  }

  /// Runs `body` in a savepoint, which nests: released if it returns, undone if it throws.
  ///
  /// Outside a transaction it opens a deferred one: <https://www.sqlite.org/lang_savepoint.html>.
  /// - Throws: The first error: that of SAVEPOINT, of `body` or of RELEASE.
  public func savepoint<Result: ~Copyable>(
    _ body: () throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result {
    try savepoint(wrapping: { $0 }, body)
  }

  /// Runs `body`, which has its own kind of error, in a savepoint.
  ///
  /// `wrap` makes the caller's error of one of SAVEPOINT or RELEASE.
  func savepoint<Result: ~Copyable, Failure: Error>(
    wrapping wrap: (SQLiteError) -> Failure,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    savepointDepth += 1
    defer { savepointDepth -= 1 }
    let name = "furrow_\(savepointDepth)"
    let isOutermost = !isInTransaction
    do { try execute("SAVEPOINT \(raw: name)") } catch { throw wrap(error) }
    do throws(Failure) {
      let result = try body()
      do { try execute("RELEASE \(raw: name)") } catch { throw wrap(error) }
      return result
    } catch {
      if isOutermost {
        rollBack()
      } else if isInTransaction {
        // If SQLite has ended the whole transaction, the savepoint is gone with it.
        try? execute("ROLLBACK TO \(raw: name); RELEASE \(raw: name)")
      }
      throw error
    }
  }
}

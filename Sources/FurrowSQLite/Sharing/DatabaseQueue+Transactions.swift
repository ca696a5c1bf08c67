extension DatabaseQueue {
  /// Lends the database to `body` in a transaction: committed if it returns, rolled back if it
  /// throws.
  ///
  /// - Throws: the first error: that of BEGIN, of `body` or of COMMIT; else as `run`.
  public func transaction<Result: Sendable>(
    _ kind: TransactionKind = .immediate,
    _ body: (Database) throws -> Result
  ) throws -> Result {
    try run { database in try database.transaction(kind) { try body(database) } }
  }

  /// Lends the database to `body` in a transaction, on a thread of its own.
  ///
  /// - Throws: as the synchronous form; `CancellationError` if cancelled while it waited.
  public func transaction<Result: Sendable>(
    _ kind: TransactionKind = .immediate,
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    try await run { database in try database.transaction(kind) { try body(database) } }
  }
}

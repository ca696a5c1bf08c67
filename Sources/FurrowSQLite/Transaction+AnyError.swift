extension Database {
  /// Runs `body`, which may throw any error, in a transaction: committed if it returns, rolled
  /// back if it throws.
  ///
  /// - Throws: The first error: that of BEGIN, of `body` or of COMMIT.
  public func transaction<Result: ~Copyable>(
    _ kind: TransactionKind = .immediate,
    _ body: () throws -> Result
  ) throws -> Result {
    try transaction(kind, wrapping: { $0 as any Error }, body)
  }

  /// Runs `body`, which may throw any error, in a savepoint, which nests.
  ///
  /// - Throws: The first error: that of SAVEPOINT, of `body` or of RELEASE.
  public func savepoint<Result: ~Copyable>(_ body: () throws -> Result) throws -> Result {
    try savepoint(wrapping: { $0 as any Error }, body)
  }
}

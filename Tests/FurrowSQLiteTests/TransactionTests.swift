import FurrowSQLite
import TestSupport
import Testing

@Suite struct `Transactions` {
  struct Stop: Error {}

  let folder: TemporaryDirectory
  let database: Database

  init() throws {
    folder = try TemporaryDirectory()
    database = try Database(path: folder.file("a.db"), options: .init(mode: .create))
    try database.execute("CREATE TABLE t(x UNIQUE)")
  }

  /// A second connection to the same file.
  func other(timeout: Duration = .zero) throws -> Database {
    var options = Database.Options()
    options.busyTimeout = timeout
    return try Database(path: folder.file("a.db"), options: options)
  }

  func count() throws -> Int64? { try database.firstInteger("SELECT count(*) FROM t") }

  @Test(arguments: [TransactionKind.deferred, .immediate, .exclusive])
  func `a body that returns is committed`(kind: TransactionKind) throws {
    let answer = try database.transaction(kind) { () throws(SQLiteError) in
      #expect(database.isInTransaction)
      try database.execute("INSERT INTO t VALUES (1)")
      return 42
    }
    #expect(answer == 42)
    #expect(!database.isInTransaction)
    #expect(try count() == 1)
  }

  @Test func `a body that throws is rolled back, and its error comes through`() throws {
    #expect(throws: Stop.self) {
      try database.transaction(wrapping: { $0 as any Error }) {
        try database.execute("INSERT INTO t VALUES (1)")
        throw Stop()
      }
    }
    #expect(!database.isInTransaction)
    #expect(try count() == 0)
  }

  @Test func `the first error wins when SQLite has rolled back itself`() throws {
    try database.execute("INSERT INTO t VALUES (1)")
    #expect {
      try database.transaction { () throws(SQLiteError) in
        try database.execute("INSERT INTO t VALUES (2)")
        try database.execute("INSERT OR ROLLBACK INTO t VALUES (1)")
      }
    } throws: {
      ($0 as? SQLiteError)?.code == .constraintUnique
    }
    #expect(try count() == 1)
  }

  @Test func `a body that hides such a rollback cannot commit`() throws {
    try database.execute("INSERT INTO t VALUES (1)")
    #expect {
      try database.transaction { () throws(SQLiteError) in
        try? database.execute("INSERT OR ROLLBACK INTO t VALUES (1)")
      }
    } throws: {
      ($0 as? SQLiteError)?.code == .abortRollback
    }
  }

  @Test func `a broken deferred foreign key fails the commit, and nothing stays`() throws {
    try database.execute(
      """
      CREATE TABLE p(id INTEGER PRIMARY KEY);
      CREATE TABLE c(p REFERENCES p DEFERRABLE INITIALLY DEFERRED)
      """
    )
    #expect {
      try database.transaction { () throws(SQLiteError) in
        try database.execute("INSERT INTO c VALUES (7)")
      }
    } throws: {
      ($0 as? SQLiteError)?.code == .constraintForeignKey
    }
    #expect(!database.isInTransaction)
    #expect(try database.firstInteger("SELECT count(*) FROM c") == 0)
  }

  @Test func `a second transaction inside one is an error that ends neither silently`() throws {
    try database.begin()
    #expect {
      try database.begin()
    } throws: {
      ($0 as? SQLiteError)?.message == "cannot start a transaction within a transaction"
    }
    #expect(database.isInTransaction)
    database.rollBack()
    database.rollBack()
    #expect(!database.isInTransaction)
  }

  @Test func `raw BEGIN is seen`() throws {
    try database.execute("BEGIN")
    #expect(database.isInTransaction)
  }

  @Test func `a locked database is a clear error after the timeout`() throws {
    let other = try other()
    try database.begin()
    #expect {
      try other.begin()
    } throws: {
      ($0 as? SQLiteError)?.code == .busy
        && "\($0)" == "\(folder.file("a.db")): the database is locked by another program;"
          + " end it, or wait longer with --busy-timeout"
    }
  }

  @Test func `a commit that a reader blocks waits, then rolls back`() throws {
    try database.execute("INSERT INTO t VALUES (1)")
    let writer = try other(timeout: .milliseconds(100))
    try database.execute("BEGIN; SELECT * FROM t")
    #expect {
      try writer.transaction { () throws(SQLiteError) in
        try writer.execute("INSERT INTO t VALUES (2)")
      }
    } throws: {
      ($0 as? SQLiteError).map { .busy ~= $0.code } ?? false
    }
    #expect(!writer.isInTransaction)
    database.rollBack()
    try writer.transaction { () throws(SQLiteError) in
      try writer.execute("INSERT INTO t VALUES (2)")
    }
    #expect(try count() == 2)
  }

  @Test func `savepoints nest, and an inner one is undone alone`() throws {
    try database.transaction { () throws(SQLiteError) in
      try database.execute("INSERT INTO t VALUES (1)")
      try database.savepoint { () throws(SQLiteError) in
        try database.execute("INSERT INTO t VALUES (2)")
        try? database.savepoint { () throws(SQLiteError) in
          try database.execute("INSERT INTO t VALUES (3); INSERT INTO t VALUES (3)")
        }
      }
    }
    #expect(try database.rows("SELECT x FROM t") == [[1], [2]])
  }

  @Test func `a savepoint outside a transaction commits`() throws {
    try database.savepoint { () throws(SQLiteError) in
      try database.execute("INSERT INTO t VALUES (1)")
    }
    #expect(!database.isInTransaction)
    #expect(try count() == 1)
  }
}

import FurrowSQLite
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite struct `A queue for one connection` {
  struct Stop: Error {}

  let folder: TemporaryDirectory
  let queue: DatabaseQueue

  init() throws {
    folder = try TemporaryDirectory()
    queue = try DatabaseQueue(path: folder.file("q.db"), options: .init(mode: .create))
    try queue.run { try $0.execute("CREATE TABLE t(a); INSERT INTO t VALUES ('hi'''), ('x')") }
  }

  func count() throws -> Int64? { try queue.run { try $0.firstInteger("SELECT count(*) FROM t") } }

  @Test(arguments: [Database.Mode.readOnly, .readWrite, .create])
  func `what cannot be opened is an error at once`(mode: Database.Mode) throws {
    #expect(throws: SQLiteError.self) {
      _ = try DatabaseQueue(path: folder.file("no/such.db"), options: .init(mode: mode))
    }
    guard mode != .create else { return }
    #expect(throws: SQLiteError.self) {
      _ = try DatabaseQueue(path: folder.file("no.db"), options: .init(mode: mode))
    }
  }

  @Test func `memory and a temporary file work`() throws {
    for path in [":memory:", ""] {
      let queue = try DatabaseQueue(path: path, options: .init(mode: .create))
      try queue.run { try $0.execute("CREATE TABLE t(x)") }
      #expect(try queue.run { try $0.tableNames() } == ["t"])
    }
  }

  @Test func `a transaction is committed, or rolled back with the first error`() throws {
    try queue.transaction(.exclusive) { try $0.execute("INSERT INTO t VALUES (1)") }
    #expect(throws: Stop.self) {
      try queue.transaction { database in
        try database.execute("INSERT INTO t VALUES (2)")
        throw Stop()
      }
    }
    try queue.transaction { database in
      try database.execute("INSERT INTO t VALUES (3)")
      try? database.savepoint {
        try database.execute("INSERT INTO t VALUES (4)")
        throw Stop()
      }
    }
    #expect(try count() == 4)
  }

  @Test func `a transaction left open is rolled back and reported`() throws {
    #expect {
      try queue.run { try $0.execute("BEGIN; INSERT INTO t VALUES (1)") }
    } throws: {
      ($0 as? SQLiteError)?.message == "the block left a transaction open; it was rolled back"
    }
    #expect(try count() == 2)
    #expect(throws: Stop.self) {
      try queue.run { database in
        try database.begin()
        throw Stop()
      }
    }
    #expect(try queue.run { !$0.isInTransaction })
  }

  @Test func `waiting for oneself is an error, directly or through another queue`() throws {
    let other = try DatabaseQueue(path: folder.file("q.db"))
    for use in [
      { try queue.run { _ in try queue.run { _ in } } },
      { try queue.run { _ in try other.run { _ in try queue.run { _ in } } } },
      { try queue.run { _ in try queue.close() } },
    ] {
      #expect {
        try use()
      } throws: {
        ($0 as? SQLiteError)?.code == .misuse
      }
    }
    #expect(try count() == 2)
  }

  @Test func `a closed queue opens again with the same choices`() throws {
    var options = Database.Options(mode: .readOnly)
    options.busyTimeout = .zero
    let reader = try DatabaseQueue(path: folder.file("q.db"), options: options) { database in
      try database.createFunction("one", arguments: 0) { _ in 1 }
    }
    for _ in 1...2 {
      #expect(try reader.run { try $0.firstValue("SELECT one()") } == 1)
      #expect(throws: SQLiteError.self) {
        try reader.run { try $0.execute("CREATE TABLE no(x)") }
      }
      try reader.close()
    }
    // Sound: the path is a terminated copy for the call.
    _ = unsafe unlink(folder.file("q.db"))
    #expect(throws: SQLiteError.self) { try reader.run { _ in } }
  }

  @Test func `asynchronous turns give results and errors`() async throws {
    let count = try await queue.run { try $0.firstInteger("SELECT count(*) FROM t") }
    #expect(count == 2)
    await #expect(throws: Stop.self) { try await queue.transaction { _ in throw Stop() } }
  }

  static let endless =
    "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT max(n) FROM c"

  @Test func `cancelling interrupts what runs`() async throws {
    let queue = queue
    let (started, signal) = AsyncStream<Void>.makeStream()
    let task = Task {
      try await queue.run { database in
        database.setProgressHandler {
          signal.yield()
          return false
        }
        defer { database.setProgressHandler(nil) }
        try database.execute(SQL(raw: Self.endless))
      }
    }
    for await _ in started { break }
    task.cancel()
    await #expect {
      try await task.value
    } throws: {
      ($0 as? SQLiteError)?.code == .interrupted
    }
    let isFree = try await queue.run { !$0.isInTransaction }
    #expect(isFree)
  }

  @Test func `cancelling before the turn keeps it from running`() async throws {
    let queue = queue
    let task = Task {
      // Sound: the task is asked for nothing but to be cancelled, and not kept.
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      try await queue.run { try $0.execute("DELETE FROM t") }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    let count = try await queue.run { try $0.firstInteger("SELECT count(*) FROM t") }
    #expect(count == 2)
  }

  @Test func `many callers take turns`() async throws {
    let queue = queue
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<64 {
        group.addTask {
          try await queue.transaction { database in
            for _ in 1...3 { try database.execute("INSERT INTO t VALUES (?)", [Value(number)]) }
          }
          let count = try await queue.run {
            try $0.firstInteger("SELECT count(*) FROM t WHERE a = ?", [Value(number)])
          }
          #expect(count == 3)
        }
      }
      try await group.waitForAll()
    }
    let count = try await queue.run { try $0.firstInteger("SELECT count(*) FROM t") }
    #expect(count == 194)
  }
}

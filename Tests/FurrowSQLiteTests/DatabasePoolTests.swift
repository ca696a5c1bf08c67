import Dispatch
import FurrowSQLite
import TestSupport
import Testing

@Suite struct `A pool of connections` {
  struct Stop: Error {}

  let folder: TemporaryDirectory
  let pool: DatabasePool

  init() throws {
    folder = try TemporaryDirectory()
    pool = try DatabasePool(
      path: folder.file("p.db"),
      options: .init(mode: .create),
      maximumReaders: 4
    ) { database in
      try database.createFunction("one", arguments: 0) { _ in 1 }
    }
    try pool.write { try $0.execute("CREATE TABLE t(a); INSERT INTO t VALUES (1), (2)") }
  }

  @Test func `memory is no place for a pool`() {
    for path in [":memory:", ""] {
      #expect(throws: SQLiteError.self) {
        _ = try DatabasePool(path: path, options: .init(mode: .create))
      }
    }
  }

  @Test func `readers are opened when needed, used again and closed`() throws {
    #expect(pool.openReaderCount == 0)
    for _ in 1...3 {
      try pool.read { database in
        let count = try database.firstInteger("SELECT count(*) + one() FROM t")
        #expect(count == 3)
        #expect(pool.openReaderCount == 1)
        #expect(pool.idleReaderCount == 0)
      }
    }
    #expect(pool.idleReaderCount == 1)
    pool.closeIdleReaders()
    #expect(pool.openReaderCount == 0)
    #expect(try pool.read { try $0.firstInteger("SELECT count(*) FROM t") } == 2)
  }

  @Test func `a reader cannot write`() throws {
    for sql in ["INSERT INTO t VALUES (3)", "CREATE TABLE u(x)"] {
      #expect {
        try pool.read { try $0.execute(SQL(raw: sql)) }
      } throws: {
        ($0 as? SQLiteError)?.code.primary == .readOnly
      }
    }
  }

  @Test func `a write is rolled back when it throws`() throws {
    #expect(throws: Stop.self) {
      try pool.write { database in
        try database.execute("INSERT INTO t VALUES (3)")
        #expect(try database.firstInteger("SELECT count(*) FROM t") == 3)
        throw Stop()
      }
    }
    #expect(try pool.read { try $0.firstInteger("SELECT count(*) FROM t") } == 2)
  }

  @Test func `a reading sees one state, whatever is written meanwhile`() throws {
    try pool.read { database in
      #expect(try database.firstInteger("SELECT count(*) FROM t") == 2)
      try pool.write { try $0.execute("INSERT INTO t VALUES (3)") }
      #expect(try database.firstInteger("SELECT count(*) FROM t") == 2)
    }
    #expect(try pool.read { try $0.firstInteger("SELECT count(*) FROM t") } == 3)
  }

  @Test func `waiting for oneself is an error`() throws {
    for use in [
      { try pool.read { _ in try pool.read { _ in } } },
      { try pool.write { _ in try pool.read { _ in } } },
      { try pool.write { _ in try pool.write { _ in } } },
    ] {
      #expect {
        try use()
      } throws: {
        ($0 as? SQLiteError)?.code == .misuse
      }
    }
  }

  @Test func `a pool for reading only has no writer`() throws {
    let reading = try DatabasePool(path: folder.file("p.db"), options: .init(mode: .readOnly))
    #expect(try reading.read { try $0.firstInteger("SELECT count(*) FROM t") } == 2)
    #expect(throws: SQLiteError.self) { try reading.write { try $0.execute("DELETE FROM t") } }
  }

  @Test func `a reader that cannot be opened gives its place back`() throws {
    let pool = try DatabasePool(
      path: folder.file("p.db"),
      maximumReaders: 1
    ) { database in
      if database.isReadOnly { throw Stop() }
    }
    for _ in 1...3 { #expect(throws: Stop.self) { try pool.read { _ in } } }
    #expect(pool.openReaderCount == 0)
  }

  @Test func `VACUUM runs outside a transaction`() throws {
    try pool.writeWithoutTransaction { try $0.execute("VACUUM") }
  }

  @Test func `128 readers share a few connections`() async throws {
    let pool = pool
    try await withThrowingTaskGroup(of: Int64?.self) { group in
      for _ in 0..<128 {
        group.addTask {
          try await pool.read { try $0.firstInteger("SELECT count(*) FROM t") }
        }
      }
      for try await count in group { #expect(count == 2) }
    }
    #expect(pool.openReaderCount <= 4)
    #expect(pool.openReaderCount == pool.idleReaderCount)
  }

  @Test func `readers and 16 writers do not get into each other's way`() async throws {
    let pool = pool
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<16 {
        group.addTask {
          for _ in 0..<10 {
            try await pool.write { database in
              try database.execute(
                "INSERT INTO t VALUES (?), (?)",
                [Value(writer), Value(-writer)]
              )
            }
          }
        }
      }
      for _ in 0..<128 {
        group.addTask {
          // Two rows at a time: an odd count would be half a transaction.
          let count = try await pool.read { try $0.firstInteger("SELECT count(*) FROM t") }
          #expect((count ?? 1) % 2 == 0)
        }
      }
      try await group.waitForAll()
    }
    #expect(try await pool.read { try $0.firstInteger("SELECT count(*) FROM t") } == 322)
  }

  @Test func `threads that wait are served, too`() async throws {
    let pool = pool
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      DispatchQueue.global().async {
        DispatchQueue.concurrentPerform(iterations: 64) { number in
          if number % 8 == 0 {
            try? pool.write { try $0.execute("INSERT INTO t VALUES (0)") }
          } else {
            let count = try? pool.read { try $0.firstInteger("SELECT count(*) FROM t") }
            #expect(count ?? 0 >= 2)
          }
        }
        continuation.resume()
      }
    }
    #expect(try await pool.read { try $0.firstInteger("SELECT count(*) FROM t") } == 10)
  }
}

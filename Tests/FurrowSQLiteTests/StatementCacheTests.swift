import FurrowSQLite
import TestSupport
import Testing

@Suite struct `Cached statements` {
  let database: Database

  init() throws {
    database = try .inMemory()
    try database.execute("CREATE TABLE t(a); INSERT INTO t VALUES (1), (2), (3)")
  }

  @Test func `the same SQL is compiled once`() throws {
    for _ in 1...3 { _ = try database.rows("SELECT a FROM t WHERE a > ?", [1]) }
    #expect(database.cachedStatementCount == 1)
    #expect(database.statementCount == 1)
  }

  @Test func `two open results of the same SQL do not disturb each other`() throws {
    for _ in 1...2 {
      var outer = try database.prepareCached("SELECT a FROM t WHERE a >= ? ORDER BY a")
      try outer.bind([1])
      var seen: [[Int64]] = []
      while try outer.step() {
        var inner = try database.prepareCached("SELECT a FROM t WHERE a >= ? ORDER BY a")
        try inner.bind([.integer(outer.integer(at: 0))])
        var numbers: [Int64] = []
        while try inner.step() { numbers.append(inner.integer(at: 0)) }
        seen.append(numbers)
      }
      #expect(seen == [[1, 2, 3], [2, 3], [3]])
    }
  }

  @Test func `values do not stay in a statement that waits`() throws {
    _ = try database.rows("SELECT ?", ["secret"])
    let statement = try database.prepareCached("SELECT ?")
    #expect(statement.expandedSQL == "SELECT NULL")
  }

  @Test func `a statement left in the middle of its rows is reset`() throws {
    _ = try database.firstValue("SELECT a FROM t")
    #expect(database.runningStatementCount == 0)
    #expect(try database.firstValue("SELECT a FROM t") == 1)
  }

  @Test func `a bind that fails leaves the statement usable`() throws {
    for _ in 1...2 {
      #expect(throws: SQLiteError.self) { _ = try database.rows("SELECT ?", [1, 2]) }
      #expect(try database.rows("SELECT ?", [1]) == [[1]])
    }
  }

  @Test func `a changed schema is seen`() throws {
    #expect(try database.rows("SELECT * FROM t LIMIT 1") == [[1]])
    try database.execute("ALTER TABLE t ADD COLUMN b DEFAULT 7")
    #expect(try database.rows("SELECT * FROM t LIMIT 1") == [[1, 7]])
  }

  @Test func `pragmas are compiled each time, since some act then`() throws {
    try database.execute("PRAGMA foreign_keys = OFF")
    #expect(try database.firstValue("PRAGMA foreign_keys") == 0)
    try database.execute("PRAGMA foreign_keys = ON")
    #expect(try database.firstValue("PRAGMA foreign_keys") == 1)
    try database.execute("PRAGMA foreign_keys = OFF")
    #expect(try database.firstValue("PRAGMA foreign_keys") == 0)
  }

  @Test func `no more than the capacity wait, and clearing leaves none`() throws {
    for number in 1...100 { _ = try database.rows("SELECT \(raw: String(number))") }
    #expect(database.cachedStatementCount == 32)
    database.clearStatementCache()
    #expect(database.statementCount == 0)
    var options = Database.Options()
    options.statementCacheCapacity = 0
    let other = try Database.inMemory(options)
    _ = try other.rows("SELECT 1")
    #expect(other.statementCount == 0)
  }

  struct Stop: Error {}

  @Test func `nothing is left running when a row, a closure or a bind throws`() throws {
    #expect(throws: Stop.self) {
      try database.query("SELECT a FROM t") { _ -> Int in throw Stop() }
    }
    #expect(throws: SQLiteError.self) {
      try database.query("SELECT abs(a - 9223372036854775807 - 2) FROM t") { row in
        row.integer(at: 0)
      }
    }
    #expect(throws: SQLiteError.self) { try database.query("SELECT 'x'", as: Int.self) }
    #expect(throws: Stop.self) {
      try database.execute("SELECT 1; SELECT 2") { _ -> RowVisit in throw Stop() }
    }
    database.clearStatementCache()
    #expect(database.statementCount == 0)
  }
}

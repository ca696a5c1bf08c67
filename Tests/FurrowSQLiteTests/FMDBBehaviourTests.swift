import FurrowSQLite
import TestSupport
import Testing

/// What FMDB's own tests ask for and no other test here shows yet.
@Suite struct `What FMDB could do` {
  let folder: TemporaryDirectory
  let database: Database

  init() throws {
    folder = try TemporaryDirectory()
    database = try Database(path: folder.file("a.db"), options: .init(mode: .create))
    try database.execute("CREATE TABLE test(a TEXT, b TEXT, c INTEGER, d DOUBLE, e DOUBLE)")
    var insert = try database.prepare("INSERT INTO test VALUES (?, ?, ?, ?, ?)")
    for number in 0..<20 {
      try insert.run(["hi'", Value("number \(number)"), Value(number), 1.5, 2.5])
      try insert.run(["hi again'", Value("number \(number)"), Value(number), 1.5, 2.5])
    }
  }

  /// The first column of the first row.
  func value(_ sql: String, _ values: [Value] = []) throws -> Value? {
    try database.firstValue(SQL(raw: sql), values)
  }

  @Test func `opening fails for a missing file, and works once it is there`() throws {
    let path = folder.file("late.db")
    #expect(throws: SQLiteError.self) { _ = try Database(path: path) }
    try Database(path: path, options: .init(mode: .create)).execute("CREATE TABLE t(x)")
    #expect(try Database(path: path).tableNames() == ["t"])
  }

  @Test func `another virtual file system is used when it is named`() throws {
    var options = Database.Options(mode: .create)
    options.fileSystem = "unix-excl"
    let other = try Database(path: folder.file("vfs.db"), options: options)
    try other.execute("CREATE TABLE t(x)")
    #expect(folder.has("vfs.db"))
  }

  @Test(
    arguments: [
      ("SELECT count(*) FROM test WHERE a LIKE 'hi%'", [], 40),
      ("SELECT count(*) FROM test WHERE a LIKE ?", ["hi again%"], 20),
      ("SELECT count(*) FROM test WHERE a = ?", ["hi'"], 20),
      ("SELECT ? NOT NULL", [""], 1), ("SELECT ? NOT NULL", [.blob([])], 1),
      ("SELECT ?", [true], 1), ("SELECT ?1 + ?2 + ?1", [1, 2], 4),
      ("SELECT typeof(c) = 'integer' AND typeof(d) = 'real' FROM test", [], 1),
    ] as [(String, [Value], Value)]
  )
  func `a query gives one value`(sql: String, values: [Value], expected: Value) throws {
    #expect(try value(sql, values) == expected)
  }

  @Test func `text of any script is found by equality`() throws {
    try database.execute("INSERT INTO test(a) VALUES (?)", ["/übertest"])
    #expect(try value("SELECT a FROM test WHERE a = '/übertest'") == "/übertest")
  }

  @Test func `VACUUM and pragmas run`() throws {
    try database.execute("PRAGMA page_size = 8192")
    try database.execute("VACUUM")
    #expect(try value("PRAGMA page_size") == 8192)
    #expect(try database.query("PRAGMA journal_mode = delete").count == 1)
  }

  @Test func `RETURNING gives its rows and counts as a change`() throws {
    let rows = try database.query("DELETE FROM test WHERE c = ? RETURNING a", [3])
    #expect(rows.count == 2)
    #expect(database.changes == 2)
  }

  @Test func `a rowid rises with each insert`() throws {
    try database.execute("CREATE TABLE k(id INTEGER PRIMARY KEY AUTOINCREMENT, x)")
    for expected in 1...3 as ClosedRange<Int64> {
      try database.execute("INSERT INTO k(x) VALUES (0)")
      #expect(database.lastInsertRowID == expected)
    }
    #expect {
      try database.execute("INSERT INTO k VALUES (1, 0)")
    } throws: {
      ($0 as? SQLiteError).map { $0.code.primary == .constraint } ?? false
    }
  }

  @Test func `a blob beyond the limit is refused`() throws {
    database.setLimit(.length, to: 1000)
    #expect {
      try database.execute("SELECT ?", [.blob([UInt8](repeating: 0, count: 1001))])
    } throws: {
      ($0 as? SQLiteError)?.message == "string or blob too big"
    }
  }

  @Test func `full text search finds words`() throws {
    try database.execute("CREATE VIRTUAL TABLE words USING fts5(text)")
    for text in ["one two three", "four five"] {
      try database.execute("INSERT INTO words VALUES (?)", [.text(text)])
    }
    #expect(
      try value("SELECT highlight(words, 0, '<', '>') FROM words WHERE words MATCH ?", ["two"])
        == "one <two> three"
    )
  }

  @Test func `a savepoint of a queue's block is undone alone`() throws {
    struct Stop: Error {}
    let queue = try DatabaseQueue(path: folder.file("a.db"))
    try queue.run { database in
      try database.savepoint {
        try database.execute("DELETE FROM test WHERE c > 0")
        try? database.savepoint {
          try database.execute("DELETE FROM test")
          throw Stop()
        }
      }
    }
    #expect(try value("SELECT count(*) FROM test") == 2)
  }
}

import FurrowSQLite
import TestSupport
import Testing

@Suite struct `Reading rows` {
  let database: Database

  init() throws { database = try .inMemory() }

  /// Reads the only column of `sql`, and gives the value or the error's text.
  func read<T: SQLiteValueConvertible>(_ sql: String, as type: T.Type) throws -> String {
    try database.query("SELECT \(raw: sql) AS x") { row in
      do throws(SQLiteError) { return "\(try row.read("x", as: type))" } catch {
        return error.message
      }
    }[0]
  }

  @Test(arguments: [
    ("1", "1"), ("9223372036854775807", "9223372036854775807"),
    ("-9223372036854775807 - 1", "-9223372036854775808"), ("3.0", "3"),
    ("1.5", "column \"x\": expected Int, found REAL"),
    ("9.3e18", "column \"x\": expected Int, found REAL"),
    ("'12'", "column \"x\": expected Int, found TEXT"),
    ("NULL", "column \"x\": expected Int, found NULL"),
  ])
  func `whole numbers are read without a loss or not at all`(sql: String, answer: String) throws {
    #expect(try read(sql, as: Int.self) == answer)
  }

  @Test func `each type takes what it can hold`() throws {
    #expect(try read("200", as: UInt8.self) == "200")
    #expect(try read("256", as: UInt8.self) == "column \"x\": expected UInt8, found INTEGER")
    #expect(try read("2", as: Double.self) == "2.0")
    #expect(
      try read("9007199254740993", as: Double.self)
        == "column \"x\": expected Double, found INTEGER"
    )
    #expect(try read("0.1", as: Float.self) == "column \"x\": expected Float, found REAL")
    #expect(try read("0.5", as: Float.self) == "0.5")
    #expect(try read("1", as: Bool.self) == "true")
    #expect(try read("2", as: Bool.self) == "column \"x\": expected Bool, found INTEGER")
    #expect(try read("''", as: String.self) == "")
    #expect(try read("5", as: String.self) == "column \"x\": expected String, found INTEGER")
    #expect(try read("x''", as: [UInt8].self) == "[]")
    #expect(try read("'ab'", as: [UInt8].self) == "[97, 98]")
    #expect(try read("NULL", as: Int?.self) == "nil")
    #expect(try read("'x'", as: Int?.self) == "column \"x\": expected Int, found TEXT")
    #expect(try read("NULL", as: Value.self) == "null")
  }

  @Test func `text with a NUL inside comes back whole`() throws {
    let text = "a\0b\0"
    let row = try database.query("SELECT ? AS x", [.text(text)])[0]
    #expect(try row.read("x", as: String.self) == text)
  }

  @Test func `text that is not UTF-8 is an error, bytes or repaired, as the caller chooses`() throws
  {
    let sql = "CAST(x'61FF62' AS TEXT)"
    let message = "column \"x\": the text is not UTF-8; read its bytes"
    #expect(try read(sql, as: String.self) == message)
    #expect(try read(sql, as: Value.self) == message)
    #expect(try read(sql, as: [UInt8].self) == "[97, 255, 98]")
    #expect(try database.query("SELECT \(raw: sql)") { row in row.text(at: 0) } == ["a\u{FFFD}b"])
    #expect(throws: SQLiteError.self) { try database.query("SELECT \(raw: sql)") as [Row] }
    #expect(throws: SQLiteError.self) { try database.query("SELECT \(raw: sql)", as: String.self) }
  }

  @Test func `NaN is stored as NULL, infinity as itself`() throws {
    #expect(
      try database.rows("SELECT ?, ?", [.real(.nan), .real(.infinity)]) == [
        [nil, .real(.infinity)]
      ]
    )
  }

  @Test(arguments: [
    ("SELECT 1 AS a, 2 AS b", "there is no column \"x\"; the row has \"a\", \"b\""),
    ("SELECT 1 AS x, 2 AS X", "more than one column is called \"x\"; give them names with AS"),
  ])
  func `a misspelt or ambiguous name is an error`(sql: String, message: String) throws {
    let kept = try database.query(SQL(raw: sql))[0]
    func check(_ read: () throws -> Void) {
      #expect {
        try read()
      } throws: {
        ($0 as? SQLiteError)?.message == message && ($0 as? SQLiteError)?.code == .range
      }
    }
    check { _ = try kept.read("x", as: Int.self) }
    check { _ = try database.query(SQL(raw: sql)) { row in try row.read("x", as: Int.self) } }
  }

  @Test(arguments: [-2, 2, 999])
  func `an index out of range is an error`(index: Int) throws {
    let row = try database.query("SELECT 1, 2")[0]
    #expect(throws: SQLiteError.self) { try row.read(at: index, as: Int?.self) }
    #expect(throws: SQLiteError.self) {
      try database.query("SELECT 1, 2") { row in try row.read(at: index, as: Int?.self) }
    }
  }

  @Test func `names are found whatever the case, and with periods`() throws {
    try database.execute("CREATE TABLE t4(aRowName, b); INSERT INTO t4 VALUES (1, 2)")
    let row = try database.query("SELECT aRowName, aRowName AS 't4.a', t4.b FROM t4")[0]
    #expect(try row.read("AROWNAME", as: Int.self) == 1)
    #expect(try row.read("t4.a", as: Int.self) == 1)
    #expect(try row.read("b", as: Int.self) == 2)
    #expect(try row.dictionary() == ["aRowName": 1, "t4.a": 1, "b": 2])
    #expect(row[2] == 2)
  }

  @Test func `a dictionary never loses a column of a join`() throws {
    #expect(throws: SQLiteError.self) {
      try database.query("SELECT 1 AS a, 2 AS a")[0].dictionary()
    }
  }

  @Test func `NULLs and the five classes are told apart`() throws {
    let sql = "SELECT 1, 2.5, 'two', x'01', NULL, x'', ''"
    let classes = try database.query(SQL(raw: sql)) { row in
      (0..<row.columnCount).map { row.storageClass(at: $0) }
    }
    #expect(classes == [[.integer, .real, .text, .blob, .null, .blob, .text]])
    let nulls = try database.query(SQL(raw: sql)) { row in
      (0..<row.columnCount).map { row.isNull(at: $0) }
    }
    #expect(nulls == [[false, false, false, false, true, false, false]])
  }

  @Test func `rows are shown over all statements of a text, until one is enough`() throws {
    var seen: [Int64] = []
    let sql = """
      CREATE TABLE t(a); INSERT INTO t VALUES (1), (2); SELECT a FROM t; SELECT x'FF';
      SELECT a + 10 FROM t; DROP TABLE t
      """
    let isComplete = try database.execute(SQL(raw: sql)) { row in
      seen.append(row.integer(at: 0))
      return seen.last == 11 ? .stop : .goOn
    }
    #expect(!isComplete)
    #expect(seen == [1, 2, 0, 11])
    #expect(try database.tableExists("t"))
  }

  @Test func `an update and a select may run inside a loop over rows`() throws {
    try database.execute(
      "CREATE TABLE t(a INTEGER PRIMARY KEY, b); INSERT INTO t VALUES (1,0),(2,0)"
    )
    var outer = try database.prepare("SELECT a FROM t")
    while try outer.step() {
      let key = Value.integer(outer.integer(at: 0))
      try database.execute("UPDATE t SET b = a * 10 WHERE a = ?", [key])
      #expect(
        try database.firstInteger("SELECT b FROM t WHERE a = ?", [key]) == outer.integer(at: 0) * 10
      )
    }
  }
}

@Suite struct `Named parameters` {
  let database: Database

  init() throws {
    database = try .inMemory()
    try database.execute("CREATE TABLE t(a, b)")
  }

  @Test func `values are found by name, with or without a prefix`() throws {
    try database.execute(
      "INSERT INTO t VALUES (:a, @b); ",
      named: [":a": "it's", "b": 2, "nobody asks for it": 3]
    )
    let rows = try database.query("SELECT * FROM t WHERE a = $a", named: ["a": "it's"])
    #expect(rows.map(\.values) == [["it's", 2]])
  }

  @Test func `a parameter without a value is an error with its name`() throws {
    for (sql, name) in [("INSERT INTO t VALUES (:a, :c)", "\":c\""), ("SELECT :a, ?", "2")] {
      do throws(SQLiteError) {
        try database.execute(SQL(raw: sql), named: ["a": 1])
        Issue.record("ran without a value")
      } catch {
        #expect(error.message == "no value for the parameter \(name)")
      }
    }
    #expect(try database.firstInteger("SELECT count(*) FROM t") == 0)
  }

  @Test func `one prepared statement is bound again and again`() throws {
    var insert = try database.prepare("INSERT INTO t VALUES (:a, :b)")
    for number in 1...3 {
      insert.reset()
      try insert.bind(named: ["a": .integer(Int64(number)), "b": nil])
      try insert.run()
    }
    var select = try database.prepare("SELECT count(*) FROM t WHERE a <= ?")
    for number in 1...2 {
      select.reset()
      try select.bind([Value(number)])
      #expect(try select.step())
      #expect(select.integer(at: 0) == number)
    }
  }
}

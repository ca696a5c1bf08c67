import FurrowSQLite
import TestSupport
import Testing

@Suite struct `Statements` {
  let database: Database

  init() throws {
    database = try Database(path: ":memory:", options: .init(mode: .create))
  }

  static let roundTrips: [Value] = [
    .null, 0, 1, .integer(.min), .integer(.max), 0.1, .real(-.greatestFiniteMagnitude), "", "é",
    "a\0b", .blob([]), .blob([0, 255, 0]), .text(String(repeating: "x", count: 100_000)),
  ]

  @Test(arguments: roundTrips)
  func `a value comes back as it was bound`(value: Value) throws {
    let row = try database.rows("SELECT ?1, typeof(?1), ?1 IS NULL", [value])[0]
    #expect(row[0] == value)
    #expect(row[1] == .text(value.storageClass.rawValue))
    #expect(row[2] == Value(value.isNull))
  }

  @Test func `no bytes are an empty text and an empty blob, not NULL`() throws {
    var statement = try database.prepare("SELECT typeof(?1), typeof(?2), length(?1), length(?2)")
    let none: [UInt8] = []
    try statement.bind(text: none.span, at: 1)
    try statement.bind(blob: none.span, at: 2)
    #expect(try statement.step())
    #expect(statement.values == ["text", "blob", 0, 0])
  }

  @Test func `text binds from bytes and reads with its count`() throws {
    var statement = try database.prepare("SELECT ?")
    let bytes: [UInt8] = [0x61, 0, 0x62]
    try statement.bind(text: bytes.span, at: 1)
    #expect(try statement.step())
    #expect(statement.storageClass(at: 0) == .text)
    #expect(statement.blob(at: 0) == bytes)
    #expect(statement.withBytes(at: 0) { $0.count } == 3)
  }

  @Test func `bytes that are not UTF-8 stay, and are repaired only as a String`() throws {
    try database.execute("CREATE TABLE t(x); INSERT INTO t VALUES (CAST(x'61FF62' AS TEXT))")
    var statement = try database.prepare("SELECT x FROM t")
    #expect(try statement.step())
    #expect(statement.blob(at: 0) == [0x61, 0xFF, 0x62])
    #expect(statement.text(at: 0) == "a\u{FFFD}b")
  }

  @Test func `text is UTF-8 whatever the encoding of the database`() throws {
    try database.execute(
      "PRAGMA encoding = 'UTF-16le'; CREATE TABLE t(x); INSERT INTO t VALUES ('é😀')"
    )
    #expect(try database.firstValue("PRAGMA encoding") == "UTF-16le")
    var statement = try database.prepare("SELECT x FROM t")
    #expect(try statement.step())
    #expect(statement.blob(at: 0) == Array("é😀".utf8))
  }

  @Test func `numbers lend their text`() throws {
    let rows = try database.query("SELECT 42, 5.5, NULL") { row in
      [row.text(at: 0), row.text(at: 1), row.text(at: 2)]
    }
    #expect(rows == [["42", "5.5", nil]])
  }

  @Test func `one statement runs many times`() throws {
    try database.execute("CREATE TABLE t(a, b)")
    var statement = try database.prepare("INSERT INTO t VALUES (?, ?)")
    for number in 1...3 { try statement.run([.integer(Int64(number)), "x"]) }
    #expect(try database.rows("SELECT a FROM t") == [[1], [2], [3]])
  }

  @Test func `after a failure the statement takes other values`() throws {
    try database.execute("CREATE TABLE t(a UNIQUE)")
    var statement = try database.prepare("INSERT INTO t VALUES (?)")
    try statement.run([1])
    do throws(SQLiteError) {
      try statement.run([1])
      Issue.record("a repeated key went in")
    } catch {
      #expect(error.code == .constraintUnique)
    }
    try statement.run([2])
    #expect(try database.firstInteger("SELECT count(*) FROM t") == 2)
  }

  @Test func `after the last row there is none until a reset`() throws {
    var statement = try database.prepare("SELECT 1")
    #expect(try statement.step())
    #expect(try !statement.step())
    #expect(try !statement.step())
    statement.reset()
    #expect(try statement.step())
  }

  @Test(arguments: [":a", "@b", "$c", "a", "b", "c"])
  func `a parameter is found by name, with or without its prefix`(name: String) throws {
    var statement = try database.prepare("SELECT coalesce(:a, @b, $c)")
    try statement.bind("found", named: name)
    #expect(try statement.step())
    #expect(statement.text(at: 0) == "found")
  }

  @Test func `an unknown parameter is an error`() throws {
    var statement = try database.prepare("SELECT :a")
    do throws(SQLiteError) {
      try statement.bind(1, named: "b")
      Issue.record("bound a parameter that is not there")
    } catch {
      #expect(error.description == "there is no parameter \"b\"")
    }
    do throws(SQLiteError) {
      try statement.bind(1, at: 2)
      Issue.record("bound a parameter that is not there")
    } catch {
      #expect(error.code == .range)
    }
  }

  @Test func `columns have names, and are found whatever the case`() throws {
    try database.execute("CREATE TABLE t(aName VARCHAR(9), b)")
    let statement = try database.prepare("SELECT aName, b AS \"t.b\", 1 + 1 FROM t")
    #expect(statement.columnNames == ["aName", "t.b", "1 + 1"])
    #expect(statement.columnIndex(named: "ANAME") == 0)
    #expect(statement.columnIndex(named: "T.b") == 1)
    #expect(statement.columnIndex(named: "nosuch") == nil)
    #expect(statement.declaredType(at: 0) == "VARCHAR(9)")
    #expect(statement.declaredType(at: 2) == nil)
  }

  @Test func `a statement knows its SQL and whether it writes`() throws {
    try database.execute("CREATE TABLE t(a)")
    let reads = try database.prepare(" SELECT 1; -- x").isReadOnly
    #expect(reads)
    let statement = try database.prepare("DELETE FROM t;")
    let writes = !statement.isReadOnly
    #expect(writes)
    #expect(statement.sql == "DELETE FROM t;")
    #expect(statement.columnCount == 0)
  }

  @Test func `a statement keeps its connection alive`() throws {
    var other: Database? = try Database(path: ":memory:", options: .init(mode: .create))
    var statement = try #require(other).prepare("SELECT 7")
    other = nil
    #expect(try statement.step())
    #expect(statement.integer(at: 0) == 7)
  }

  @Test func `reading a column without a row traps`() async {
    await #expect(processExitsWith: .failure) {
      let database = try Database(path: ":memory:", options: .init(mode: .create))
      let statement = try database.prepare("SELECT 1")
      _ = statement.integer(at: 0)
    }
  }

  @Test func `first values tell no row from NULL`() throws {
    #expect(try database.firstValue("SELECT NULL") == .some(.null))
    #expect(try database.firstValue("SELECT 1 WHERE 0") == Value?.none)
    #expect(try database.firstInteger("SELECT NULL") == nil)
    #expect(try database.firstText("SELECT 'a' UNION ALL SELECT 'b'") == "a")
  }
}

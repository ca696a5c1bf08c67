import Dispatch
import FurrowSQLite
import TestSupport
import Testing

@Suite struct `Running SQL` {
  let database: Database

  init() throws {
    database = try Database(path: ":memory:", options: .init(mode: .create))
  }

  func failure(_ sql: SQL, _ values: [Value] = []) -> SQLiteError? {
    do throws(SQLiteError) {
      try database.execute(sql, values)
      return nil
    } catch {
      return error
    }
  }

  @Test func `all statements of a text run, whatever is in them`() throws {
    try database.execute(
      """
      -- a comment; with a semicolon
      CREATE TABLE item(n); CREATE TABLE log(kind, n);;
      CREATE/* x */TRIGGER tr AFTER INSERT ON item BEGIN
        INSERT INTO log SELECT CASE WHEN NEW.n < 10 THEN 'small;' ELSE 'END' END, NEW.n; -- END;
      END;
      INSERT INTO item VALUES (1), (50) /* no semicolon
      """
    )
    #expect(try database.rows("SELECT * FROM log") == [["small;", 1], ["END", 50]])
  }

  @Test(arguments: ["", " \n", ";", ";;", "-- only", "/* open", "/* a */ -- b\n;\n"])
  func `a text without a statement does nothing`(sql: String) throws {
    try database.execute(SQL(raw: sql))
  }

  @Test(arguments: [
    ("SELECT 1; SELECT nosuch", 17), ("CREATE TABLE t(x);\n  SELEC 1", 21),
    ("CREATE TABLE t(x); CREATE TABLE", 19), ("SELECT 'é'; SELECT y", 20),
  ])
  func `the place of a fault counts from the start of the whole text`(
    sql: String,
    offset: Int
  ) throws {
    let error = try #require(failure(SQL(raw: sql)))
    #expect(error.byteOffset == offset)
  }

  @Test(arguments: [
    ("UPDATE t SET name = 1,\n nosuch = 2", 2, 2),
    ("SELECT 1; -- x\n SELECT '\"x\"' FROM \"X\"; SELECT x", 2, 20),
    ("DROP TABLE main.[x]", 1, 17), ("UPDATE x SET x = 1", 1, 1),
    ("SELECT 1 FROM /* x */ x", 1, 23),
  ])
  func `an unknown name is found though SQLite does not say where`(
    sql: String,
    line: Int,
    column: Int
  ) throws {
    try database.execute("CREATE TABLE t(name)")
    let error = try #require(failure(SQL(raw: sql)))
    #expect(error.place == SQLPlace(line: line, column: column))
  }

  @Test func `a statement that fails while it runs is named by its start`() throws {
    let error = try #require(
      failure("CREATE TABLE t(x UNIQUE);\n-- again\n  INSERT INTO t VALUES (1), (1);")
    )
    #expect(error.code == .constraintUnique)
    #expect(error.place == SQLPlace(line: 3, column: 3))
    #expect(error.description == "UNIQUE constraint failed: t.x (SQL line 3, column 3)")
  }

  @Test func `the caret stands under the fault`() throws {
    let error = try #require(failure("SELECT 1;\nSELECT 'é',\n\tnosuch"))
    #expect(error.place?.line == 3)
    let other = try #require(failure("SELECT 'é', nosuch;"))
    #expect(other.caret == "SELECT 'é', nosuch;\n            ^")
  }

  @Test func `a long line is shown around the fault`() throws {
    let many = String(repeating: "1, ", count: 200)
    let error = try #require(failure("SELECT \(raw: many)nosuch, \(raw: many)1"))
    let lines = try #require(error.caret).split(separator: "\n")
    #expect(lines[0].count == 106)
    #expect(lines[0].hasPrefix("...") && lines[0].hasSuffix("..."))
    #expect(lines[0].dropFirst(lines[1].count - 1).hasPrefix("nosuch"))
  }

  @Test func `a NUL in the text is refused, not cut`() throws {
    let error = try #require(failure("SELECT 1; \0 DROP TABLE t"))
    #expect(error.byteOffset == 10)
    #expect(throws: SQLiteError.self) { _ = try database.prepare("SELECT 1\0") }
  }

  @Test func `values are bound in order over all statements`() throws {
    try database.execute("CREATE TABLE t(a, b)")
    try database.execute(
      "INSERT INTO t VALUES (?, ?); INSERT INTO t VALUES (?2, ?1)",
      [1, "x", "y", 2.5]
    )
    #expect(try database.rows("SELECT * FROM t") == [[1, "x"], [2.5, "y"]])
  }

  @Test(arguments: [[Value](), [1], [1, 2, 3]])
  func `too few or too many values are an error`(values: [Value]) throws {
    #expect(failure("SELECT ?, ?", values)?.code == .range)
  }

  @Test func `a bound value is never in an error`() throws {
    try database.execute("CREATE TABLE t(a UNIQUE)")
    try database.execute("INSERT INTO t VALUES (?)", ["secret"])
    let error = try #require(failure("INSERT INTO t VALUES (?)", ["secret"]))
    #expect(!"\(error) \(error.sql ?? "")".contains("secret"))
  }

  @Test func `a statement that gives rows is run to its end`() throws {
    try database.execute("CREATE TABLE t(a); INSERT INTO t VALUES (1), (2) RETURNING a")
    #expect(try database.firstInteger("SELECT count(*) FROM t") == 2)
    #expect(database.changes == 2)
    #expect(database.totalChanges == 2)
    #expect(database.lastInsertRowID == 2)
  }

  @Test func `interpolated SQL runs`() throws {
    let name = "odd \"name\""
    try database.execute("CREATE TABLE \(identifier: name)(x)")
    try database.execute("INSERT INTO \(identifier: name) VALUES (\("'; DROP"))")
    #expect(try database.rows("SELECT x FROM \(identifier: name)") == [["'; DROP"]])
    var statement = try database.prepare("SELECT x FROM \(identifier: name) WHERE x = \("'; DROP")")
    #expect(try statement.step())
  }

  @Test func `values stand inside the text or beside it, never in both places`() throws {
    try database.execute("CREATE TABLE t(a, b)")
    #expect(failure("INSERT INTO t VALUES (\(1), ?)", [2])?.code == .misuse)
    #expect(throws: SQLiteError.self) {
      try database.execute("INSERT INTO t VALUES (\(1), :b)", named: ["b": 2])
    }
    #expect(try database.firstInteger("SELECT count(*) FROM t") == 0)
  }

  @Test(arguments: [
    ("", "there is no SQL statement"),
    ("SELECT 1; SELECT 2", "there is more than one SQL statement (SQL line 1, column 11)"),
  ])
  func `preparing wants exactly one statement`(sql: String, message: String) {
    #expect {
      _ = try database.prepare(SQL(raw: sql))
    } throws: {
      "\($0)" == message
    }
  }

  @Test func `a misspelt column in double quotes is an error`() throws {
    try database.execute("CREATE TABLE t(name)")
    #expect(failure("SELECT \"nmae\" FROM t")?.message == "no such column: nmae")
  }

  @Test func `a long script takes time in proportion`() throws {
    let script = String(repeating: "SELECT 1;\n", count: 20_000)
    let clock = ContinuousClock()
    let time = try clock.measure { try database.execute(SQL(raw: script)) }
    // Copying the rest for each statement would be 2 GB of copying.
    #expect(time < .seconds(5))
  }

  @Test func `limits can be read and lowered`() throws {
    #expect(database.value(of: .attached) == 10)
    database.setLimit(.length, to: 1000)
    #expect(failure("SELECT ?", [.text(String(repeating: "x", count: 1001))])?.code == .tooBig)
  }

  @Test func `an interrupt from another thread stops a statement`() throws {
    let handle = database.interruptHandle
    // A task would wait for its turn behind all other tests.
    let stopper = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "stopper"))
    stopper.schedule(deadline: .now(), repeating: .milliseconds(5))
    stopper.setEventHandler { handle.interrupt() }
    stopper.resume()
    defer { stopper.cancel() }
    let error = failure(
      "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT max(n) FROM c"
    )
    #expect(error?.code == .interrupted)
    #expect(error?.description == "interrupted")
  }

  @Test func `an interrupt after closing does nothing`() throws {
    var other: Database? = try Database(path: ":memory:", options: .init(mode: .create))
    let handle = try #require(other?.interruptHandle)
    other = nil
    handle.interrupt()
  }
}

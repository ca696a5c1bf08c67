import FurrowSQLite
import TestSupport
import Testing

@Suite struct `Functions of the program` {
  let database: Database

  init() throws {
    database = try .inMemory()
    try database.execute("CREATE TABLE t(a); INSERT INTO t VALUES ('x'), ('y'), (NULL)")
  }

  /// The error of `sql`.
  func failure(_ sql: String) -> SQLiteError? {
    do throws(SQLiteError) {
      try database.execute(SQL(raw: sql))
      return nil
    } catch {
      return error
    }
  }

  static let results: [Value] = [
    .null, 42, .integer(.min), .integer(.max), 0.1, "", "é\0z", .blob([]), .blob([0, 255]),
  ]

  @Test(arguments: results)
  func `a value goes in and comes out as it is`(value: Value) throws {
    try database.createFunction("same", arguments: 1) { arguments in arguments[0] }
    try database.createFunction("give", arguments: 0) { _ in value }
    let row = try database.rows("SELECT same(?1), give(), typeof(give())", [value])[0]
    #expect(row == [value, value, .text(value.storageClass.rawValue)])
  }

  @Test func `text is made of text`() throws {
    try database.createFunction("shout", arguments: 1, [.deterministic]) { arguments in
      .text(try arguments.read(at: 0, as: String.self).uppercased() + "!")
    }
    #expect(try database.rows("SELECT shout(a) FROM t WHERE a NOT NULL") == [["X!"], ["Y!"]])
  }

  @Test func `a wrong number of arguments fails when it is compiled`() throws {
    try database.createFunction("one", arguments: 1) { _ in nil }
    #expect(throws: SQLiteError.self) { _ = try database.prepare("SELECT one()") }
    #expect(failure("SELECT one(1, 2)")?.message == "wrong number of arguments to function one()")
    try database.createFunction("any") { arguments in Value(arguments.count) }
    #expect(try database.rows("SELECT any(), any(1, 2, 3)") == [[0, 3]])
  }

  struct Foo: Error, CustomStringConvertible { var description: String { "foo" } }

  @Test func `what the function throws is the error of the statement`() throws {
    try database.createFunction("text", arguments: 1) { arguments in
      .text(try arguments.read(at: 0, as: String.self))
    }
    #expect(failure("SELECT text(1)")?.message == "argument 1: expected String, found INTEGER")
    #expect(failure("SELECT text(1)")?.code == .mismatch)
    try database.createFunction("foo", arguments: 0) { _ in throw Foo() }
    #expect(failure("SELECT foo()")?.message == "foo")
    #expect(failure("SELECT foo()")?.code == .error)
    try database.createFunction("code", arguments: 0) { _ in
      throw SQLiteError(code: ResultCode(rawValue: 42), message: "foo")
    }
    #expect(failure("SELECT code()")?.code == ResultCode(rawValue: 42))
    #expect(failure("SELECT code()")?.message == "foo")
  }

  @Test(arguments: [
    (ResultCode.tooBig, "string or blob too big"), (.outOfMemory, "out of memory"),
  ])
  func `too big and no memory have SQLite's own words`(code: ResultCode, text: String) throws {
    try database.createFunction("fail", arguments: 0) { _ in
      throw SQLiteError(code: code, message: "own words")
    }
    #expect(failure("SELECT fail()")?.code == code)
    #expect(failure("SELECT fail()")?.message == text)
  }

  @Test func `bytes that are not UTF-8 reach the function as they are`() throws {
    try database.createFunction("bytes", arguments: 1) { arguments in .blob(arguments.bytes(at: 0))
    }
    #expect(try database.rows("SELECT bytes(CAST(x'61FF' AS TEXT))") == [[.blob([0x61, 0xFF])]])
  }

  /// Counts how many of it are alive.
  final class Witness {
    let count: Counter
    init(_ count: Counter) {
      self.count = count
      count.value += 1
    }
    deinit { count.value -= 1 }
  }

  final class Counter { var value = 0 }

  @Test func `a function can be replaced and removed, and nothing stays behind`() throws {
    let counter = Counter()
    do {
      let other = try Database.inMemory()
      for number in 1...3 {
        let witness = Witness(counter)
        try other.createFunction("f", arguments: 0) { _ in
          withExtendedLifetime(witness) { Value(number) }
        }
        #expect(try other.firstValue("SELECT f()") == Value(number))
      }
      #expect(counter.value == 1)
      try other.removeFunction("f", arguments: 0)
      #expect(counter.value == 0)
      #expect(throws: SQLiteError.self) { try other.execute("SELECT f()") }
      let witness = Witness(counter)
      let name = String(repeating: "x", count: 300)
      #expect(throws: SQLiteError.self) {
        try other.createFunction(name) { _ in withExtendedLifetime(witness) { nil } }
      }
      try other.createAggregate("s", initial: Witness(counter)) { _, _ in
      } result: { _ in
        nil
      }
      try other.createCollation("c") { first, second in
        withExtendedLifetime(witness) { Order(first, second) }
      }
      try other.execute("SELECT s(1)")
    }
    #expect(counter.value == 0)
  }

  @Test func `an aggregate has a state for each group`() throws {
    try database.createAggregate("glue", arguments: 2, initial: [String]()) { parts, arguments in
      parts.append(try arguments.read(at: 0, as: String?.self) ?? "-")
    } result: { parts in
      .text(parts.joined(separator: "+"))
    }
    #expect(try database.firstText("SELECT glue(a, 1) FROM t") == "x+y+-")
    #expect(try database.firstText("SELECT glue(a, 1) FROM t WHERE 0") == "")
    #expect(
      try database.rows("SELECT glue(a, 1) FROM t GROUP BY a ORDER BY 1") == [["-"], ["x"], ["y"]]
    )
  }

  @Test func `an aggregate that throws is an error, and its state goes`() throws {
    let counter = Counter()
    try database.createAggregate("bad", arguments: 1, initial: Witness(counter)) { _, arguments in
      _ = try arguments.read(at: 0, as: Int.self)
    } result: { _ in
      1
    }
    #expect(failure("SELECT bad(a) FROM t")?.message == "argument 1: expected Int, found TEXT")
    try database.createAggregate("late", arguments: 1, initial: Witness(counter)) { _, _ in
    } result: { _ in
      throw Foo()
    }
    #expect(failure("SELECT late(a) FROM t")?.message == "foo")
    #expect(failure("SELECT late(1), abs(-9223372036854775807 - 1) FROM t")?.code.primary == .error)
    #expect(counter.value == 0)
  }

  @Test func `a collation orders and compares`() throws {
    try database.createCollation("backwards") { first, second in
      Order(String(second.reversed()), String(first.reversed()))
    }
    try database.execute(
      "CREATE TABLE w(a COLLATE backwards); INSERT INTO w VALUES ('ab'), ('ba'), ('')"
    )
    #expect(try database.rows("SELECT a FROM w ORDER BY a") == [["ab"], ["ba"], [""]])
    try database.removeCollation("backwards")
    #expect(
      failure("SELECT a FROM w ORDER BY a")?.message == "no such collation sequence: backwards"
    )
  }
}

@Suite struct `Watching a connection` {
  let database: Database

  init() throws { database = try .inMemory() }

  static let endless =
    "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT max(n) FROM c"

  @Test func `a progress handler can stop a statement`() throws {
    var calls = 0
    database.setProgressHandler(every: 10) {
      calls += 1
      return calls == 5
    }
    do throws(SQLiteError) {
      try database.execute(SQL(raw: Self.endless))
      Issue.record("ran to its end")
    } catch {
      #expect(error.code == .interrupted)
    }
    #expect(calls == 5)
    database.setProgressHandler(nil)
    try database.execute("SELECT 1")
    #expect(calls == 5)
  }

  @Test func `a trace shows statements, and values only if asked`() throws {
    var events: [TraceEvent] = []
    try database.execute("CREATE TABLE t(a)")
    database.setTrace { events.append($0) }
    try database.execute("INSERT INTO t VALUES (?)", ["secret"])
    #expect(events.first == .starts(sql: "INSERT INTO t VALUES (?)"))
    guard case .ended(let sql, _) = events.last else {
      Issue.record("the end was not told")
      return
    }
    #expect(sql == "INSERT INTO t VALUES (?)")
    events = []
    database.setTrace(showsValues: true) { events.append($0) }
    try database.execute("INSERT INTO t VALUES (?)", ["it's"])
    #expect(events.first == .starts(sql: "INSERT INTO t VALUES ('it''s')"))
    events = []
    database.setTrace(nil)
    try database.execute("SELECT 1")
    #expect(events == [])
  }
}

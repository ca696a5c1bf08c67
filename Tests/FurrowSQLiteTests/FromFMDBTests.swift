public import Foundation
public import FurrowSQLite
import TestSupport
import Testing

extension Date: SQLiteValueConvertible {
  /// Seconds since 1970 as a REAL.
  public var sqliteValue: Value { .real(timeIntervalSince1970) }

  /// Makes the date of seconds since 1970.
  public init?(sqliteValue: Value) {
    guard let seconds = Double(sqliteValue: sqliteValue) else { return nil }
    self.init(timeIntervalSince1970: seconds)
  }
}

/// The lines of `docs/from-fmdb.md`, run; each stands here as it stands there.
@Suite struct `From FMDB` {
  struct Pair: Decodable, Equatable {
    var a: Int
    var b: String?
  }

  let folder: TemporaryDirectory
  let database: Database
  let path: String

  init() throws {
    folder = try TemporaryDirectory()
    path = folder.file("a.db")
    database = try Database(path: path, options: .init(mode: .create))
    try database.execute("CREATE TABLE t(a, b)")
  }

  @Test func `opening`() throws {
    var options = Database.Options(mode: .readOnly)
    options.fileSystem = "unix-excl"
    options.statementCacheCapacity = 0
    for other in [try Database.inMemory(), try Database.temporary()] {
      #expect(try other.tableNames() == [])
    }
    #expect(database.value(of: .length) > 1000)
    #expect(Database.isLibraryThreadSafe && !Database.libraryVersion.isEmpty)
    database.setBusyTimeout(.seconds(2))
    let other = folder.file("b.db")
    try database.attach(other, as: "extra")
    database.clearStatementCache()
    database.setTrace { event in print(event) }
    database.setTrace(nil)
    database.setLimit(.length, to: 1000)
    #expect(database.value(of: .length) == 1000)
  }

  @Test func `updates`() throws {
    let (number, text) = (5, "five")
    try database.execute("INSERT INTO t VALUES (?, ?)", [1, "it's"])
    try database.execute("INSERT INTO t VALUES (\(number), \(text))")
    try database.execute("INSERT INTO t VALUES (:a, :b)", named: ["a": 2, "b": nil])
    try database.execute("CREATE TABLE u(x); DROP TABLE u")
    try database.execute("SELECT 1; SELECT 2") { row in .goOn }
    #expect(database.lastInsertRowID == 3)
    #expect(database.changes == 1)
    #expect(database.totalChanges == 3)
    var statement = try database.prepare("INSERT INTO t VALUES (?, ?)")
    try statement.run([3, "three"])
    var named = try database.prepare("INSERT INTO t VALUES (:a, :b)")
    try named.bind(named: ["a": 4, "b": "four"])
    try named.run()
    #expect(
      try database.rows("SELECT * FROM t ORDER BY a")
        == [[1, "it's"], [2, nil], [3, "three"], [4, "four"], [5, "five"]]
    )
    #expect(Timestamp(milliseconds: 0).value(as: .fractionalSeconds) == 0.0)
  }

  @Test func `queries`() throws {
    try database.execute("INSERT INTO t VALUES (1, 'one'), (2, NULL)")
    #expect(
      try database.query("SELECT a FROM t WHERE a > ?", [0]) { row in row.integer(at: 0) }
        == [1, 2]
    )
    #expect(
      try database.query("SELECT a, b FROM t", as: Pair.self)
        == [Pair(a: 1, b: "one"), Pair(a: 2, b: nil)]
    )
    let rows = try database.query("SELECT a, b FROM t")
    #expect(try rows[0].dictionary() == ["a": 1, "b": "one"])
    var select = try database.prepare("SELECT a FROM t")
    var numbers: [Int64] = []
    while try select.step() { numbers.append(select.integer(at: 0)) }
    #expect(numbers == [1, 2])
    let names = (select.columnCount, select.columnName(at: 0), select.columnIndex(named: "A"))
    #expect(names == (1, "a", 0))
    let read = try database.query("SELECT a, b FROM t") { row in
      (
        try row.read("a", as: Int64.self), try row.read("b", as: String?.self),
        try row.read(at: 1, as: [UInt8]?.self), row.withBytes(at: 1) { $0.count },
        try row.timestamp(at: 0, as: .seconds), row.storageClass(at: 0), row.isNull(at: 1)
      )
    }
    #expect(read[0].1 == "one" && read[1].1 == nil && read[0].2 == [111, 110, 101])
    #expect(read.map(\.0) == [1, 2] && read.map(\.3) == [3, 0] && read.map(\.6) == [false, true])
    #expect(read[1].4 == Timestamp(milliseconds: 2000) && read[0].5 == .integer)
    #expect(try database.firstInteger("SELECT max(a) FROM t") == 2)
    #expect(try database.firstText("SELECT b FROM t") == "one")
    #expect(database.runningStatementCount == 0)
    database.interruptHandle.interrupt()
  }

  @Test func `transactions`() throws {
    try database.begin(.exclusive)
    database.rollBack()
    try database.begin()
    #expect(database.isInTransaction)
    try database.commit()
    try database.savepoint { try database.execute("DELETE FROM t") }
    try database.transaction { try database.execute("DELETE FROM t WHERE a = 1") }
    #expect(try database.checkpoint(.truncate).logFrames == nil)
  }

  @Test func `functions and additions`() throws {
    try database.createFunction("double", arguments: 1) {
      Value(try $0.read(at: 0, as: Int.self) * 2)
    }
    #expect(try database.firstValue("SELECT double(21)") == 42)
    #expect(try database.tableExists("t"))
    #expect(try database.columnExists("a", in: "t"))
    #expect(try database.schemaObjects().count == 1)
    #expect(try database.columns(of: "t").map(\.name) == ["a", "b"])
    try database.validate("SELECT a FROM t")
    try database.setApplicationID(7)
    #expect(try database.userVersion() == 0)
    let copy = try Database.inMemory()
    try database.backUp(to: copy)
    #expect(try copy.applicationID() == 7)
  }

  @Test func `queue and pool`() async throws {
    let path = folder.file("q.db")
    let queue = try DatabaseQueue(path: path, options: .init(mode: .create))
    try await queue.transaction { try $0.execute("CREATE TABLE IF NOT EXISTS t(a)") }
    let names = try await queue.run { try $0.tableNames() }
    #expect(names == ["t"])
    queue.interrupt()
    try queue.close()
    let pool = try DatabasePool(path: path, options: .init(mode: .create), maximumReaders: 4)
    #expect(try Self.used(pool, queue) == 1)
    #expect(pool.openReaderCount == 1 && pool.idleReaderCount == 1)
    pool.closeIdleReaders()
  }

  /// The calls outside asynchronous code.
  static func used(_ pool: DatabasePool, _ queue: DatabaseQueue) throws -> Int {
    try queue.transaction { try $0.execute("CREATE TABLE IF NOT EXISTS t(a)") }
    _ = try queue.run { try $0.tableNames() }
    try pool.write { try $0.execute("INSERT INTO t VALUES (1)") }
    return try pool.read { try $0.tableNames() }.count
  }

  @Test func `dates of Foundation are stored once the app says how`() throws {
    let date = Date(timeIntervalSince1970: 1_741_064_767.089)
    let rows = try database.query(
      "SELECT \(date) AS date, \(Date?.none) AS none, 0 AS epoch"
    )
    #expect(try rows[0].read("date", as: Date.self) == date)
    #expect(try rows[0].read("none", as: Date?.self) == nil)
    #expect(try rows[0].read("epoch", as: Date?.self) == Date(timeIntervalSince1970: 0))
  }

  @Test func `every line of the page is compiled`() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    func words(_ text: String) -> String { text.filter { !$0.isWhitespace } }
    var compiled = ""
    for file in [
      "Tests/FurrowSQLiteTests/FromFMDBTests.swift",
      "Sources/Examples/MovieCatalog/MovieCatalog.swift",
      "Sources/Examples/ContactBook/ContactBook.swift",
    ] {
      compiled += words(
        try String(contentsOf: root.appendingPathComponent(file), encoding: .utf8)
      )
    }
    let page = try String(
      contentsOf: root.appendingPathComponent("docs/from-fmdb.md"),
      encoding: .utf8
    )
    var count = 0
    for line in page.split(separator: "\n") where line.hasPrefix("| ") && !line.hasPrefix("| none")
    {
      // The second cell; its code stands between backticks.
      let cell = line.split(separator: "|")[1]
      for (index, part) in cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      where index % 2 == 1 && part.contains(where: { "(.{".contains($0) }) {
        count += 1
        #expect(compiled.contains(words(String(part))), "\(part)")
      }
    }
    #expect(count > 60)
    let block = try #require(page.components(separatedBy: "```swift\n").last)
    // Outside this package the conformance needs one word more.
    let recipe = block.components(separatedBy: "```")[0]
      .replacingOccurrences(of: "@retroactive", with: "")
    #expect(compiled.contains(words(recipe)))
  }
}

import FurrowSQLite
import TestSupport
import Testing

@Suite struct `Blobs in parts` {
  let database: Database

  init() throws {
    database = try .inMemory()
    try database.execute(
      "CREATE TABLE t(id INTEGER PRIMARY KEY, b); INSERT INTO t VALUES (2, 'text'), (3, 5)"
    )
    var insert = try database.prepare("INSERT INTO t VALUES (1, ?)")
    try insert.bind(zeroBytes: 10, at: 1)
    try insert.run()
  }

  @Test func `parts are written and read`() throws {
    var blob = try database.openBlob(in: "t", column: "b", rowID: 1, isWritable: true)
    let bytes: [UInt8] = [1, 2, 3]
    try blob.write(bytes.span, at: 7)
    let part = try blob.read(6..<10)
    #expect(part == [0, 1, 2, 3])
    let none = try blob.read(10..<10)
    #expect(none == [])
    #expect(blob.count == 10)
    try blob.move(toRowID: 2)
    let text = try blob.read(0..<blob.count)
    #expect(text == Array("text".utf8))
  }

  @Test func `what is not there is an error`() throws {
    for (column, row) in [("b", 9), ("nosuch", 1), ("b", 3)] as [(String, Int64)] {
      #expect(throws: SQLiteError.self) {
        _ = try database.openBlob(in: "t", column: column, rowID: row)
      }
    }
    var blob = try database.openBlob(in: "t", column: "b", rowID: 1)
    let bytes: [UInt8] = [1]
    func failure(_ body: (inout Blob) throws(SQLiteError) -> Void) -> ResultCode? {
      do throws(SQLiteError) {
        try body(&blob)
        return nil
      } catch {
        return error.code.primary
      }
    }
    #expect(failure { blob throws(SQLiteError) in _ = try blob.read(5..<11) } == .range)
    #expect(failure { blob throws(SQLiteError) in try blob.write(bytes.span, at: 10) } == .range)
    #expect(failure { blob throws(SQLiteError) in try blob.write(bytes.span, at: -1) } == .range)
    #expect(failure { blob throws(SQLiteError) in try blob.write(bytes.span, at: 0) } == .readOnly)
    try database.execute("UPDATE t SET b = 'new' WHERE id = 1")
    #expect(failure { blob throws(SQLiteError) in _ = try blob.read(0..<1) } == .abort)
  }
}

@Suite struct `Copies and checkpoints` {
  let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  func open(_ name: String, _ journal: Database.Journal? = nil) throws -> Database {
    var options = Database.Options(mode: .create)
    options.journal = journal
    return try Database(path: folder.file(name), options: options)
  }

  @Test func `a database is copied to memory and back, in steps that are told`() throws {
    let source = try open("a.db")
    try source.execute("CREATE TABLE t(x); INSERT INTO t VALUES (zeroblob(100000))")
    let memory = try Database.inMemory()
    var steps: [BackupProgress] = []
    try source.backUp(to: memory, pages: 10) { progress throws(SQLiteError) in
      steps.append(progress)
    }
    #expect(steps.count > 2)
    #expect(steps.last?.remaining == 0)
    #expect(try memory.firstInteger("SELECT length(x) FROM t") == 100_000)
    let copy = try open("b.db")
    try memory.backUp(to: copy)
    #expect(try copy.firstText("PRAGMA integrity_check") == "ok")
    #expect(try copy.firstInteger("SELECT length(x) FROM t") == 100_000)
  }

  @Test func `a copy that is stopped leaves the target as it was`() throws {
    let source = try open("a.db")
    try source.execute("CREATE TABLE t(x); INSERT INTO t VALUES (zeroblob(100000))")
    let target = try open("b.db")
    try target.execute("CREATE TABLE old(x)")
    #expect(throws: SQLiteError.self) {
      try source.backUp(to: target, pages: 1) { _ throws(SQLiteError) in
        throw SQLiteError(code: .abort, message: "enough")
      }
    }
    #expect(try target.tableNames() == ["old"])
    #expect(throws: SQLiteError.self) { try source.backUp(to: source) }
  }

  @Test func `a checkpoint counts frames, and there are none without a log`() throws {
    let plain = try open("a.db")
    #expect(try plain.checkpoint() == plain.checkpoint(.full, schema: "main"))
    #expect(try plain.checkpoint().logFrames == nil)
    let logged = try open("b.db", .wal)
    try logged.execute("CREATE TABLE t(x); INSERT INTO t VALUES (1)")
    let passive = try logged.checkpoint()
    #expect(passive.logFrames ?? 0 > 0)
    #expect(passive.logFrames == passive.copiedFrames)
    #expect(try logged.checkpoint(.truncate).logFrames == 0)
    #expect(throws: SQLiteError.self) { try logged.checkpoint(.passive, schema: "nosuch") }
  }

  @Test(arguments: [Database.Journal.delete, .truncate, .persist, .memory, .wal, .off])
  func `each journal can be chosen`(journal: Database.Journal) throws {
    let database = try open("a.db", journal)
    #expect(try database.firstText("PRAGMA journal_mode") == journal.rawValue)
  }

  @Test func `a journal that cannot be is an error`() throws {
    var options = Database.Options()
    options.journal = .wal
    #expect {
      _ = try Database.inMemory(options)
    } throws: {
      "\($0)" == "the journal cannot be \"wal\" here; it is \"memory\""
    }
  }
}

@Suite struct `Identity of a database` {
  let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  @Test func `numbers in the header go both ways`() throws {
    let database = try Database.inMemory()
    try database.setUserVersion(12)
    try database.setApplicationID(-7)
    #expect(try database.userVersion() == 12)
    #expect(try database.applicationID() == -7)
  }

  @Test func `the library tells its version`() {
    #expect(Database.libraryVersionNumber > 3_007_000 && Database.libraryVersionNumber < 4_000_000)
    #expect(Database.isLibraryThreadSafe)
    #expect(Database.libraryVersion.hasPrefix("3."))
  }

  @Test func `another database is attached and detached`() throws {
    let other = try Database(path: folder.file("o'ther.db"), options: .init(mode: .create))
    try other.execute("CREATE TABLE attached(x); INSERT INTO attached VALUES (5)")
    let database = try Database(path: folder.file("a.db"), options: .init(mode: .create))
    try database.attach(folder.file("o'ther.db"), as: "attack \"1\"")
    #expect(try database.firstInteger("SELECT x FROM \(identifier: "attack \"1\"").attached") == 5)
    #expect(try database.schemas().map(\.name) == ["main", "attack \"1\""])
    #expect(try database.tableExists("attached", schema: "attack \"1\""))
    try database.detach("attack \"1\"")
    #expect(try database.schemas().map(\.path) == [folder.file("a.db")])
  }

  @Test func `a URI is one only if asked for`() throws {
    var options = Database.Options(mode: .create)
    options.acceptsURI = true
    let path = "file:\(folder.file("u.db"))?mode=rwc"
    try Database(path: path, options: options).execute("CREATE TABLE t(x)")
    #expect(folder.has("u.db"))
    options.mode = .readOnly
    let copy = try Database(path: "file:\(folder.file("u.db"))?immutable=1", options: options)
    #expect(try copy.tableNames() == ["t"])
  }

  @Test func `the schema lists what was made, and columns are found`() throws {
    let database = try Database.inMemory()
    try database.execute(
      """
      CREATE TABLE "234 fds"(id INTEGER PRIMARY KEY, "it's" TEXT UNIQUE);
      CREATE TEMP VIEW seen AS SELECT 1; CREATE INDEX i ON "234 fds"("it's");
      """
    )
    let objects = try database.schemaObjects()
    #expect(objects.map(\.type) == ["table", "index", "view"])
    #expect(objects.map(\.tableName) == ["234 fds", "234 fds", "seen"])
    #expect(try database.columnExists("IT'S", in: "234 FDS"))
    #expect(try !database.columnExists("nosuch", in: "234 fds"))
    #expect(try !database.columnExists("id", in: "nosuch"))
  }

  @Test func `SQL is checked without being run`() throws {
    let database = try Database.inMemory()
    try database.validate("CREATE TABLE t(x)")
    #expect(try !database.tableExists("t"))
    #expect(throws: SQLiteError.self) { try database.validate("blah blah blah") }
  }

  @Test func `the wait for a lock can be changed, and the write succeeds once it is free`() throws {
    let holder = try Database(path: folder.file("a.db"), options: .init(mode: .create))
    try holder.execute("CREATE TABLE t(x)")
    let writer = try Database(path: folder.file("a.db"))
    writer.setBusyTimeout(.milliseconds(20))
    #expect(writer.busyTimeout == .milliseconds(20))
    try holder.begin(.exclusive)
    for sql in ["INSERT INTO t VALUES (1)", "SELECT * FROM t"] {
      do throws(SQLiteError) {
        try writer.execute(SQL(raw: sql))
        Issue.record("did not wait")
      } catch {
        #expect(error.code.primary == .busy)
      }
    }
    holder.rollBack()
    try writer.execute("INSERT INTO t VALUES (1)")
    #expect(writer.changes == 1)
  }
}

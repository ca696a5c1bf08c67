import FurrowSQLite
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite struct `Opening a database` {
  let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// Opens and gives the error, if there is one.
  func failure(_ path: String, _ mode: Database.Mode) -> SQLiteError? {
    do throws(SQLiteError) {
      _ = try Database(path: path, options: .init(mode: mode))
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [Database.Mode.readOnly, .readWrite])
  func `a missing file is an error, and is not made`(mode: Database.Mode) throws {
    let error = try #require(failure(folder.file("no.db"), mode))
    #expect(error.code == .cannotOpen)
    #expect(
      error.description
        == "\(folder.file("no.db")): cannot open the database: no such file or directory"
    )
    #expect(!folder.has("no.db"))
  }

  @Test(arguments: [Database.Mode.readOnly, .readWrite, .create])
  func `a folder is an error`(mode: Database.Mode) throws {
    let error = try #require(failure(folder.path, mode))
    #expect(
      error.description == "\(folder.path): cannot open the database: it is a folder"
    )
  }

  @Test(arguments: [Database.Mode.readOnly, .readWrite, .create])
  func `a text file is not a database`(mode: Database.Mode) throws {
    let path = try folder.write(
      String(repeating: "title,year\nMetropolis,1927\n", count: 50),
      to: "a.csv"
    )
    let error = try #require(failure(path, mode))
    #expect(error.code == .notADatabase)
    #expect(
      error.description == "\(path): this file is not a SQLite database (or it is encrypted)"
    )
  }

  @Test func `a folder that does not exist is an error when making a file`() throws {
    let error = try #require(failure(folder.file("no/such.db"), .create))
    #expect(error.code == .cannotOpen)
    #expect(error.description.hasSuffix("no such file or directory"))
  }

  @Test func `an empty file is an empty database`() throws {
    let path = try folder.write("", to: "empty.db")
    let database = try Database(path: path)
    #expect(try database.tableNames() == [])
  }

  @Test func `an unknown file system is an error that names it`() throws {
    var options = Database.Options(mode: .create)
    options.fileSystem = "nosuch"
    #expect {
      try Database(path: folder.file("a.db"), options: options)
    } throws: {
      "\($0)".contains("nosuch")
    }
  }

  @Test func `a path that looks like a URI is a file name`() throws {
    // The folder's path in front keeps the test out of the working directory.
    let database = try Database(
      path: folder.file("file:a?mode=memory"),
      options: .init(mode: .create)
    )
    try database.execute("CREATE TABLE t(x)")
    #expect(folder.has("file:a?mode=memory"))
  }

  @Test func `a file without permission to write is refused at once for writing`() throws {
    // The superuser may write everything.
    guard geteuid() != 0 else { return }
    let path = folder.file("a.db")
    try Database(path: path, options: .init(mode: .create)).execute("CREATE TABLE t(x)")
    // Sound: the path is a terminated copy for the call.
    _ = unsafe chmod(path, 0o444)
    #expect(failure(path, .readWrite)?.code == .readOnly)
    #expect(failure(path, .readOnly) == nil)
  }

  @Test func `reading only does not write`() throws {
    let path = folder.file("a.db")
    try Database(path: path, options: .init(mode: .create)).execute("CREATE TABLE t(x)")
    let database = try Database(path: path, options: .init(mode: .readOnly))
    #expect(database.isReadOnly)
    #expect {
      try database.execute("INSERT INTO t VALUES (1)")
    } throws: {
      ($0 as? SQLiteError)?.code == .readOnly
        && "\($0)"
          == "\(path): the database cannot be written: attempt to write a readonly database"
    }
  }

  @Test func `a database in memory and a temporary one work`() throws {
    for path in [":memory:", ""] {
      let database = try Database(path: path, options: .init(mode: .create))
      try database.execute("CREATE TABLE t(x); INSERT INTO t VALUES (1)")
      #expect(try database.firstInteger("SELECT x FROM t") == 1)
    }
  }

  @Test func `foreign keys are enforced unless asked otherwise`() throws {
    var options = Database.Options(mode: .create)
    #expect(
      try Database(path: ":memory:", options: options).firstValue("PRAGMA foreign_keys") == 1
    )
    options.enforcesForeignKeys = false
    #expect(
      try Database(path: ":memory:", options: options).firstValue("PRAGMA foreign_keys") == 0
    )
  }

  @Test func `the cache and the care for power loss can be set`() throws {
    var options = Database.Options(mode: .create)
    options.cacheKibibytes = 8000
    options.synchronous = .normal
    let database = try Database(path: folder.file("a.db"), options: options)
    #expect(try database.firstValue("PRAGMA cache_size") == -8000)
    #expect(try database.firstValue("PRAGMA synchronous") == 1)
  }

  @Test func `switching foreign keys inside a transaction is an error, not silence`() throws {
    let database = try Database(path: ":memory:", options: .init(mode: .create))
    try database.begin()
    #expect(throws: SQLiteError.self) { try database.setForeignKeys(false) }
  }
}

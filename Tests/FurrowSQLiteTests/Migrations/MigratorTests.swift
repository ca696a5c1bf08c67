import FurrowSQLite
import Synchronization
import TestSupport
import Testing

/// A database file of its own and migrations from texts.
struct MigratorCase {
  let folder: TemporaryDirectory
  let database: Database

  init(setup: String = "") throws {
    folder = try TemporaryDirectory()
    database = try Database(path: folder.file("a.db"), options: .init(mode: .create))
    try database.execute(SQL(raw: setup))
  }

  static func migrations(_ texts: [(String, String)]) throws -> Migrator {
    Migrator(migrations: try texts.map { try Migration(file: $0.0, text: $0.1) })
  }

  @discardableResult
  func up(
    _ texts: [(String, String)],
    _ scope: Migrator.TransactionScope = .run,
    allowsOutOfOrder: Bool = false
  ) throws -> Migrator.Run {
    var options = Migrator.Options()
    options.scope = scope
    options.allowsOutOfOrder = allowsOutOfOrder
    return try Self.migrations(texts).up(database, options)
  }

  /// Runs up and gives the error; a success is an issue.
  func failure(
    _ texts: [(String, String)],
    _ scope: Migrator.TransactionScope = .run
  ) -> MigrationError? {
    do {
      try up(texts, scope)
      Issue.record("the run succeeded")
      return nil
    } catch {
      return error as? MigrationError
    }
  }

  func names() throws -> [String] {
    try database.tableNames().filter { !$0.hasPrefix("furrow_") }
  }

  func history() throws -> [[Value]] {
    try database.rows("SELECT version FROM furrow_migrations WHERE live ORDER BY seq")
  }
}

@Suite struct `Applying migrations` {
  @Test func `pending files run in order and are noted`() throws {
    let test = try MigratorCase()
    let run = try test.up([
      ("10_c.sql", "INSERT INTO log VALUES (10)"),
      ("1_a.sql", "CREATE TABLE log(v); INSERT INTO log VALUES (1)"),
      (
        "2_b.sql",
        "-- migrate:up\nINSERT INTO log VALUES (2);\n-- migrate:down\nDELETE FROM log WHERE v = 2;\n"
      ),
    ])
    #expect(run.applied.map(\.version.text) == ["1", "2", "10"])
    #expect(try test.database.rows("SELECT v FROM log ORDER BY rowid") == [[1], [2], [10]])
    #expect(try test.history() == [["1"], ["2"], ["10"]])
    let row = try test.database.rows(
      "SELECT name, file, content_hash LIKE 'sha256v1:%', finished_at GLOB '????-??-??T??:??:??.???Z', down_sql FROM furrow_migrations WHERE version = '2'"
    )[0]
    #expect(row == ["b", "2_b.sql", 1, 1, "-- migrate:down\nDELETE FROM log WHERE v = 2;\n"])
  }

  @Test func `a second run does nothing`() throws {
    let test = try MigratorCase()
    let files = [("1_a.sql", "CREATE TABLE a(x)")]
    try test.up(files)
    #expect(try test.up(files).applied == [])
  }

  @Test func `with nothing to do not even the history table is made`() throws {
    let test = try MigratorCase()
    try test.up([])
    #expect(try test.database.tableNames() == [])
  }

  @Test func `triggers, CASE and comments are left to SQLite`() throws {
    let test = try MigratorCase()
    try test.up([
      (
        "001_triggers.sql",
        """
        CREATE TABLE item(n); CREATE TABLE log(kind, n);
        CREATE/* before */TRIGGER tr AFTER INSERT ON item
        BEGIN/* body; */
          INSERT INTO log SELECT CASE WHEN NEW.n < 10 THEN 'small;' ELSE CASE WHEN 1 THEN 'big' END END, NEW.n;
          -- END; not yet
        /* end */END/* after */;
        CREATE TEMP TABLE "begin"(x); DROP TABLE "begin";
        CREATE TABLE last(x);
        INSERT INTO item VALUES (1), (50) -- no semicolon
        """
      )
    ])
    #expect(try test.database.rows("SELECT kind FROM log ORDER BY n") == [["small;"], ["big"]])
    #expect(try test.names() == ["item", "last", "log"])
  }

  @Test(arguments: [
    "CREATE TABLE a(x); /* end; */", "CREATE TABLE a(x) -- end;", ";; CREATE TABLE a(x);;",
    "CREATE TABLE a(x); /* open", "CREATE TABLE a(x DEFAULT ';--'); SELECT '--', ';', '/*';",
    "CREATE TABLE a(x); INSERT INTO a SELECT '-- ' || ';' WHERE 1 -- two; parts\n;",
  ])
  func `comments and semicolons anywhere do no harm`(sql: String) throws {
    let test = try MigratorCase()
    try test.up([("1_a.sql", sql)])
    #expect(try test.names() == ["a"])
  }

  @Test(arguments: [".read other.sql", "\\i other.sql"])
  func `a command of a shell is told from SQL`(line: String) throws {
    let test = try MigratorCase()
    let error = try #require(test.failure([("1_a.sql", "SELECT 1;\n\(line)\n")]))
    #expect(error.message.contains("commands of a shell"))
    #expect(error.line == 2)
  }

  @Test func `an app brings its database up in one line, and hears how it goes`() throws {
    let test = try MigratorCase()
    try test.folder.write("CREATE TABLE a(x);", to: "m/1_a.sql")
    try Migrator(folder: test.folder.file("m")).up(test.database)
    #expect(try test.names() == ["a"])
    let heard = Mutex<[String]>([])
    var options = Migrator.Options()
    options.progress = { progress in
      switch progress {
      case .started(let migration): heard.withLock { $0.append("started \(migration.file)") }
      case .ran(let migration, _): heard.withLock { $0.append("ran \(migration.file)") }
      }
    }
    let files = [("1_a.sql", "CREATE TABLE a(x);"), ("2_b.sql", "CREATE TABLE b(x);")]
    try MigratorCase.migrations(files).up(test.database, options)
    #expect(heard.withLock { $0 } == ["started 2_b.sql", "ran 2_b.sql"])
    #expect {
      try Migrator(migrations: []).up(test.database)
    } throws: {
      ($0 as? MigrationError)?.kind == .ahead
    }
  }

  @Test func `an up section ends where the down section starts`() throws {
    let test = try MigratorCase()
    try test.up([("1_a.sql", "-- migrate:up\nCREATE TABLE a(x)\n-- migrate:down\nDROP TABLE a;")])
    #expect(try test.names() == ["a"])
  }

  static let broken = [
    ("001_ok.sql", "CREATE TABLE a(mood); INSERT INTO a VALUES (4);"),
    (
      "002_bad.sql",
      "CREATE TABLE first(x);\nUPDATE a SET mood = 0;\nUPDATE a SET nosuch = 1;\nCREATE TABLE last(x);\n"
    ),
  ]

  @Test func `a failing statement undoes the whole run`() throws {
    let test = try MigratorCase()
    let error = try #require(test.failure(Self.broken))
    #expect(
      "\(error)" == "002_bad.sql:3:14: no such column: nosuch [sql] (the database is unchanged)"
    )
    #expect(error.caret == "UPDATE a SET nosuch = 1;\n             ^")
    #expect(error.kind == .sql && error.isDatabaseUnchanged)
    #expect(try test.database.tableNames() == [])
  }

  @Test func `each file for itself keeps those before the failing one`() throws {
    let test = try MigratorCase()
    let error = try #require(test.failure(Self.broken, .each))
    #expect(
      "\(error)" == "002_bad.sql:3:14: no such column: nosuch [sql] (done and kept: 001)"
    )
    #expect(try test.names() == ["a"])
    #expect(try test.database.rows("SELECT mood FROM a") == [[4]])
    #expect(try test.history() == [["001"]])
    let mended = Self.broken[1].1.replacing("nosuch", with: "mood")
    try test.up([Self.broken[0], ("002_bad.sql", mended)], .each)
    #expect(try test.names() == ["a", "first", "last"])
  }

  @Test func `an incomplete last statement is an error, never skipped`() throws {
    let test = try MigratorCase()
    let error = try #require(test.failure([("1_a.sql", "CREATE TABLE a(x);\nCREATE TABLE")]))
    #expect(error.line == 2)
    #expect(error.message == "incomplete input")
  }

  @Test func `the target is the last one applied`() throws {
    let test = try MigratorCase()
    var options = Migrator.Options()
    options.target = MigrationVersion("2")
    let files = (1...3).map { ("\($0)_t.sql", "CREATE TABLE t\($0)(x)") }
    _ = try MigratorCase.migrations(files).up(test.database, options)
    #expect(try test.names() == ["t1", "t2"])
  }

  @Test func `two connections at once both succeed, and each file runs once`() async throws {
    for _ in 0..<20 {
      let folder = try TemporaryDirectory()
      let migrator = try MigratorCase.migrations([
        ("1_a.sql", "CREATE TABLE log(v); INSERT INTO log VALUES (1)"),
        ("2_b.sql", "INSERT INTO log VALUES (2)"),
      ])
      let path = folder.file("a.db")
      let applied = try await withThrowingTaskGroup(of: Int.self) { group in
        for scope in [Migrator.TransactionScope.run, .each, .each] {
          group.addTask {
            var options = Migrator.Options()
            options.scope = scope
            let database = try Database(path: path, options: .init(mode: .create))
            return try migrator.up(database, options).applied.count
          }
        }
        return try await group.reduce(0, +)
      }
      #expect(applied == 2)
      let database = try Database(path: path)
      #expect(try database.rows("SELECT v FROM log ORDER BY v") == [[1], [2]])
    }
  }

  @Test func `a database that stays locked is an error that leaves it as it was`() throws {
    let test = try MigratorCase()
    var options = Database.Options()
    options.busyTimeout = .milliseconds(20)
    let other = try Database(path: test.folder.file("a.db"), options: options)
    try test.database.begin()
    #expect {
      try MigratorCase.migrations([("1_a.sql", "CREATE TABLE a(x)")]).up(other)
    } throws: {
      let error = $0 as? MigrationError
      return error?.kind == .database && error?.cause?.code == .busy
        && error?.isDatabaseUnchanged == true
    }
  }

  @Test func `an open transaction is refused`() throws {
    let test = try MigratorCase()
    try test.database.begin()
    #expect(test.failure([("1_a.sql", "SELECT 1")])?.kind == .database)
  }

  @Test func `a full disk undoes the run`() throws {
    let test = try MigratorCase(setup: "CREATE TABLE base(x)")
    try test.database.execute("PRAGMA max_page_count = 10")
    let error = try #require(
      test.failure([("1_a.sql", "CREATE TABLE a(x);\nINSERT INTO a VALUES (zeroblob(1000000))")])
    )
    #expect(error.cause?.code == .full)
    #expect(error.line == 2)
    #expect(try test.database.tableNames() == ["base"])
  }

  @Test func `the connection comes back as it was`() throws {
    let test = try MigratorCase()
    try test.up([("1_a.sql", "PRAGMA legacy_alter_table = ON; PRAGMA recursive_triggers = OFF")])
    _ = test.failure([
      ("1_a.sql", "PRAGMA legacy_alter_table = ON; PRAGMA recursive_triggers = OFF"),
      ("2_a.sql", "PRAGMA ignore_check_constraints = ON; SELECT nosuch"),
    ])
    for (pragma, value) in [
      ("foreign_keys", 1), ("legacy_alter_table", 0), ("ignore_check_constraints", 0),
    ] as [(String, Value)] {
      #expect(try test.database.firstValue("PRAGMA \(raw: pragma)") == value)
    }
    try test.database.execute("ATTACH ':memory:' AS other")
  }
}

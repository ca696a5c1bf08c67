import FurrowSQLite
import TestSupport
import Testing

@Suite struct `What migrations must leave whole` {
  /// Ways in which people write a rebuild.
  static let rebuilds = [
    """
    CREATE TABLE parent_new(id INTEGER PRIMARY KEY, name TEXT NOT NULL, age INT DEFAULT 0);
    INSERT INTO parent_new(id, name) SELECT id, name FROM parent;
    DROP TABLE parent; ALTER TABLE parent_new RENAME TO parent;
    """,
    "PRAGMA foreign_keys=0;\nBEGIN IMMEDIATE;\n@@COMMIT;\nPRAGMA foreign_keys=1;",
    "PRAGMA foreign_keys=OFF; BEGIN; @@ PRAGMA foreign_key_check; COMMIT; PRAGMA foreign_keys=ON;",
    "PRAGMA defer_foreign_keys = ON; @@ PRAGMA defer_foreign_keys = OFF;",
    "PRAGMA legacy_alter_table = ON; @@ PRAGMA legacy_alter_table = OFF;",
    // The old table gives way first; with the switch its children keep their parent's name.
    """
    PRAGMA legacy_alter_table = ON;
    ALTER TABLE parent RENAME TO parent_old;
    CREATE TABLE parent(id INTEGER PRIMARY KEY, name TEXT NOT NULL, age INT DEFAULT 0);
    INSERT INTO parent(id, name) SELECT id, name FROM parent_old;
    DROP TABLE parent_old;
    """,
    """
    CREATE TEMPORARY TABLE copy AS SELECT id, name FROM parent; DROP TABLE parent;
    CREATE TABLE parent(id INTEGER PRIMARY KEY, name TEXT NOT NULL, age INT DEFAULT 0);
    INSERT INTO parent(id, name) SELECT id, name FROM copy; DROP TABLE copy;
    """,
    "-- migrate:up\n@@\n-- migrate:down\nALTER TABLE parent DROP COLUMN age;",
  ]

  @Test(arguments: rebuilds.indices, [TransactionRule.run, .each, .outside])
  func `a rebuild keeps every child, however it is written`(
    index: Int,
    rule: TransactionRule
  ) throws {
    var sql = Self.rebuilds[index].replacing("@@", with: Self.rebuilds[0])
    if rule == .outside { sql = "-- furrow: transaction=off\n" + sql }
    let test = try MigratorCase(setup: `Safety of migrations`.family)
    try test.up([("1_rebuild.sql", sql)], rule == .each ? .each : .run)
    #expect(try test.database.rows("SELECT * FROM child") == [[1, 1], [2, 1], [3, 2]])
    #expect(try test.database.rows("SELECT * FROM parent") == [[1, "a", 0], [2, "b", 0]])
    #expect(try test.database.foreignKeys(of: "child").map(\.parent) == ["parent"])
    #expect(try test.database.firstValue("PRAGMA foreign_keys") == 1)
    #expect(try test.database.firstValue("PRAGMA legacy_alter_table") == 0)
  }

  /// How a file runs.
  enum TransactionRule: Sendable { case run, each, outside }

  @Test func `renaming the old table first is refused, since children follow it`() throws {
    let test = try MigratorCase(
      setup: `Safety of migrations`.family + "CREATE TABLE empty(pid REFERENCES parent(id));"
    )
    let sql = """
      ALTER TABLE parent RENAME TO parent_old;
      CREATE TABLE parent(id INTEGER PRIMARY KEY, name TEXT);
      INSERT INTO parent SELECT * FROM parent_old; DROP TABLE parent_old;
      """
    #expect(test.failure([("1_x.sql", sql)])?.kind == .foreignKey)
    try test.database.execute("PRAGMA foreign_keys = OFF; DELETE FROM child")
    #expect(test.failure([("1_x.sql", sql)])?.kind == .brokenSchema)
    #expect(try test.database.foreignKeys(of: "empty").map(\.parent) == ["parent"])
  }

  @Test func `rows that go by a trigger are missed, with the statement that did it`() throws {
    let test = try MigratorCase(
      setup: """
        CREATE TABLE item(id); INSERT INTO item VALUES (1), (2);
        CREATE TABLE stock(id); INSERT INTO stock VALUES (1), (2);
        CREATE TRIGGER t AFTER UPDATE ON item BEGIN DELETE FROM stock WHERE id = OLD.id; END;
        """
    )
    let files = [("1_x.sql", "CREATE TABLE a(x);\nUPDATE item SET id = id + 1;")]
    let error = try #require(test.failure(files))
    #expect(error.kind == .rowLoss)
    #expect(error.line == 2)
    #expect(error.message.hasPrefix("the table stock would go from 2 to 0 rows"))
    var options = Migrator.Options()
    options.guardsRows = false
    try MigratorCase.migrations(files).up(test.database, options)
  }

  @Test func `cascades that a file asks for are missed unless it names the table`() throws {
    let test = try MigratorCase(setup: `Safety of migrations`.family)
    let error = test.failure([
      ("1_x.sql", "-- furrow: foreign-keys=on\nDELETE FROM parent WHERE id = 1")
    ])
    #expect(error?.kind == .rowLoss && error?.line == 2)
    #expect(try test.database.firstInteger("SELECT count(*) FROM child") == 3)
  }

  @Test(arguments: [
    ("DROP TABLE base", "view v: no such table: main.base"),
    ("ALTER TABLE base DROP COLUMN y; CREATE TABLE k(x)", ""),
    ("DROP TABLE log", "trigger t: no such table: main.log"),
  ])
  func `a view or trigger that does not compile any more is an error`(
    sql: String,
    message: String
  ) throws {
    let test = try MigratorCase(
      setup: """
        CREATE TABLE base(x, y); CREATE VIEW v AS SELECT x FROM base; CREATE TABLE log(x);
        CREATE TABLE other(x); CREATE TRIGGER t AFTER INSERT ON other BEGIN INSERT INTO log VALUES (1); END;
        CREATE VIEW broken AS SELECT * FROM nowhere;
        """
    )
    if message.isEmpty {
      // One that was broken before is nobody's fault; but SQLite itself minds it in ALTER TABLE.
      try test.database.execute("DROP VIEW broken")
      try test.up([("1_x.sql", sql)])
    } else {
      let error = try #require(test.failure([("1_x.sql", sql)]))
      #expect(error.kind == .brokenSchema)
      #expect(error.message.contains(message))
      #expect(error.details.count == 1)
    }
  }

  @Test func `a view on a rebuilt table works with the switch, and is told about without`() throws {
    let view = "CREATE VIEW v AS SELECT name FROM parent;"
    let test = try MigratorCase(setup: `Safety of migrations`.family + view)
    let error = try #require(test.failure([("1_x.sql", Self.rebuilds[0])]))
    #expect(error.message.contains("legacy_alter_table"))
    try test.up([("1_x.sql", "PRAGMA legacy_alter_table = ON;" + Self.rebuilds[0])])
    #expect(try test.database.rows("SELECT * FROM v") == [["a"], ["b"]])
  }

  @Test func `outside a transaction what is broken is told, since it stays`() throws {
    let test = try MigratorCase(setup: `Safety of migrations`.family)
    let run = try test.up([
      ("1_x.sql", "-- furrow: transaction=off\nDELETE FROM parent WHERE id = 2")
    ])
    #expect(run.warnings.count == 1)
    #expect(run.warnings.first?.contains("1 row would break a foreign key") == true)
  }

  @Test func `what needs to stand outside a transaction is told`() throws {
    let test = try MigratorCase()
    let error = try #require(test.failure([("1_x.sql", "CREATE TABLE a(x);\nVACUUM;")]))
    #expect(error.line == 2)
    #expect(error.message.contains("transaction:false"))
  }

  @Test func `a reader at the commit is waited for, then the run is undone`() throws {
    let test = try MigratorCase(setup: "CREATE TABLE base(x); INSERT INTO base VALUES (1)")
    var options = Database.Options()
    options.busyTimeout = .milliseconds(50)
    let writer = try Database(path: test.folder.file("a.db"), options: options)
    var reading = try test.database.prepare("SELECT x FROM base")
    #expect(try reading.step())
    #expect {
      try MigratorCase.migrations([("1_a.sql", "CREATE TABLE a(x)")]).up(writer)
    } throws: {
      ($0 as? MigrationError)?.cause?.code == .busy
    }
    reading.reset()
    #expect(try test.names() == ["base"])
    try MigratorCase.migrations([("1_a.sql", "CREATE TABLE a(x)")]).up(writer)
  }
}

@Suite struct `Copies of a database` {
  let test: MigratorCase
  let path: String

  init() throws {
    test = try MigratorCase(
      setup: "PRAGMA journal_mode = WAL; CREATE TABLE base(x); INSERT INTO base VALUES (1), (2);"
    )
    path = test.folder.file("a.db")
  }

  func up(_ files: [(String, String)], keeping count: Int = 3) throws -> Migrator.Run {
    var options = Migrator.Options()
    options.backup = BackupPlace(count: count)
    return try MigratorCase.migrations(files).up(test.database, options)
  }

  func copies() -> [String] { test.folder.names.filter { $0.hasSuffix(".backup") } }

  @Test func `are made before a run, have what lies in the log, and stand alone`() throws {
    let run = try up([("1_a.sql", "DELETE FROM base")])
    let backup = try #require(run.backup)
    #expect(copies().count == 1)
    let copy = try Database(path: backup.path, options: .init(mode: .readOnly))
    #expect(try copy.rows("SELECT x FROM base") == [[1], [2]])
    #expect(try copy.firstText("PRAGMA journal_mode") == "delete")
    #expect(try !copy.tableExists("furrow_migrations"))
    #expect(
      try test.database.firstText("SELECT backup_file FROM furrow_migrations")
        == backup.path.split(separator: "/").last.map(String.init)
    )
  }

  @Test func `are not made when nothing is pending, and only the newest are kept`() throws {
    var files: [(String, String)] = []
    for number in 1...5 {
      files.append(("\(number)_t.sql", "CREATE TABLE t\(number)(x)"))
      try test.folder.write("old", to: "a.db.20200101T000000000Z.backup.partial")
      _ = try up(files, keeping: 2)
    }
    #expect(copies().count == 2)
    #expect(try up(files).backup == nil)
    #expect(test.folder.names.filter { $0.hasSuffix(".partial") } == [])
  }

  @Test func `that cannot be made stop the run`() throws {
    var options = Migrator.Options()
    options.backup = BackupPlace(folder: test.folder.file("no/where"))
    let migrator = try MigratorCase.migrations([("1_a.sql", "DELETE FROM base")])
    #expect {
      try migrator.up(test.database, options)
    } throws: {
      let error = $0 as? MigrationError
      return error?.kind == .backup && error?.isDatabaseUnchanged == true
    }
    #expect(try test.database.firstInteger("SELECT count(*) FROM base") == 2)
  }

  @Test func `come back over the log of what went wrong, which is kept`() throws {
    let backup = try DatabaseBackup(of: path)
    try test.database.execute("DELETE FROM base; CREATE TABLE wrong(x)")
    let kept = try DatabaseRestore.restore(backup.path, into: path)
    #expect(try test.database.rows("SELECT x FROM base") == [[1], [2]])
    #expect(try test.names() == ["base"])
    let failed = try Database(path: #require(kept).path, options: .init(mode: .readOnly))
    #expect(try failed.tableExists("wrong"))
  }

  @Test func `that are damaged are not brought back`() throws {
    let bad = try test.folder.write("this is not a database, only some text", to: "bad.backup")
    #expect {
      try DatabaseRestore.restore(bad, into: path)
    } throws: {
      ($0 as? MigrationError)?.kind == .backup
    }
    #expect(try test.database.firstInteger("SELECT count(*) FROM base") == 2)
  }

  @Test func `are what a rehearsal runs on`() throws {
    let migrator = try MigratorCase.migrations([
      ("1_a.sql", "DELETE FROM base WHERE x = 1; CREATE TABLE a(x)")
    ])
    let rehearsal = try migrator.rehearse(path, in: test.folder.path)
    #expect(rehearsal.run.applied.count == 1)
    #expect(rehearsal.rowCounts.map(\.table) == ["a", "base"])
    #expect(rehearsal.differences.map(\.summary) == ["table a should not be there"])
    #expect(try test.names() == ["base"])
    #expect(test.folder.names.filter { $0.contains("rehearsal") } == [])
  }
}

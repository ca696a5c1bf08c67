import FurrowSQLite
import TestSupport
import Testing

@Suite struct `Safety of migrations` {
  static let family = """
    CREATE TABLE parent(id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE child(id INTEGER PRIMARY KEY, pid INTEGER REFERENCES parent(id) ON DELETE CASCADE);
    INSERT INTO parent VALUES (1, 'a'), (2, 'b');
    INSERT INTO child VALUES (1, 1), (2, 1), (3, 2);
    """
  static let rebuild = """
    CREATE TABLE new_parent(id INTEGER PRIMARY KEY, name TEXT NOT NULL, age INT DEFAULT 0);
    INSERT INTO new_parent(id, name) SELECT id, name FROM parent;
    DROP TABLE parent;
    ALTER TABLE new_parent RENAME TO parent;
    """

  @Test(
    arguments: [
      rebuild, "PRAGMA foreign_keys=OFF;\n\(rebuild)\nPRAGMA foreign_keys=ON;",
      "PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n\(rebuild)\nCOMMIT;\nPRAGMA foreign_keys=ON;",
      "/* c */ BEGIN;\n\(rebuild)\nEND;", "PRAGMA defer_foreign_keys=ON;\n\(rebuild)",
    ],
    Migrator.TransactionScope.allCases
  )
  func `rebuilding a table keeps its children`(
    sql: String,
    scope: Migrator.TransactionScope
  ) throws {
    let test = try MigratorCase(setup: Self.family)
    try test.up([("1_rebuild.sql", sql)], scope)
    #expect(try test.database.firstInteger("SELECT count(*) FROM child") == 3)
    #expect(try test.database.rows("SELECT * FROM parent") == [[1, "a", 0], [2, "b", 0]])
    #expect(try test.database.rows("PRAGMA foreign_key_check") == [])
    #expect(try test.database.foreignKeys(of: "child").map(\.parent) == ["parent"])
    #expect(try test.database.firstValue("PRAGMA foreign_keys") == 1)
  }

  @Test func `rows that break a key undo the run`() throws {
    let test = try MigratorCase(setup: Self.family)
    let error = try #require(test.failure([("1_x.sql", "DELETE FROM parent WHERE id = 1")]))
    #expect(error.kind == .foreignKey)
    #expect(
      "\(error)"
        == "1_x.sql: 2 rows would break a foreign key: child(id 1, pid 1) -> parent and 1 more"
        + " [foreign-key] (the database is unchanged)"
    )
    #expect(error.details == ["child(id 1, pid 1) -> parent", "child(id 2, pid 1) -> parent"])
    #expect(try test.database.firstInteger("SELECT count(*) FROM parent") == 2)
  }

  static let orphans = """
    PRAGMA foreign_keys = OFF;
    INSERT INTO child VALUES (4, 77);
    CREATE TABLE loose(pid REFERENCES parent(id));
    INSERT INTO loose VALUES (88), (88);
    CREATE TABLE flat(k TEXT PRIMARY KEY, pid REFERENCES parent) WITHOUT ROWID;
    INSERT INTO flat VALUES ('x', 99);
    PRAGMA foreign_keys = ON;
    """

  @Test(arguments: [
    "CREATE TABLE t(x)",
    // The rows get other rowids, and the keys other numbers.
    "CREATE TABLE n(x, pid REFERENCES parent(id)); INSERT INTO n SELECT 1, pid FROM loose ORDER BY rowid DESC; DROP TABLE loose; ALTER TABLE n RENAME TO loose",
    "INSERT INTO parent VALUES (77, 'healed')",
  ])
  func `rows broken long ago do not stop a run`(sql: String) throws {
    let test = try MigratorCase(setup: Self.family + Self.orphans)
    try test.up([("1_x.sql", sql)])
  }

  @Test(arguments: [
    "INSERT INTO parent VALUES (77, 'healed'); INSERT INTO child VALUES (5, 78)",
    "INSERT INTO loose VALUES (88)", "INSERT INTO flat VALUES ('y', 99)",
    "UPDATE flat SET k = 'z'",
    "CREATE TABLE bad(x REFERENCES parent(name)); INSERT INTO bad VALUES (1)",
    "DROP TABLE parent",
  ])
  func `a row broken anew stops it, though another is healed`(sql: String) throws {
    let test = try MigratorCase(setup: Self.family + Self.orphans)
    #expect(test.failure([("1_x.sql", sql)])?.kind == .foreignKey)
  }

  @Test(arguments: [
    ("SELECT 1; COMMIT", 1, "COMMIT is not allowed here"),
    ("SELECT 1;\nBEGIN", 2, "BEGIN is not allowed here"), ("ROLLBACK", 1, "ROLLBACK is not"),
    ("BEGIN; ROLLBACK", 1, "ROLLBACK is not"), ("BEGIN; BEGIN", 1, "BEGIN is not"),
    ("BEGIN;\nSELECT 1;", 2, "there is a BEGIN without a COMMIT"),
    ("BEGIN; COMMIT;\nSELECT 1", 2, "there is a statement behind"),
    ("/* x */ COMMIT", 1, "COMMIT is not"), ("SAVEPOINT a", 1, "a savepoint is not"),
    ("ATTACH ':memory:' AS b", 1, "ATTACH and DETACH"), ("DETACH main", 1, "ATTACH and DETACH"),
    ("PRAGMA writable_schema = ON", 1, "writable_schema"),
    ("DELETE FROM furrow_migrations", 1, "the table furrow_migrations"),
    ("DROP TABLE \"Furrow_Migrations\"", 1, "the table furrow_migrations"),
    ("ALTER TABLE furrow_migrations ADD COLUMN x", 1, "the table furrow_migrations"),
    ("CREATE TRIGGER t AFTER INSERT ON furrow_migrations BEGIN SELECT 1; END", 1, "the table"),
    (
      "CREATE TRIGGER t AFTER INSERT ON a BEGIN DELETE FROM furrow_migrations; END; INSERT INTO a VALUES (1)",
      1, "the table"
    ),
    ("PRAGMA foreign_key_check(broken)", 1, "foreign_key_check found: broken, 1, a, 0"),
  ])
  func `what a file may not do is refused with its place`(
    sql: String,
    line: Int,
    message: String
  ) throws {
    let test = try MigratorCase(
      setup: """
        CREATE TABLE a(x PRIMARY KEY); CREATE TABLE broken(y REFERENCES a);
        PRAGMA foreign_keys = OFF; INSERT INTO broken VALUES (7); PRAGMA foreign_keys = ON;
        """
    )
    let error = try #require(test.failure([("1_x.sql", sql)]))
    #expect(error.kind == .forbidden)
    #expect(error.line == line)
    #expect(error.message.hasPrefix(message))
    #expect(try test.database.tableNames() == ["a", "broken"])
  }

  @Test func `a statement that ends the transaction is an error, and the first one counts`() throws
  {
    let test = try MigratorCase(setup: "CREATE TABLE a(x UNIQUE); INSERT INTO a VALUES (1)")
    let error = try #require(
      test.failure([
        ("1_x.sql", "CREATE TABLE b(x);\nINSERT OR ROLLBACK INTO a VALUES (1);\nCREATE TABLE c(x)")
      ])
    )
    #expect(error.cause?.code == .constraintUnique)
    #expect(error.line == 2)
    #expect(try test.database.tableNames() == ["a"])
  }

  @Test func `a check that finds nothing lets the run go on`() throws {
    let test = try MigratorCase(setup: Self.family)
    try test.up([
      ("1_x.sql", "PRAGMA foreign_key_check; PRAGMA integrity_check; PRAGMA quick_check")
    ])
  }

  @Test func `a file outside a transaction can do what no transaction can`() throws {
    let test = try MigratorCase()
    let run = try test.up([
      ("1_a.sql", "CREATE TABLE a(x)"),
      (
        "2_b.sql",
        "-- migrate:up transaction:false\nPRAGMA journal_mode = WAL;\nVACUUM;\nBEGIN; INSERT INTO a VALUES (1); COMMIT;\n"
      ), ("3_c.sql", "CREATE TABLE c(x)"),
    ])
    #expect(run.applied.count == 3)
    #expect(try test.database.firstText("PRAGMA journal_mode") == "wal")
    #expect(
      try test.database.firstInteger(
        "SELECT count(*) FROM furrow_migrations WHERE statements_done IS NULL"
      ) == 3
    )
  }

  @Test func `such a file that stops midway says what took effect, and blocks the next run`() throws
  {
    let test = try MigratorCase()
    let files = [
      ("1_a.sql", "CREATE TABLE a(x)"),
      ("2_b.sql", "-- migrate:up transaction:false\nCREATE TABLE b(x);\nSELECT nosuch;\n"),
    ]
    let error = try #require(test.failure(files))
    #expect(error.outcome == .partial(["1"], statements: 1))
    #expect(error.line == 3)
    #expect(
      "\(error)".hasSuffix(
        "(1 statement of the file took effect and cannot be undone; done and kept: 1)"
      )
    )
    let again = try #require(test.failure(files))
    #expect(again.kind == .incomplete)
    let status = try MigratorCase.migrations(files).status(of: test.database)
    #expect(status.entries.map(\.state) == [.applied, .incomplete])
  }

  @Test func `such a file that fails at its first statement leaves nothing`() throws {
    let test = try MigratorCase()
    let error = try #require(
      test.failure([("1_a.sql", "-- migrate:up transaction:false\nSELECT nosuch")])
    )
    #expect(error.isDatabaseUnchanged)
    try test.up([("1_a.sql", "-- migrate:up transaction:false\nVACUUM")])
  }

  @Test func `such a file must close its own transaction`() throws {
    let test = try MigratorCase()
    let error = try #require(
      test.failure([
        ("1_a.sql", "-- migrate:up transaction:false\nBEGIN; CREATE TABLE a(x);")
      ])
    )
    #expect(error.kind == .incomplete)
    #expect(try test.names() == [])
  }

  @Test func `foreign keys switched on by such a file are off again for the next`() throws {
    let test = try MigratorCase(setup: Self.family)
    try test.up([
      ("1_a.sql", "-- migrate:up transaction:false\nPRAGMA foreign_keys = ON;"),
      ("2_b.sql", Self.rebuild),
    ])
    #expect(try test.database.firstInteger("SELECT count(*) FROM child") == 3)
  }
}

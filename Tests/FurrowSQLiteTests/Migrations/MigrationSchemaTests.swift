import FurrowSQLite
import TestSupport
import Testing

@Suite struct `The schema as a text` {
  func dump(_ sql: String) throws -> SchemaDump {
    let database = try Database(path: ":memory:", options: .init(mode: .create))
    try database.execute(SQL(raw: sql))
    return try SchemaDump(of: database)
  }

  @Test func `comes in one order and one writing`() throws {
    let text = try dump(
      """
      CREATE VIEW a_view AS SELECT * FROM "z_view"; CREATE VIEW z_view AS SELECT x FROM   t;
      CREATE TABLE t(x INTEGER PRIMARY KEY, -- the key
        [y] TEXT DEFAULT 'a  b' CHECK(length(y)<=10||''), CHECK (x>=-1));
      CREATE INDEX t_y ON t(y); CREATE TABLE "odd name"("select" TEXT);
      CREATE TRIGGER tr AFTER INSERT ON t BEGIN SELECT CASE WHEN 1 THEN 2 END; SELECT 3; END;
      """
    ).text
    #expect(
      text == """
        CREATE TABLE "odd name" (
          "select" TEXT
        );

        CREATE TABLE t (
          x INTEGER PRIMARY KEY,
          y TEXT DEFAULT 'a  b' CHECK (length (y) <= 10 || ''),
          CHECK (x >= -1)
        );

        CREATE INDEX t_y ON t (y);

        CREATE TRIGGER tr AFTER INSERT ON t BEGIN
          SELECT CASE WHEN 1 THEN 2 END;
          SELECT 3;
        END;

        CREATE VIEW z_view AS SELECT x FROM t;

        CREATE VIEW a_view AS SELECT * FROM z_view;

        """
    )
    #expect(try dump(text).text == text)
  }

  @Test func `is the same for an upgraded and a fresh database`() throws {
    let fresh = try dump("CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT, c INT DEFAULT 0)")
    let upgraded = try dump(
      """
      CREATE TABLE old(a INTEGER PRIMARY KEY, x TEXT); ALTER TABLE old RENAME COLUMN x TO b;
      ALTER TABLE old ADD COLUMN c INT DEFAULT 0; ALTER TABLE old RENAME TO t;
      """
    )
    #expect(upgraded == fresh)
  }

  @Test func `has no table behind a full-text table, and makes it again`() throws {
    let first = try dump("CREATE VIRTUAL TABLE f USING fts5(body, content='', tokenize = 'porter')")
    #expect(first.objects.map(\.name) == ["f"])
    #expect(try dump(first.text) == first)
  }

  @Test func `is not touched by what lies in the tables, and keeps names in quotes that need them`()
    throws
  {
    let first = try dump("CREATE TABLE t(\"order\" INT, x CHECK (x IN (\"a\", 'b')))")
    #expect(first.text.contains("\"order\""))
    #expect(first.text.contains("\"a\""))
  }

  @Test func `tells what was changed by hand`() throws {
    let test = try MigratorCase()
    let files = [
      ("1_a.sql", "CREATE TABLE a(x); CREATE INDEX i ON a(x)"), ("2_b.sql", "CREATE TABLE b(x)"),
    ]
    try test.up([files[0]])
    let migrator = try MigratorCase.migrations(files)
    #expect(try migrator.drift(of: test.database) == [])
    try test.database.execute("DROP INDEX i; CREATE TABLE c(x); ALTER TABLE a ADD COLUMN y")
    #expect(
      try migrator.drift(of: test.database).map(\.summary) == [
        "table a is not as expected", "table c should not be there", "index i is missing",
      ]
    )
    #expect(try migrator.drift(of: test.database)[0].lines == ["-   x", "+   x,", "+   y"])
  }

  @Test func `makes a database in place of the migrations, if it is theirs`() throws {
    let files = [("1_a.sql", "CREATE TABLE a(x)"), ("2_b.sql", "CREATE VIEW v AS SELECT x FROM a")]
    let migrator = try MigratorCase.migrations(files)
    let text = try SchemaDump(of: migrator.replay()).text
    let test = try MigratorCase()
    #expect {
      try migrator.load("CREATE TABLE a(x);", into: test.database)
    } throws: {
      ($0 as? MigrationError)?.kind == .state
    }
    #expect(try test.database.tableNames() == [])
    try migrator.load(text, into: test.database)
    #expect(try migrator.status(of: test.database).isUpToDate)
    #expect {
      try migrator.load(text, into: test.database)
    } throws: {
      ($0 as? MigrationError)?.message.contains("not empty") == true
    }
    let rows = try MigratorCase.migrations(files + [("3_c.sql", "INSERT INTO a VALUES (1)")])
    let empty = try MigratorCase()
    #expect {
      try rows.load(text, into: empty.database)
    } throws: {
      ($0 as? MigrationError)?.message.contains("put rows into a") == true
    }
  }
}

@Suite struct `Squashing migrations` {
  static let files = [
    (
      "1_a.sql",
      "-- migrate:up\nCREATE TABLE a(x INTEGER PRIMARY KEY, y TEXT);\nINSERT INTO a VALUES (7, 'it''s'), (9, NULL);"
    ),
    (
      "2_b.sql",
      "-- migrate:up\nALTER TABLE a ADD COLUMN z REAL DEFAULT 1.5;\nCREATE TRIGGER t AFTER INSERT ON a BEGIN DELETE FROM a WHERE x = 0; END;"
    ),
    ("3_c.sql", "-- migrate:up\nCREATE TABLE c(x);"),
  ]

  @Test func `gives one file that makes the same, for all databases that had all or nothing`()
    throws
  {
    let folder = try TemporaryDirectory()
    for (name, text) in Self.files { try folder.write(text, to: name) }
    let migrator = try Migrator(folder: folder.path)
    let old = try MigratorCase()
    try migrator.up(old.database)
    let part = try MigratorCase()
    try Migrator(migrations: [migrator.migrations[0]]).up(part.database)

    let version = try #require(MigrationVersion("2"))
    try Squash(migrator, to: version).write(into: folder.path)
    #expect(folder.names == ["2_squashed.sql", "3_c.sql"])
    let squashed = try Migrator(folder: folder.path)
    #expect(try squashed.status(of: old.database).isUpToDate)
    #expect(try squashed.up(old.database).applied == [])
    let fresh = try MigratorCase()
    #expect(try squashed.up(fresh.database).applied.count == 2)
    #expect(try fresh.database.rows("SELECT * FROM a") == [[7, "it's", 1.5], [9, .null, 1.5]])
    #expect(try squashed.up(fresh.database).applied == [])
    #expect {
      try squashed.up(part.database)
    } throws: {
      ($0 as? MigrationError)?.kind == .state
    }
  }
}

import FurrowSQLite
import TestSupport
import Testing

@Suite struct `Folders of other tools` {
  let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  func read(
    _ files: [String: String],
    _ format: MigrationFormat? = nil,
    allowsMixed: Bool = false
  ) throws -> MigrationFolder {
    for (name, text) in files { try folder.write(text, to: "m/\(name)") }
    return try MigrationFolder(
      path: folder.file("m"),
      format: format,
      allowsMixed: allowsMixed
    )
  }

  func failure(
    _ files: [String: String],
    _ format: MigrationFormat? = nil
  ) throws -> MigrationError? {
    do {
      let read = try read(files, format)
      Issue.record("it was read: \(read.migrations.map(\.file))")
      return nil
    } catch let error as MigrationError {
      return error
    }
  }

  /// Applies all of it, goes all the way back, and up again.
  func runs(_ folder: MigrationFolder) throws {
    let database = try Database(path: ":memory:", options: .init(mode: .create))
    let migrator = Migrator(migrations: folder.migrations)
    try migrator.up(database)
    #expect(try database.tableExists("b"))
    guard folder.migrations.allSatisfy({ !$0.down.isEmpty }) else { return }
    try migrator.down(database, .steps(9))
    #expect(try !database.tableExists("a"))
    try migrator.up(database)
  }

  static let layouts: [(MigrationFormat, [String: String])] = [
    (
      .dbmate,
      [
        "1_a.sql": "-- migrate:up\nCREATE TABLE a(x);\n-- migrate:down\nDROP TABLE a;",
        "2_b.sql": "--migrate:up\nCREATE TABLE b(x);\n--migrate:down\nDROP TABLE b;",
      ]
    ),
    (
      .golangMigrate,
      [
        "1_a.up.sql": "CREATE TABLE a(x);", "1_a.down.sql": "DROP TABLE a;",
        "2_b.up.sql": "CREATE TABLE b(x);", "2_b.down.sql": "DROP TABLE b;",
      ]
    ),
    (
      .flyway,
      [
        "V1__a.sql": "CREATE TABLE a(x);", "U1__a.sql": "DROP TABLE a;",
        "more/V1.1__b.sql": "CREATE TABLE b(x);", "more/U1_1__b.sql": "DROP TABLE b;",
      ]
    ),
    (
      .goose,
      [
        "1_a.sql":
          "-- +goose Up\n-- +goose StatementBegin\nCREATE TABLE a(x);\n-- +goose StatementEnd\n-- +goose Down\nDROP TABLE a;",
        "2_b.sql":
          "-- +goose NO TRANSACTION\n-- +goose Up\nCREATE TABLE b(x);\n-- +goose Down\nDROP TABLE b;",
      ]
    ),
    (
      .sqlMigrate,
      [
        "1_a.sql": "-- +migrate Up\nCREATE TABLE a(x);\n-- +migrate Down\nDROP TABLE a;",
        "2_b.sql":
          "-- +migrate Up notransaction\nCREATE TABLE b(x);\n-- +migrate Down\nDROP TABLE b;",
      ]
    ),
    (
      .prisma,
      [
        "20240101000000_a/migration.sql": "CREATE TABLE a(x);",
        "20240102000000_b/migration.sql": "CREATE TABLE b(x);", "migration_lock.toml": "x",
      ]
    ),
    (
      .diesel,
      [
        "2024-01-01-000000_a/up.sql": "CREATE TABLE a(x);",
        "2024-01-01-000000_a/down.sql": "DROP TABLE a;",
        "2024-01-02-000000_b/up.sql": "CREATE TABLE b(x);",
        "2024-01-02-000000_b/down.sql": "DROP TABLE b;",
      ]
    ),
    (.plain, ["0001_a.sql": "CREATE TABLE a(x);", "0002-b.sql": "CREATE TABLE b(x);"]),
  ]

  @Test(arguments: layouts)
  func `are known by themselves and run as they are`(
    format: MigrationFormat,
    files: [String: String]
  ) throws {
    let read = try read(files)
    #expect(read.migrations.map(\.format) == [format, format])
    #expect(read.warnings == [])
    try runs(read)
  }

  @Test func `markers of goose and sql-migrate take a file out of the transaction`() throws {
    for files in [Self.layouts[3].1, Self.layouts[4].1] {
      let other = try TemporaryDirectory()
      for (name, text) in files { try other.write(text, to: name) }
      let read = try MigrationFolder(path: other.path)
      #expect(read.migrations.map(\.isTransactional) == [true, false])
    }
  }

  @Test func `a U file without its V file is asked about`() throws {
    let files = ["U1__a.sql": "CREATE TABLE b(x);"]
    #expect(try failure(files)?.message.contains("--layout refinery") == true)
    #expect(try failure(files, .flyway)?.kind == .version)
    let read = try read(files, .refinery)
    try runs(read)
  }

  @Test func `files of two tools side by side are an error unless allowed`() throws {
    let files = ["1_a.sql": "-- +goose Up\nSELECT 1;", "2_b.sql": "SELECT 1;"]
    let error = try #require(try failure(files))
    #expect(error.kind == .mixed)
    #expect(error.message.contains("plain") && error.message.contains("goose"))
    #expect(try read(files, allowsMixed: true).migrations.count == 2)
    #expect(try failure(files, .goose)?.kind == .mixed)
  }

  @Test func `markers of two tools in one file are an error`() throws {
    let error = try failure(["1_a.sql": "-- +goose Up\nSELECT 1;\n-- migrate:down\nSELECT 1;"])
    #expect(error?.kind == .marker && error?.line == 3)
  }

  @Test(arguments: [
    ("v1__x.sql", "V1__x.sql"), ("r__views.sql", "R__views.sql"),
  ])
  func `a prefix in the wrong case is told`(name: String, meant: String) throws {
    let read = try read([name: "SELECT 1;", "V2__y.sql": "SELECT 1;"])
    #expect(read.warnings.count == 1)
    #expect(read.warnings.first?.contains(meant) == true)
  }

  @Test func `names that are one on other systems are an error`() throws {
    let error = try failure(["1_Add.sql": "SELECT 1;", "1_add.sql": "SELECT 1;"])
    #expect(error?.message.contains("one name on macOS") == true)
    let other = try TemporaryDirectory()
    for name in ["2_caf\u{E9}.sql", "2_cafe\u{301}.sql"] { try other.write("SELECT 1;", to: name) }
    #expect {
      try MigrationFolder(path: other.path)
    } throws: {
      ($0 as? MigrationError)?.kind == .version
    }
  }

  @Test func `the fingerprints of Atlas are held against the files`() throws {
    let sum = """
      h1:x=
      1_a.sql h1:SKJt9voLQyhU1ml0TD/nECKGVkeNy/KnT0qyqoM/O3Q=
      2_b.sql h1:vqJMk68C1XjrcpcVXRUkl1wgq76rzwE6Vrpp8rKTfAQ=

      """
    var files = [
      "1_a.sql": "CREATE TABLE a(x);\n", "2_b.sql": "CREATE TABLE b(x);\n", "atlas.sum": sum,
    ]
    try runs(read(files))
    files["2_b.sql"] = "CREATE TABLE b(y);\n"
    let error = try #require(try failure(files))
    #expect(error.kind == .modified && error.message.hasPrefix("2_b.sql is not the file"))
    #expect(try failure(["3_c.sql": "SELECT 1;"])?.message.contains("2_b.sql") == true)
  }

  @Test func `Flyway's settings take a file out of the transaction`() throws {
    let read = try read([
      "V1__a.sql": "VACUUM;", "V1__a.sql.conf": "executeInTransaction=false\n",
      "V2__b.sql": "CREATE TABLE b(x);",
    ])
    #expect(read.migrations.map(\.isTransactional) == [false, true])
    try runs(read)
  }

  @Test func `a repeatable file runs again when it changes, and only then`() throws {
    let database = try Database(path: ":memory:", options: .init(mode: .create))
    func up(_ view: String) throws -> [String] {
      let files = try [("V1__a.sql", "CREATE TABLE a(x, y)"), ("R__view.sql", view)]
        .map { try Migration(file: $0.0, text: $0.1) }
      return try Migrator(migrations: files).up(database).applied.map(\.file)
    }
    let first = "DROP VIEW IF EXISTS v; CREATE VIEW v AS SELECT x FROM a"
    #expect(try up(first) == ["V1__a.sql", "R__view.sql"])
    #expect(try up(first) == [])
    #expect(try up(first.replacing("SELECT x", with: "SELECT y")) == ["R__view.sql"])
    #expect(try database.columns(of: "v").map(\.name) == ["y"])
  }

  @Test func `a baseline file stands for all before it on an empty database only`() throws {
    let texts = [
      ("V1__a.sql", "CREATE TABLE a(x)"), ("V2__b.sql", "CREATE TABLE b(x)"),
      ("B2__all.sql", "CREATE TABLE a(x); CREATE TABLE b(x); CREATE TABLE mark(x)"),
      ("V3__c.sql", "CREATE TABLE c(x)"),
    ]
    let files = try texts.map { try Migration(file: $0.0, text: $0.1) }
    let fresh = try Database(path: ":memory:", options: .init(mode: .create))
    #expect(
      try Migrator(migrations: files).up(fresh).applied.map(\.file) == [
        "B2__all.sql", "V3__c.sql",
      ]
    )
    #expect(try Migrator(migrations: files).up(fresh).applied == [])
    let old = try Database(path: ":memory:", options: .init(mode: .create))
    try Migrator(migrations: [files[0]]).up(old)
    #expect(
      try Migrator(migrations: files).up(old).applied.map(\.file) == [
        "V2__b.sql", "V3__c.sql",
      ]
    )
  }
}

@Suite struct `Options of furrow in a file` {
  @Test func `are read from comments, and what stands behind because is for people`() throws {
    let migration = try Migration(
      file: "1_x.sql",
      text: """
        -- furrow: foreign-keys=on requires=1,2 min-sqlite=3.35
        -- furrow: allow=drop-column:users.legacy because it is empty
        SELECT 1;
        """
    )
    #expect(migration.directives.enforcesForeignKeys)
    #expect(migration.directives.requires.map(\.text) == ["1", "2"])
    #expect(migration.directives.allowed == ["drop-column:users.legacy"])
    #expect(migration.directives.minimumSQLite == "3.35")
  }

  @Test(arguments: [
    ("-- furrow: foreign_keys=on", 12), ("-- furrow: transaction:false", 12), ("-- furrow:", 4),
    ("-- furrow: requires=x", 12), ("-- furrow: irreversible allow=x", 25),
  ])
  func `that are not known are an error with a caret`(text: String, column: Int) throws {
    #expect {
      try Migration(file: "1_x.sql", text: "\(text)\nSELECT 1;")
    } throws: {
      let error = $0 as? MigrationError
      return error?.kind == .marker && error?.line == 1 && error?.column == column
        && error?.caret != nil
    }
  }

  @Test func `keep CRLF where they say so`() throws {
    let text = "-- furrow: newlines=keep\r\nSELECT 'a\r\nb';\r\n"
    #expect(try Migration(file: "1_x.sql", text: text).up[0].sql.utf8.contains(0x0D))
    let other = text.replacing("newlines=keep", with: "irreversible")
    #expect(try !Migration(file: "1_x.sql", text: other).up[0].sql.utf8.contains(0x0D))
  }

  @Test func `foreign-keys=on lets cascades work, in a transaction of its own`() throws {
    let test = try MigratorCase(setup: `Safety of migrations`.family)
    try test.up([
      ("1_a.sql", "CREATE TABLE a(x)"),
      ("2_b.sql", "-- furrow: foreign-keys=on\nDELETE FROM child; DELETE FROM parent WHERE id = 1"),
      ("3_c.sql", "CREATE TABLE c(x)"),
    ])
    #expect(try test.database.firstInteger("SELECT count(*) FROM child") == 0)
    #expect(try test.names() == ["a", "c", "child", "parent"])
  }

  @Test func `requires and min-sqlite are looked at before anything runs`() throws {
    let test = try MigratorCase()
    let ok = ("1_a.sql", "CREATE TABLE a(x)")
    #expect(
      test.failure([ok, ("3_c.sql", "-- furrow: requires=2\nSELECT 1")])?.kind == .state
    )
    #expect(
      test.failure([ok, ("3_c.sql", "-- furrow: min-sqlite=99.0\nSELECT 1")])?.kind
        == .tooOldSQLite
    )
    #expect(try test.database.tableNames() == [])
    try test.up([ok, ("3_c.sql", "-- furrow: requires=1 min-sqlite=3.8\nSELECT 1")])
  }
}

@Suite struct `Fingerprints of tokens` {
  func hash(_ sql: String) throws -> String {
    try Migration(file: "1_x.sql", text: sql).tokensHash
  }

  @Test(arguments: [
    ("SELECT 1;", "-- why\nSELECT   1 ;\n"), ("SELECT a/**/FROM t", "SELECT a FROM t"),
    ("SELECT 'a' -- x", "SELECT 'a'"), ("SELECT 1;\r\nSELECT 2;", "SELECT 1; SELECT 2;"),
    ("/* head */ ;SELECT 1", "; SELECT 1"),
  ])
  func `do not see white space and comments`(left: String, right: String) throws {
    #expect(try hash(left) == hash(right))
  }

  @Test(arguments: [
    ("SELECT 'a b'", "SELECT 'a  b'"), ("SELECT \"a\"", "SELECT a"),
    ("SELECT x'00'", "SELECT x '00'"),
    ("-- note\nDROP TABLE t;", "-- noteDROP TABLE t;"), ("SELECT 12", "SELECT 1 2"),
    ("SELECT '--x'", "SELECT '--y'"), ("SELECT 1", "SELECT 1;"),
    ("SELECT 'it''s'", "SELECT 'it' 's'"),
    ("-- migrate:up\nVACUUM", "-- migrate:up transaction:false\nVACUUM"),
  ])
  func `see everything else`(left: String, right: String) throws {
    #expect(try hash(left) != hash(right))
  }
}

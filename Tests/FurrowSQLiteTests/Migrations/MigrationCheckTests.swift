import FurrowSQLite
import TestSupport
import Testing

@Suite struct `Checking a folder` {
  static let old = [
    (
      "1_users.sql",
      """
      CREATE TABLE users(id INTEGER PRIMARY KEY, name TEXT NOT NULL, mail TEXT, kind TEXT CHECK (kind IN ('a', 'b')));
      CREATE TABLE posts(id INTEGER PRIMARY KEY, user INTEGER NOT NULL REFERENCES users(id), body TEXT);
      CREATE INDEX posts_user ON posts(user);
      CREATE TRIGGER tr AFTER INSERT ON posts BEGIN SELECT 1; END;
      """
    )
  ]

  func keys(
    _ new: [(String, String)],
    old: [(String, String)] = Self.old,
    changed: [(String, String)]? = nil,
    schema: String? = nil
  ) throws -> [String] {
    let folder = try TemporaryDirectory()
    for (name, text) in (changed ?? old) + new { try folder.write(text, to: name) }
    var options = MigrationCheck.Options()
    options.base = try old.map { try Migration(file: $0.0, text: $0.1) }
    if let schema { options.schema = ("schema.sql", schema) }
    let findings = try MigrationCheck(MigrationFolder(path: folder.path), options).findings()
    return findings.map { "\($0.severity.rawValue) \($0.object.isEmpty ? $0.rule : $0.key)" }
  }

  @Test func `finds nothing wrong with what is right`() throws {
    let new = [
      (
        "2_age.sql",
        "-- migrate:up\nALTER TABLE users ADD COLUMN age INT NOT NULL DEFAULT 0;\n-- migrate:down\nALTER TABLE users DROP COLUMN age;\n"
      )
    ]
    #expect(try keys(new) == [])
    #expect(try keys([]) == [])
  }

  static let wrong: [(String, [String])] = [
    (
      "ALTER TABLE users ADD COLUMN age INT NOT NULL",
      ["error not-null-without-default:users.age", "error sql"]
    ),
    ("CREATE UNIQUE INDEX u ON users(mail)", ["warning new-unique:u", "error sql"]),
    ("DROP TABLE posts", ["error drop-table:posts"]),
    ("ALTER TABLE users DROP COLUMN mail", ["error drop-column:users.mail"]),
    ("DROP INDEX posts_user", ["warning drop-index:posts_user"]),
    ("DELETE FROM posts", ["error delete-without-where:posts"]),
    ("UPDATE users SET mail = NULL", ["warning update-without-where:users"]),
    ("CREATE TABLE IF NOT EXISTS users(x)", ["warning if-not-exists:users"]),
    ("DROP TABLE IF EXISTS nosuch", ["warning drop-if-exists:nosuch"]),
    (
      "CREATE TABLE n(id INTEGER PRIMARY KEY, user INTEGER, body TEXT); INSERT INTO n SELECT * FROM posts; DROP TABLE posts; ALTER TABLE n RENAME TO posts",
      [
        "error lost-constraint:posts", "error lost-index:posts_user", "error lost-trigger:tr",
        "warning insert-select-star:n",
      ]
    ),
    ("PRAGMA defer_foreign_keys = ON", ["warning defer-foreign-keys:defer_foreign_keys"]),
    ("SELECT nosuch", ["error sql"]),
    ("CREATE VIEW v AS SELECT nosuch FROM users", ["error broken-schema"]),
  ]

  @Test(arguments: wrong)
  func `finds what is wrong with a new file`(sql: String, expected: [String]) throws {
    #expect(try Set(keys([("2_new.sql", sql)])) == Set(expected))
  }

  @Test func `lets a file allow what it means to do`() throws {
    let allowed = [
      "-- furrow: allow=drop-column:users.mail because it is empty\nALTER TABLE users DROP COLUMN mail",
      "-- furrow: allow=new-unique:u\nCREATE UNIQUE INDEX u ON users(name)",
    ]
    for sql in allowed { #expect(try keys([("2_new.sql", sql)]) == []) }
  }

  @Test func `finds a way back that does not lead back`() throws {
    for sql in [
      "-- migrate:up\nCREATE TABLE a(x); CREATE TABLE b(x);\n-- migrate:down\nDROP TABLE a;",
      "-- migrate:up\nCREATE TABLE a(x);\n-- migrate:down\nSELECT 1;",
    ] {
      #expect(try keys([("2_new.sql", sql)]) == ["error down-differs:2"])
    }
  }

  @Test func `finds applied files that were changed, removed or come late`() throws {
    let other = [("1_users.sql", "CREATE TABLE users(id)")]
    #expect(try keys([], changed: other).contains("error modified:1"))
    let spaced = [("1_users.sql", "-- more\n" + Self.old[0].1)]
    #expect(try keys([], changed: spaced) == ["warning cosmetic:1"])
    #expect(try keys([("2_x.sql", "SELECT 1")], changed: []).contains("error removed:1"))
    #expect(try keys([("0_x.sql", "SELECT 1")]).contains("error out-of-order:0"))
  }

  @Test func `finds a misnamed file and a dump that is old`() throws {
    #expect(try keys([("two.sql", "SELECT 1")]) == ["error misnamed"])
    #expect(try keys([], schema: "CREATE TABLE users(id);\n") == ["error schema-file"])
    let text = try SchemaDump(of: MigratorCase.migrations(Self.old).replay()).text
    #expect(try keys([], schema: text) == [])
  }

  @Test func `knows what an older SQLite does not`() throws {
    let migrator = try MigratorCase.migrations([
      ("1_a.sql", "CREATE TABLE a(x INT) STRICT;\nINSERT INTO a VALUES (1) RETURNING x;")
    ])
    let findings = try MigrationLint(migrator, minimumSQLite: MigrationVersion("3.30")).findings()
    #expect(findings.map(\.key) == ["min-sqlite:STRICT", "min-sqlite:RETURNING"])
    #expect(findings.map(\.line) == [1, 2])
    #expect(try MigrationLint(migrator, minimumSQLite: MigrationVersion("3.40")).findings() == [])
  }
}

@Suite struct `Rules of lint and check on versions and traps` {
  /// New files behind a schema, and the keys of what is found.
  @Test(arguments: [
    (
      "2_x.sql", "-- furrow: foreign-keys=on\nDROP TABLE child; DROP TABLE parent",
      "drop-parent:parent"
    ),
    (
      "2_x.sql", "ALTER TABLE parent ADD COLUMN at TEXT DEFAULT CURRENT_TIMESTAMP",
      "non-constant-default:parent.at"
    ),
    (
      "2_x.sql", "ALTER TABLE parent ADD COLUMN at INT DEFAULT (random())",
      "non-constant-default:parent.at"
    ),
    (
      "2_x.sql", "ALTER TABLE lone RENAME TO old; CREATE TABLE lone(x); DROP TABLE old",
      "rename-first:lone"
    ),
    ("2_x.sql", "UPDATE lone SET x = \"word\" WHERE x IS NULL", "double-quoted-string:word"),
    ("29991231235959_x.sql", "SELECT 1", "future-version:29991231235959"),
    ("10_x.sql", "SELECT 1", "mixed-widths:10"),
  ])
  func `are found`(file: String, sql: String, key: String) throws {
    let folder = try TemporaryDirectory()
    try folder.write(
      """
      CREATE TABLE parent(id INTEGER PRIMARY KEY);
      CREATE TABLE child(p REFERENCES parent(id) ON DELETE CASCADE);
      CREATE TABLE lone(x);
      """,
      to: file == "10_x.sql" ? "9_a.sql" : "1_a.sql"
    )
    try folder.write(sql, to: file)
    let findings = try MigrationCheck(MigrationFolder(path: folder.path)).findings()
    #expect(findings.map(\.key).contains(key), "\(findings.map(\.key))")
  }

  @Test func `rows of one's own are upgraded, too, and their faults are told`() throws {
    let folder = try TemporaryDirectory()
    try folder.write("CREATE TABLE t(x TEXT);", to: "1_a.sql")
    try folder.write("CREATE UNIQUE INDEX u ON t(x) WHERE x LIKE 'k%';", to: "2_b.sql")
    let read = try MigrationFolder(path: folder.path)
    var options = MigrationCheck.Options()
    #expect(try MigrationCheck(read, options).findings().map(\.rule) == ["new-unique"])
    options.rows = ("rows.sql", "INSERT INTO t VALUES ('k1'), ('k1');")
    #expect(try MigrationCheck(read, options).findings().map(\.rule) == ["new-unique", "sql"])
    options.rows = ("rows.sql", "\nINSERT INTO nosuch VALUES (1);")
    let fault = try #require(try MigrationCheck(read, options).findings().last)
    #expect(fault.place == "rows.sql:2:13")
  }
}

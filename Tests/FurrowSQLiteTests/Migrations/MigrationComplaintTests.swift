import Foundation
import TestSupport
import Testing

@testable import FurrowSQLite

/// What people complain about in such tools, each as a database, files and what has to come of it.
struct Complaint: Sendable, CustomTestStringConvertible {
  /// What has to happen.
  enum Outcome: Sendable {
    /// The query gives this text afterwards.
    case gives(String, String)
    /// The run is refused, and nothing is changed.
    case refused(MigrationError.Kind, String)
    /// The run succeeds and says this.
    case warns(String)
  }

  let about: String
  var setup = ""
  let files: [(String, String)]
  let outcome: Outcome

  var testDescription: String { about }

  init(_ about: String, _ setup: String = "", _ files: [(String, String)], _ outcome: Outcome) {
    (self.about, self.setup, self.files, self.outcome) = (about, setup, files, outcome)
  }

  /// One file.
  init(_ about: String, _ setup: String = "", _ sql: String, _ outcome: Outcome) {
    self.init(about, setup, [("1_x.sql", sql)], outcome)
  }
}

private let family = """
  CREATE TABLE p(id INTEGER PRIMARY KEY, n); INSERT INTO p VALUES (1, 'a'), (2, 'b');
  CREATE TABLE c(id INTEGER PRIMARY KEY, pid INT REFERENCES p(id) ON DELETE CASCADE);
  CREATE TABLE s(id INTEGER PRIMARY KEY, pid INT REFERENCES p(id) ON DELETE SET NULL);
  INSERT INTO c VALUES (1, 1), (2, 2); INSERT INTO s VALUES (1, 1), (2, 2);
  """
private let rebuild =
  "CREATE TABLE n(id INTEGER PRIMARY KEY, n TEXT); INSERT INTO n SELECT * FROM p; DROP TABLE p; ALTER TABLE n RENAME TO p;"
private let children =
  "SELECT count(*) || ' ' || count(pid) FROM (SELECT pid FROM c UNION ALL SELECT pid FROM s)"
private let whole = "4 4"

@Suite struct `Complaints about migration tools` {
  static let table: [Complaint] = [
    // Foreign keys and rebuilds.
    Complaint(
      "a rebuild inside the transaction deletes children",
      family,
      rebuild,
      .gives(children, whole)
    ),
    Complaint(
      "a pragma inside the transaction does nothing",
      family,
      "PRAGMA foreign_keys=OFF;\(rebuild)PRAGMA foreign_keys=ON;",
      .gives(children, whole)
    ),
    Complaint(
      "defer_foreign_keys stops neither CASCADE nor SET NULL",
      family,
      "PRAGMA defer_foreign_keys=ON;\(rebuild)",
      .gives(children, whole)
    ),
    Complaint(
      "keys are off for one file, but not for a batch",
      family,
      [("1_x.sql", "CREATE TABLE t(x);"), ("2_x.sql", rebuild), ("3_x.sql", rebuild)],
      .gives(children, whole)
    ),
    Complaint(
      "a shipped migration deletes rows of users",
      family,
      "-- furrow: foreign-keys=on\nDELETE FROM p",
      .refused(.rowLoss, "though no statement deletes from it by name")
    ),
    Complaint(
      "a database with old orphans can never be upgraded",
      family + "PRAGMA foreign_keys=OFF; INSERT INTO c VALUES (9, 99); PRAGMA foreign_keys=ON;",
      rebuild + "CREATE TABLE t(x);",
      .gives("SELECT count(*) FROM c", "3")
    ),
    Complaint(
      "counts per constraint miss that three rows are healed and three others broken",
      family + "PRAGMA foreign_keys=OFF; INSERT INTO c VALUES (9, 99); PRAGMA foreign_keys=ON;",
      "UPDATE c SET pid = 1 WHERE id = 9; UPDATE c SET pid = 98 WHERE id = 1;",
      .refused(.foreignKey, "c(id 1, pid 98) -> p")
    ),
    Complaint(
      "tables without a rowid have no rowid to tell rows by",
      family + "CREATE TABLE w(k TEXT PRIMARY KEY, pid REFERENCES p) WITHOUT ROWID;",
      "INSERT INTO w VALUES ('x', 77)",
      .refused(.foreignKey, "w(k x, pid 77) -> p")
    ),
    Complaint(
      "a view on a rebuilt table breaks the last RENAME",
      family + "CREATE VIEW v AS SELECT n FROM p;",
      "PRAGMA legacy_alter_table=ON;\(rebuild)",
      .gives("SELECT count(*) FROM v", "2")
    ),
    Complaint(
      "a view on a rebuilt table breaks the last RENAME, without a word of what to do",
      family + "CREATE VIEW v AS SELECT n FROM p;",
      rebuild,
      .refused(.sql, "legacy_alter_table")
    ),
    Complaint(
      "renaming the old table first takes the children with it",
      family,
      "ALTER TABLE p RENAME TO p_old; CREATE TABLE p(id INTEGER PRIMARY KEY, n); INSERT INTO p SELECT * FROM p_old; DROP TABLE p_old;",
      .refused(.foreignKey, "-> p_old")
    ),
    Complaint(
      "a dropped table leaves a broken view behind",
      "CREATE TABLE t(x); CREATE VIEW v AS SELECT x FROM t;",
      "DROP TABLE t",
      .refused(.brokenSchema, "view v")
    ),
    // Pragmas and transactions.
    Complaint(
      "a switch that no transaction can make fails without advice",
      "PRAGMA journal_mode=DELETE; CREATE TABLE t(x);",
      "PRAGMA journal_mode=WAL;",
      .refused(.forbidden, "transaction:false")
    ),
    Complaint(
      "VACUUM fails without advice",
      "CREATE TABLE t(x);",
      "VACUUM",
      .refused(.sql, "transaction=off")
    ),
    Complaint(
      "a file that is to run outside the transaction runs inside",
      "CREATE TABLE t(x);",
      "-- migrate:up transaction:false\nPRAGMA journal_mode=WAL;",
      .gives("PRAGMA journal_mode", "wal")
    ),
    Complaint(
      "a file's own BEGIN fails inside the hidden one",
      "",
      "BEGIN TRANSACTION;\nCREATE TABLE t(x);\nCOMMIT;",
      .gives("SELECT count(*) FROM t", "0")
    ),
    Complaint(
      "COMMIT in a file breaks the wrapper",
      "CREATE TABLE t(x);",
      "INSERT INTO t VALUES (1); COMMIT; SELECT nosuch;",
      .refused(.forbidden, "COMMIT is not allowed here")
    ),
    Complaint(
      "a half-applied file makes the next start fail",
      "CREATE TABLE t(x);",
      "ALTER TABLE t ADD COLUMN y; SELECT nosuch;",
      .refused(.sql, "no such column: nosuch")
    ),
    Complaint(
      "OR ROLLBACK hides the first error",
      "CREATE TABLE t(x UNIQUE); INSERT INTO t VALUES (1);",
      "CREATE TABLE u(x); INSERT OR ROLLBACK INTO t VALUES (1);",
      .refused(.sql, "UNIQUE constraint failed: t.x")
    ),
    Complaint(
      "RAISE(ROLLBACK) hides the first error",
      "CREATE TABLE t(x); CREATE TRIGGER r BEFORE INSERT ON t BEGIN SELECT RAISE(ROLLBACK, 'not here'); END;",
      "INSERT INTO t VALUES (1)",
      .refused(.sql, "not here")
    ),
    // Statements.
    Complaint(
      "a trigger is cut at its first semicolon",
      "CREATE TABLE t(x);",
      "CREATE TRIGGER a AFTER INSERT ON t BEGIN UPDATE t SET x = 1; DELETE FROM t; END;\nINSERT INTO t VALUES (1);",
      .gives("SELECT count(*) FROM t", "0")
    ),
    Complaint(
      "CASE ... END ends a trigger early",
      "CREATE TABLE t(x);",
      "CREATE TRIGGER a AFTER INSERT ON t BEGIN UPDATE t SET x = CASE WHEN x THEN 1 ELSE 2 END; END; INSERT INTO t VALUES (0);",
      .gives("SELECT x FROM t", "2")
    ),
    Complaint(
      "-- in a string is taken for a comment",
      "",
      "CREATE TABLE t(x);\nINSERT INTO t VALUES ('a -- b');\nINSERT INTO t VALUES ('c;d');",
      .gives("SELECT group_concat(x, '|') FROM t", "a -- b|c;d")
    ),
    Complaint(
      "a marker in a string starts a section",
      "",
      "-- migrate:up\nCREATE TABLE t(x);\nINSERT INTO t VALUES ('\n-- migrate:down\n');",
      .gives("SELECT length(x) FROM t", "17")
    ),
    Complaint(
      "a comment behind the last statement is a missing semicolon",
      "",
      "CREATE TABLE t(x); /* ; */\n-- end",
      .gives("SELECT count(*) FROM t", "0")
    ),
    Complaint(
      "semicolons in comments make empty statements",
      "",
      "-- a; b;\n/* c; */ ;;\nCREATE TABLE t(x);",
      .gives("SELECT count(*) FROM t", "0")
    ),
    Complaint(
      "only the first of two triggers is made",
      "CREATE TABLE t(x);",
      "CREATE TRIGGER a AFTER INSERT ON t BEGIN SELECT 1; END;\nCREATE TRIGGER b AFTER INSERT ON t BEGIN SELECT 2; END",
      .gives("SELECT count(*) FROM sqlite_master WHERE type = 'trigger'", "2")
    ),
    Complaint(
      "a last statement that is cut off is left out",
      "",
      "CREATE TABLE t(x);\nCREATE TABLE u(",
      .refused(.sql, "incomplete input")
    ),
    Complaint(
      "a byte order mark is a syntax error",
      "",
      "\u{FEFF}CREATE TABLE t(x);",
      .gives("SELECT count(*) FROM t", "0")
    ),
    Complaint(
      "a string in double quotes fails, though other tools take it",
      "CREATE TABLE t(x);",
      "INSERT INTO t SELECT \"word\";",
      .gives("SELECT x FROM t", "word")
    ),
    // Versions.
    Complaint(
      "10 runs before 2",
      "",
      [("10_x.sql", "ALTER TABLE t ADD COLUMN y;"), ("2_x.sql", "CREATE TABLE t(x);")],
      .gives("SELECT count(*) FROM t", "0")
    ),
    Complaint(
      "versions are cut to 32 or 64 bits",
      "",
      [
        ("20260101120000123_x.sql", "CREATE TABLE t(x);"),
        ("99999999999999999999_x.sql", "ALTER TABLE t ADD COLUMN y;"),
      ],
      .gives("SELECT max(version) FROM furrow_migrations", "99999999999999999999")
    ),
    Complaint(
      "the application's user_version is overwritten",
      "PRAGMA user_version = 42;",
      [("20260101120000_x.sql", "CREATE TABLE t(x);")],
      .gives("PRAGMA user_version", "42")
    ),
    Complaint(
      "readers are locked out for good",
      "CREATE TABLE t(x);",
      "CREATE TABLE u(x);",
      .gives("PRAGMA locking_mode", "normal")
    ),
    Complaint(
      "a file of several sections stays half applied",
      "CREATE TABLE t(x);",
      "-- migrate:up\nCREATE TABLE a(x);\n-- migrate:down\nDROP TABLE a;\n-- migrate:up\nSELECT nosuch;\n-- migrate:down\nSELECT 1;",
      .refused(.sql, "nosuch")
    ),
    Complaint(
      "a check in the file finds something and nobody looks",
      family + "PRAGMA foreign_keys=OFF; INSERT INTO c VALUES (9, 99); PRAGMA foreign_keys=ON;",
      "CREATE TABLE t(x);\nPRAGMA foreign_key_check;",
      .refused(.forbidden, "foreign_key_check found")
    ),
    Complaint(
      "the history can be changed by a file",
      "",
      [("1_x.sql", "CREATE TABLE t(x);"), ("2_x.sql", "DELETE FROM furrow_migrations;")],
      .refused(.forbidden, "belongs to furrow")
    ),
  ]

  @Test(arguments: table)
  func `do not hold here`(complaint: Complaint) throws {
    let test = try MigratorCase(setup: complaint.setup)
    let before = try SchemaDump(of: test.database)
    switch complaint.outcome {
    case .gives(let query, let expected):
      try test.up(complaint.files)
      #expect(try test.database.firstText(SQL(raw: query)) == expected)
      // Once is enough.
      #expect(try test.up(complaint.files).applied.isEmpty)
    case .refused(let kind, let text):
      let error = test.failure(complaint.files)
      #expect(error?.kind == kind)
      #expect(error.map { "\($0)" + $0.details.joined() }?.contains(text) == true)
      #expect(error?.isDatabaseUnchanged == true)
      #expect(try SchemaDump(of: test.database) == before)
      #expect(try !test.database.tableExists("furrow_migrations"))
      #expect(try test.database.firstValue("PRAGMA foreign_keys") == 1)
    case .warns(let text):
      #expect(try test.up(complaint.files).warnings.joined().contains(text))
    }
  }

  /// Edits of an applied file, and what becomes of its state.
  @Test(arguments: [
    ("a checkout with CRLF", "CREATE TABLE t(x);\r\nSELECT 1;\r\n", MigrationStatus.State.applied),
    (
      "an editor that writes a byte order mark", "\u{FEFF}CREATE TABLE t(x);\nSELECT 1;\n", .applied
    ),
    (
      "a formatter", "create TABLE t (\n  x\n) ;\nSELECT 1;\n".replacing("create", with: "CREATE"),
      .cosmetic
    ),
    ("a new licence in the head", "-- (c) 2027\nCREATE TABLE t(x);\nSELECT 1;\n", .cosmetic),
    ("a line end lost behind a comment", "-- CREATE TABLE t(x);SELECT 1;\n", .modified),
    ("a changed word", "CREATE TABLE t(y);\nSELECT 1;\n", .modified),
  ])
  func `checksums make no outage of a cosmetic edit, and miss no other one`(
    edit: String,
    text: String,
    state: MigrationStatus.State
  ) throws {
    let test = try MigratorCase()
    try test.up([("1_x.sql", "CREATE TABLE t(x);\nSELECT 1;\n")])
    let status = try MigratorCase.migrations([("1_x.sql", text)]).status(of: test.database)
    #expect(status.entries.map(\.state) == [state], "\(edit)")
    guard state == .modified else { return }
    let error = test.failure([("1_x.sql", text)])
    #expect(error?.message.contains("repair --accept 1") == true)
    #expect(error?.message.contains("reset") == false)
  }

  @Test func `the folder is no part of a migration's identity`() throws {
    let old = try TemporaryDirectory()
    let new = try TemporaryDirectory()
    for folder in [old, new] { try folder.write("CREATE TABLE t(x);", to: "db/1_x.sql") }
    let database = try Database(path: ":memory:", options: .init(mode: .create))
    try Migrator(folder: old.file("db")).up(database)
    #expect(try Migrator(folder: new.file("db")).status(of: database).isUpToDate)
  }

  @Test func `a lock file that a dead process left does not lock anybody out`() throws {
    let test = try MigratorCase()
    try test.folder.write("999999\n", to: "a.db-furrow-lock")
    try test.up([("1_x.sql", "CREATE TABLE t(x);")])
    #expect(!test.folder.has("a.db-furrow-lock"))
  }

  @Test func `who waits for too long is told who has the lock`() throws {
    let test = try MigratorCase()
    let path = test.folder.file("a.db")
    let lock = try MigrationLock(of: path, waiting: .zero)
    let error = #expect(throws: MigrationError.self) { try MigrationLock(of: path, waiting: .zero) }
    withExtendedLifetime(lock) {}
    let id = ProcessInfo.processInfo.processIdentifier
    #expect(error?.message == "\(path): process \(id) migrates it still")
    #expect(error.map { .busy ~= ($0.cause?.code ?? .ok) } == true)
  }

  @Test func `a log is emptied behind an upgrade, unless a reader is there`() throws {
    let test = try MigratorCase(setup: "PRAGMA journal_mode=WAL; CREATE TABLE t(x);")
    try test.up([("1_x.sql", "INSERT INTO t SELECT randomblob(100000);")])
    #expect(test.folder.read("a.db-wal") == [])
    let reader = try Database(path: test.folder.file("a.db"))
    try reader.begin(.deferred)
    _ = try reader.firstValue("SELECT count(*) FROM t")
    let start = ContinuousClock.now
    try test.up([
      ("1_x.sql", "INSERT INTO t SELECT randomblob(100000);"), ("2_x.sql", "CREATE TABLE u(x);"),
    ])
    #expect(ContinuousClock.now - start < .seconds(5))
    reader.rollBack()
  }

  @Test func `keys are looked at where the files can have broken them, unless all are asked for`()
    throws
  {
    let setup =
      family + """
        CREATE TABLE log(x); CREATE TABLE far(pid REFERENCES p(id));
        CREATE TRIGGER t AFTER INSERT ON log BEGIN INSERT INTO far VALUES (new.x); END;
        """
    // Through a trigger that the file does not name.
    let test = try MigratorCase(setup: setup)
    #expect(test.failure([("1_x.sql", "INSERT INTO log VALUES (77)")])?.kind == .foreignKey)
    let section = try Migration(file: "1_x.sql", text: "UPDATE \"Log\" SET x = 1").up
    let scope = try KeyScope(section, in: test.database)
    #expect(scope.includes("far", parents: ["p"]) && !scope.includes("c", parents: ["p"]))
    var options = Migrator.Options()
    options.keyCheck = .none
    try MigratorCase.migrations([("1_x.sql", "INSERT INTO log VALUES (77)")])
      .up(test.database, options)
    #expect(try test.database.firstInteger("SELECT count(*) FROM far") == 1)
  }
}

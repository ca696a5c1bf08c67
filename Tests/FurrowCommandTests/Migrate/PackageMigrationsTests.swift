import FurrowCommand
import TestSupport
import Testing

@Suite struct `An export loaded behind migrations` {
  /// A database of two migrations with rows, exported; rows of the migrations were changed since.
  struct Exported {
    let folder: TemporaryDirectory

    init(_ words: [String] = ["--all"], to output: String = "dump/") throws {
      folder = try TemporaryDirectory()
      try folder.write(
        """
        CREATE TABLE kinds(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
        INSERT INTO kinds VALUES (1, 'seed'), (2, 'gone');
        CREATE TABLE people(id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL,
          kind INT REFERENCES kinds(id) ON DELETE CASCADE);
        CREATE TABLE log(x);
        CREATE TRIGGER note AFTER INSERT ON people BEGIN INSERT INTO log VALUES (new.name); END;
        """,
        to: "m/1_a.sql"
      )
      try folder.write(
        "CREATE INDEX i ON people(name); CREATE VIEW v AS SELECT name FROM people;",
        to: "m/2_b.sql"
      )
      let run = try CommandRun(
        script: """
          "$0" migrate up --db a.db -q && sqlite3 a.db "PRAGMA foreign_keys = ON;
            INSERT INTO kinds VALUES (3, 'mine'); DELETE FROM kinds WHERE id = 2;
            INSERT INTO people(name, kind) VALUES ('Zoë', 1), ('Bo', 3), ('Cy', NULL);
            DELETE FROM people WHERE id = 3" && mkdir -p dump && "$0" export a.db \(words.joined(separator: " ")) --manifest -o \(output) -q
          """,
        environment: ["FURROW_DIR": "m"],
        directory: folder.path
      )
      #expect(run.status == 0, "\(run.errorText)")
    }

    func load(_ words: String...) throws -> CommandRun {
      try CommandRun(
        ["import", "dump/datapackage.json", "--into", "new.db", "--migrations", "m"] + words,
        directory: folder.path
      )
    }

    func ask(_ sql: String, _ database: String = "new.db") throws -> String {
      try CommandRun(script: "sqlite3 \(database) \"\(sql)\"", directory: folder.path).outputText
    }

    /// What stands in the folder beside the sources.
    var rest: [String] { folder.names.filter { !["a.db", "dump", "m"].contains($0) } }
  }

  static let upper = """
    ALTER TABLE people ADD COLUMN upper TEXT; UPDATE people SET upper = upper(name);
    CREATE TABLE tall(id INTEGER PRIMARY KEY); INSERT INTO tall SELECT id FROM people;
    """
  static let people = "SELECT * FROM people"

  @Test func `gives the same database when nothing came since`() throws {
    let test = try Exported()
    let run = try test.load()
    #expect(run.status == 0 && !run.errorText.contains("applied"))
    #expect(try DatabaseDump(test.folder.file("new.db")) == DatabaseDump(test.folder.file("a.db")))
    #expect(test.rest == ["new.db"])
  }

  @Test func `runs what came since on its rows, and notes that behind its own history`() throws {
    let test = try Exported()
    try test.folder.write(Self.upper, to: "m/3_c.sql")
    let dry = try test.load("--dry-run")
    #expect(dry.status == 0 && dry.errorText.contains("would apply 3_c.sql"))
    #expect(test.rest == [])
    let run = try test.load()
    #expect(run.status == 0 && run.errorText.contains("applied 3_c.sql\n"))
    #expect(try test.ask(Self.people) == "1|Zoë|1|ZOë\n2|Bo|3|BO\n")
    #expect(
      try test.ask("SELECT count(*) FROM log; SELECT name FROM kinds; SELECT id FROM tall")
        == "3\nseed\nmine\n1\n2\n"
    )
    #expect(try test.ask("SELECT seq FROM sqlite_sequence WHERE name = 'people'") == "3\n")
    let first = "SELECT finished_at FROM furrow_migrations WHERE version = '1'"
    #expect(try test.ask(first) == test.ask(first, "a.db"))
    let after = try CommandRun(
      script: """
        "$0" migrate status --db new.db --exit-code -q && "$0" migrate drift --db new.db -q \
          && sqlite3 new.db 'PRAGMA integrity_check; PRAGMA foreign_key_check'
        """,
      environment: ["FURROW_DIR": "m"],
      directory: test.folder.path
    )
    #expect(after.status == 0 && after.outputText.hasSuffix("ok\n"))
    #expect(test.rest == ["new.db"])
    // What is there is never loaded over.
    let again = try test.load()
    #expect(again.status == 1 && again.errorText.contains("expected a new or an empty database"))
    #expect(try test.ask(Self.people) == "1|Zoë|1|ZOë\n2|Bo|3|BO\n")
  }

  @Test func `takes some tables, too, and then the history is that of the run`() throws {
    let test = try Exported(["--table", "people", "--table", "kinds"])
    try test.folder.write(Self.upper, to: "m/3_c.sql")
    try test.folder.write("", to: "new.db")
    #expect(try test.load().status == 0)
    #expect(try test.ask("SELECT count(*) FROM people; SELECT count(*) FROM log") == "2\n0\n")
    #expect(
      try test.ask("SELECT version, state, schema_after IS NULL FROM furrow_migrations")
        == "1|applied|1\n2|applied|0\n3|applied|0\n"
    )
  }

  @Test(arguments: [
    // Rows that a migration does not take; a file that is wrong; a late one.
    (
      "3_c.sql", "CREATE UNIQUE INDEX u ON people(kind IS NOT NULL);", 3,
      "m/3_c.sql:1:1: UNIQUE constraint failed"
    ),
    ("3_c.sql", "SELECT nosuch;", 3, "m/3_c.sql:1:8: no such column: nosuch"),
    ("3_c.sql", "-- migrate:up transaction:false\nBEGIN;", 3, "leaves a transaction open"),
    ("3_c.sql", "-- migrate:upp\n", 1, "m/3_c.sql:1"),
    ("0_c.sql", "SELECT 1;", 3, "--allow-out-of-order"),
    ("2_b.sql", "CREATE INDEX i ON people(kind);", 3, "version 2 has changed since"),
  ])
  func `leaves nothing when the migrations fail`(
    file: String,
    text: String,
    code: Int32,
    words: String
  ) throws {
    let test = try Exported()
    try test.folder.write(text, to: "m/\(file)")
    for more in [[], ["--dry-run"]] {
      let run = try CommandRun(
        ["import", "dump/datapackage.json", "--into", "new.db", "--migrations", "m"] + more,
        directory: test.folder.path
      )
      #expect(run.status == code, "\(run.errorText)")
      #expect(run.errorText.contains(words), "\(run.errorText)")
      if code == 3 { #expect(run.errorText.contains("(the database is unchanged)")) }
      #expect(test.rest == [])
    }
  }

  @Test func `is refused when it is newer, unknown or says nothing`() throws {
    let test = try Exported()
    let target = try test.load("--to", "1")
    #expect(target.status == 6 && target.errorText.contains("expected a schema of version 1"))
    let package = String(
      decoding: test.folder.read("dump/datapackage.json") ?? [],
      as: UTF8.self
    )
    for (old, new, code, words) in [
      (
        "\"schemaVersion\": \"2\"", "\"schemaVersion\": \"9\"", 1,
        "ends with the schema's version 9"
      ),
      ("\"schemaVersion\": \"2\"", "\"schemaVersion\": \"new\"", 1, "expected a version"),
      ("\"schemaVersion\": \"2\"", "\"schemaVersion\": 2", 1, "expected a string"),
      ("\"schemaVersion\"", "\"other\"", 1, "expected a package that says the version"),
    ] as [(String, String, Int32, String)] {
      try test.folder.write(package.replacing(old, with: new), to: "dump/datapackage.json")
      let run = try test.load()
      #expect(run.status == code && run.errorText.contains(words), "\(run.errorText)")
    }
    // Only the version is known.
    let bare = package.replacing("\"migrations\"", with: "\"other\"")
    for (version, code) in [("9", 6), ("1.5", 6), ("02", 0)] as [(String, Int32)] {
      let text = bare.replacing(
        "\"schemaVersion\": \"2\"",
        with: "\"schemaVersion\": \"\(version)\""
      )
      try test.folder.write(text, to: "dump/datapackage.json")
      #expect(try test.load("--dry-run").status == code)
    }
    #expect(test.rest == [])
    try test.folder.write(package, to: "dump/datapackage.json")
    _ = try CommandRun(script: "rm m/2_b.sql", directory: test.folder.path)
    let newer = try test.load()
    #expect(
      newer.status == 6
        && newer.errorText.contains("found version 2, which is newer: they end with version 1")
    )
    try test.folder.write("SELECT 1;", to: "m/3_c.sql")
    let unknown = try test.load()
    #expect(
      unknown.status == 6 && unknown.errorText.contains("version 2, whose file is not among them")
    )
    #expect(test.rest == [])
  }

  @Test func `is refused when a table is not what the migrations make`() throws {
    let test = try Exported(["--table", "people"], to: "dump/people.csv")
    let package = String(
      decoding: test.folder.read("dump/datapackage.json") ?? [],
      as: UTF8.self
    )
    try test.folder.write(
      package.replacing("name TEXT NOT NULL,", with: "name BLOB,"),
      to: "dump/datapackage.json"
    )
    let run = try test.load()
    #expect(run.status == 3)
    #expect(
      run.errorText.contains(
        "table people of the package is not the one that the migrations up to version 2 make"
      )
    )
    #expect(run.errorText.contains("+   name BLOB,"))
    #expect(test.rest == [])
  }

  @Test(arguments: [["--query", "SELECT 1 AS x"], ["--table", "people", "--columns", "id"]])
  func `is refused when it is no whole table`(words: [String]) throws {
    let test = try Exported(words.map { "'\($0)'" }, to: "dump/x.csv")
    let run = try test.load()
    #expect(run.status == 1 && run.errorText.contains("is no whole table"), "\(run.errorText)")
    #expect(test.rest == [])
  }

  @Test func `keeps tables that no migration makes, and allows a late migration when asked`() throws
  {
    let test = try Exported()
    let run = try CommandRun(
      script: """
        sqlite3 a.db "CREATE TABLE own(x); CREATE INDEX ox ON own(x); INSERT INTO own VALUES (7)"
        rm -r dump && "$0" export a.db --all --manifest -o dump/ -q
        echo 'CREATE TABLE late(x);' > m/0_l.sql
        "$0" import dump/datapackage.json --into new.db --migrations m --allow-out-of-order
        sqlite3 new.db "SELECT x FROM own INDEXED BY ox WHERE x; SELECT count(*) FROM late"
        """,
      directory: test.folder.path
    )
    #expect(run.outputText == "7\n0\n", "\(run.errorText)")
  }
}

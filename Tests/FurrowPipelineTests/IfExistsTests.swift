import TestSupport
import Testing

@Suite("A table that is there already") struct IfExistsTests {
  /// A table with everything that hangs on one, and one that refers to it.
  private static let shop = """
    CREATE TABLE t(id INTEGER PRIMARY KEY, v TEXT);
    INSERT INTO t VALUES (1, 'old'), (9, 'nine');
    CREATE INDEX byV ON t ( v ) WHERE id > 0;
    CREATE VIEW seen AS SELECT upper(v) AS u FROM t;
    CREATE TABLE log(what);
    CREATE TRIGGER came AFTER INSERT ON t BEGIN INSERT INTO log VALUES ('in ' || new.id); END;
    CREATE TRIGGER went AFTER DELETE ON t BEGIN INSERT INTO log VALUES ('out ' || old.id); END;
    """
  private static let files = ["t.csv": "id,v\n1,a\n2,b\n", "more.csv": "id,v\n3,c\n"]

  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var options: String
    var status: Int32 = 0
    var sql = IfExistsTests.shop
    var rows: String
    var says = ""

    var testDescription: String { name }

    static let all = [
      Case(
        name: "keeps its rows",
        options: "t.csv --on-conflict ignore",
        rows: "1|'old' 2|'b' 9|'nine'"
      ),
      Case(
        name: "ends the import if asked for",
        options: "t.csv --if-exists fail",
        status: 1,
        rows: "1|'old' 9|'nine'",
        says: "there is a table \"t\" already"
      ),
      Case(
        name: "is emptied once, before the first of several sources",
        options: "t.csv more.csv --if-exists truncate",
        rows: "1|'a' 2|'b' 3|'c'"
      ),
      Case(
        name: "is made anew once",
        options: "t.csv more.csv --if-exists replace",
        rows: "1|'a' 2|'b' 3|'c'",
        says: "created: CREATE TABLE \"t\""
      ),
      Case(
        name: "has its rows again when the import fails behind that",
        options: "t.csv more.csv --if-exists truncate --where 'id > nope'",
        status: 1,
        rows: "1|'old' 9|'nine'"
      ),
      Case(
        name: "is itself again when the import fails behind that",
        options: "t.csv more.csv --if-exists replace --where nope",
        status: 1,
        rows: "1|'old' 9|'nine'"
      ),
      Case(
        name: "is only looked at by a dry run",
        options: "t.csv --if-exists replace --dry-run",
        rows: "1|'old' 9|'nine'",
        says: "2 read, 2 loaded (dry run"
      ),
      Case(
        name: "may have rows of others refer to it, if what they refer to comes again",
        options: "t.csv --if-exists truncate",
        sql: shop + "CREATE TABLE kid(t REFERENCES t(id)); INSERT INTO kid VALUES (1), (NULL);",
        rows: "1|'a' 2|'b'"
      ),
      Case(
        name: "keeps rows that others refer to and the sources lack",
        options: "t.csv --if-exists truncate",
        status: 1,
        sql: shop + "CREATE TABLE kid(t REFERENCES t(id)); INSERT INTO kid VALUES (1), (9);",
        rows: "1|'old' 9|'nine'",
        says: "1 rows of kid refer to rows of t that would be gone"
      ),
      Case(
        name: "is not emptied where that would delete rows of others",
        options: "t.csv --if-exists truncate",
        status: 1,
        sql: shop
          + "CREATE TABLE kid(t REFERENCES t(id) ON DELETE CASCADE); INSERT INTO kid VALUES (1);",
        rows: "1|'old' 9|'nine'",
        says: "1 rows of kid refer to t with ON DELETE CASCADE"
      ),
      Case(
        name: "is not made anew without a key that others refer to",
        options: "t.csv --if-exists replace",
        status: 1,
        sql: shop + "CREATE TABLE kid(t REFERENCES t(id)); INSERT INTO kid VALUES (1);",
        rows: "1|'old' 9|'nine'",
        says: "a foreign key to t would not work any more"
      ),
      Case(
        name: "is not made anew without a column that a view shows",
        options: "t.csv --if-exists replace",
        status: 1,
        sql: shop + "ALTER TABLE t ADD COLUMN w; CREATE VIEW w AS SELECT w FROM t;",
        rows: "1|'old'|NULL 9|'nine'|NULL",
        says: "view w: no such column: w"
      ),
      Case(
        name: "is not made anew without a column that an index is on",
        options: "t.csv --if-exists replace",
        status: 1,
        sql: shop + "ALTER TABLE t ADD COLUMN w; CREATE INDEX byW ON t(w);",
        rows: "1|'old'|NULL 9|'nine'|NULL",
        says: "the index byW does not fit the new table t"
      ),
      Case(
        name: "cannot be made anew by a run that may not make tables",
        options: "t.csv --if-exists replace --create never",
        status: 64,
        rows: "1|'old' 9|'nine'"
      ),
      Case(
        name: "is not made anew by a run that commits as it goes",
        options: "t.csv --if-exists replace --commit-every 1",
        status: 64,
        rows: "1|'old' 9|'nine'"
      ),
    ]
  }

  @Test(arguments: Case.all) func `is treated as it was asked for:`(_ test: Case) throws {
    let place = try Workplace(Self.files, sql: test.sql)
    let before = try place.ask("SELECT type, name, sql FROM sqlite_schema WHERE sql LIKE '%INDEX%'")
    let run = try place.run("furrow import --into data.db --table t \(test.options)")
    #expect(run.status == test.status, "\(run.errorText)")
    #expect(run.errorText.contains(test.says), "\(run.errorText)")
    #expect(try place.ask("SELECT * FROM t ORDER BY id") == test.rows)
    #expect(
      try place.ask("SELECT type, name, sql FROM sqlite_schema WHERE sql LIKE '%INDEX%'") == before
    )
    #expect(try place.ask("SELECT count(*) FROM sqlite_schema WHERE type = 'trigger'") == "2")
    #expect(try place.ask("PRAGMA integrity_check") == "'ok'")
    #expect(try place.ask("SELECT count(u) FROM seen") != "")
  }

  @Test func `tells its triggers which rows go, if they are deleted and not dropped`() throws {
    for (rule, log) in [("truncate", "out 1 out 9 in 1 in 2"), ("replace", "in 1 in 2")] {
      let place = try Workplace(Self.files, sql: Self.shop)
      #expect(
        try place.run("furrow import t.csv --into data.db --if-exists \(rule)").status == 0
      )
      #expect(try place.ask("SELECT group_concat(what, ' ') FROM log") == "'\(log)'")
    }
  }

  @Test func `is emptied by the first run and not by the one that goes on`() throws {
    let text = "id,v\n" + (1...9).map { "\($0 == 7 ? "x" : "\($0)"),v\n" }.joined()
    let place = try Workplace(
      ["t.csv": text],
      sql: "CREATE TABLE t(id INTEGER, v); INSERT INTO t VALUES (0, 'old')"
    )
    let command = "furrow import t.csv --into data.db --if-exists truncate --commit-every 3"
    #expect(try place.run(command).status == 1)
    #expect(try place.ask("SELECT group_concat(id) FROM t") == "'1,2,3,4,5,6'")
    #expect(try place.run("\(command) --resume").status == 1)
    #expect(try place.ask("SELECT group_concat(id) FROM t") == "'1,2,3,4,5,6'")
    let other = try place.run("furrow import t.csv --into data.db --commit-every 3 --resume")
    #expect(other.errorText.contains("the option if-exists=truncate"), "\(other.errorText)")
  }
}

@Suite("A fast import") struct FastImportTests {
  @Test func `gives the database its name when it is whole`() throws {
    let place = try Workplace(["t.csv": "id,v\n1,a\nx,b\n"])
    let made = try place.run("furrow import t.csv --into new.db --text --fast -q")
    #expect(made.status == 0, "\(made.errorText)")
    #expect(
      try place.run("furrow query new.db 'SELECT id FROM t' --format csv").outputText
        == "id\n1\nx\n"
    )
    #expect(place.folder.names == ["new.db", "t.csv"])
  }

  @Test func `leaves nothing when it fails, is a dry run, or is killed`() throws {
    let text = "id,v\n" + (1...200_000).map { "\($0),v\n" }.joined()
    let place = try Workplace([
      "t.csv": text, "s.json": #"{"fields":[{"name":"id","type":"boolean"}]}"#,
    ])
    #expect(try place.run("furrow import t.csv --into new.db --fast --where nope").status == 1)
    #expect(try place.run("furrow import t.csv --into new.db --fast --dry-run").status == 0)
    #expect(place.folder.names == ["s.json", "t.csv"])
    let killed = try CommandRun(
      ["import", "t.csv", "--into", "new.db", "--fast", "--set", "v=hex(randomblob(2000))"],
      directory: place.folder.path,
      signal: (9, .milliseconds(700))
    )
    #expect(killed.status == 137)
    #expect(!place.folder.names.contains("new.db"))
  }

  @Test func `is for a database that it makes itself`() throws {
    let place = try Workplace(["t.csv": "id\n1\n"], sql: "CREATE TABLE t(id)")
    for options in ["", "--create never", "--resume", "--commit-every 5"] {
      let run = try place.run("furrow import t.csv --into data.db --fast \(options)")
      #expect(run.status == 64, "\(run.errorText)")
    }
    #expect(try place.ask("SELECT count(*) FROM t") == "0")
  }
}

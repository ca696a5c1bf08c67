import TestSupport
import Testing

@Suite("The indexes of an empty table that is filled") struct LateIndexTests {
  private static let sql = """
    CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, b TEXT, c AS (abs(a)));
    CREATE INDEX plain ON t(  b  , a DESC );
    CREATE INDEX "part ""of"" it" ON t(a) WHERE b IS NOT NULL AND id IN (1, 2, 3);
    CREATE INDEX lowered ON t(lower(a) COLLATE NOCASE, b);
    CREATE INDEX computed ON t(json_extract(b, '$.x'));
    CREATE INDEX generated ON t(c);
    CREATE UNIQUE INDEX one ON t(a);
    """

  @Test(arguments: ["", "--if-exists truncate", "--jobs 1", "--on-conflict ignore", "--analyze"])
  func `are what they were, and hold every row`(_ options: String) throws {
    let place = try Workplace(
      ["t.csv": "id,a,b\n1,p,{}\n2,q,nonsense\n3,q,{}\n4,r,\n"],
      sql: Self.sql
    )
    let list = "SELECT name, sql FROM sqlite_schema WHERE type = 'index' ORDER BY name"
    let before = try place.ask(list)
    let run = try place.run(
      "furrow import t.csv --into data.db --on-error reject \(options)"
    )
    #expect(run.status == (options.contains("ignore") ? 2 : 2), "\(run.errorText)")
    // The record whose index entry cannot be computed is refused alone, as is the repeated key.
    #expect(run.errorText.contains("t.csv:3:") && run.errorText.contains("malformed JSON"))
    #expect(try place.ask(list) == before)
    #expect(try place.ask("PRAGMA integrity_check") == "'ok'")
    #expect(
      try place.ask("SELECT id FROM t INDEXED BY plain WHERE b = '{}' ORDER BY a DESC") == "3 1"
    )
    #expect(
      try place.ask("SELECT count(*) FROM sqlite_schema WHERE name = 'sqlite_stat1'")
        == (options == "--analyze" ? "1" : "0")
    )
  }

  @Test func `come back when the load fails, and when it is a dry run`() throws {
    let place = try Workplace(["t.csv": "id,a,b\n1,p,{}\nx,q,{}\n"], sql: Self.sql)
    let before = try place.dump
    #expect(try place.run("furrow import t.csv --into data.db").status == 1)
    #expect(
      try place.run("furrow import t.csv --into data.db --dry-run --on-error reject").status == 2
    )
    #expect(try place.dump == before)
  }
}

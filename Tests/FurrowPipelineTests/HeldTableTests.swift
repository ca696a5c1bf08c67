import FurrowSQLite
import TestSupport
import Testing

@Suite struct `A table whose rows keep their keys` {
  static let sql = """
    CREATE TABLE people (id INTEGER, name TEXT, note);
    INSERT INTO people VALUES (1, 'Ann', NULL), (2, ' Bob ', 'x');
    """
  static let files = [
    "people.csv": "id,name\n1,Ann\n2,Bobby\n3,Cid\n3,Cid\n",
    "twins.csv": "\u{E9},e\u{301}\n1,2\n1,3\n1,2\n",
    "one.csv": "id,name\n1,a\n", "more.csv": "name,id,x\na,1,\nb,2,\n",
    "spaced.csv": "id,name\n7, Bob\n9,Zoe\n",
    "p.yaml": """
    database: made.db
    atomic: true
    steps:
      - import: {source: one.csv, table: people}
      - dedupe: {source: people.csv, by: [id], against: made.db, against-table: people, output: new.csv}
      - import: {source: people.csv, table: people, dedupe-by: [id], against: ./made.db}
    """,
  ]

  static let cases: [(String, Int32, String)] = [
    ("dedupe people.csv --by id --against data.db", 0, "3,Cid"),
    ("dedupe people.csv --by id --against data.db", 0, "3 duplicates (1 differs"),
    ("dedupe people.csv --against data.db --against-table PEOPLE", 0, "2,Bobby"),
    ("dedupe spaced.csv --by name --trim --against data.db --against-table people", 0, "Zoe"),
    (
      "convert spaced.csv -o - --dedupe-by name --trim --against data.db --against-table people",
      0, "1 duplicate"
    ),
    ("dedupe twins.csv", 0, "3 read, 2 kept, 1 duplicate\n"),
    (
      "import one.csv more.csv --into new.db --dedupe", 1,
      "one.csv:1: whole records are compared, and there is no column \"x\""
    ),
    ("dedupe people.csv --by ids --against data.db", 1, "--by: people.csv has no column \"ids\""),
    (
      "dedupe people.csv --by id --against data.db --against-table pupils", 1,
      "(there are \"people\")"
    ),
    ("dedupe people.csv --by id --keep none --conflicts c.ndjson", 64, "--conflicts has nothing"),
    ("dedupe people.csv --by id --against-table people", 64, "--against DB"),
    ("import people.csv --into data.db --keep last", 64, "--dedupe-by"),
    ("import people.csv --into data.db --dedupe --dedupe-by id", 64, "--dedupe"),
    (
      "import people.csv --into data.db --if-exists truncate --dedupe-by id --against data.db", 1,
      "truncate"
    ),
    (
      "import people.csv --into new.db --dedupe-by id --against data.db --report data.db", 1,
      "would be lost"
    ),
    ("dedupe people.csv --by id --against data.db -o data.db", 1, "would be lost"),
    (
      "import people.csv --into made.db --table People --dedupe-by id --against ./made.db --against-table people",
      0, "4 read, 3 loaded, 1 duplicate"
    ),
    ("run p.yaml", 0, "people: 4 read, 2 loaded, 2 duplicates"),
    ("run p.yaml", 0, "4 read, 2 kept, 2 duplicates"),
  ]

  @Test(arguments: cases)
  func `is held against the records of every command`(
    _ test: (line: String, status: Int32, shown: String)
  ) throws {
    let place = try Workplace(Self.files, sql: Self.sql)
    let run = try place.run("furrow \(test.line)")
    #expect(run.status == test.status, "\(run.errorText)")
    #expect(
      (run.outputText + run.errorText).contains(test.shown),
      "\(run.outputText)\(run.errorText)"
    )
    #expect(try place.ask("SELECT count(*) FROM people") == "2")
  }

  @Test func `says which of its rows cannot be compared, and takes a row of any size`() throws {
    let place = try Workplace(
      Self.files,
      sql: Self.sql + "UPDATE people SET note = zeroblob(14000000)"
    )
    let line = "furrow dedupe people.csv --by id --against data.db"
    #expect(try place.run(line).status == 0)
    let database = try Database(path: place.folder.file("data.db"))
    try database.execute("UPDATE people SET name = CAST(x'ff' AS TEXT) WHERE id = 2")
    let run = try place.run(line)
    #expect(run.status == 1)
    #expect(run.errorText.contains("data.db: row 2 of the table \"people\""), "\(run.errorText)")
  }

  @Test func `beats nothing that was typed with what the environment says`() throws {
    let place = try Workplace(Self.files, sql: Self.sql)
    let run = try place.run("FURROW_DEDUPE=1 furrow import people.csv --into new.db --dedupe-by id")
    #expect(run.errorText.contains("4 read, 3 loaded"), "\(run.errorText)")
  }
}

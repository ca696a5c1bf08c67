import FurrowSQLite
import TestSupport
import Testing

@Suite struct `A step over a data package` {
  private static let package = """
    {"resources": [
      {"name": "films", "path": "films.csv",
       "schema": {"fields": [{"name": "id", "type": "integer"}, {"name": "title", "type": "string"}],
                  "primaryKey": ["id"]}},
      {"name": "casts", "path": "more/casts.csv",
       "schema": {"fields": [{"name": "film", "type": "integer"}, {"name": "who", "type": "string"}],
                  "foreignKeys": [{"fields": ["film"],
                                   "reference": {"resource": "films", "fields": ["id"]}}]}}]}
    """

  private static let files = [
    "datapackage.json": package, "films.csv": "id,title\n1,Alien\n2,Brazil\n",
    "more/casts.csv": "film,who\n1,Weaver\n2,Pryce\n",
  ]

  private static func place(
    _ steps: String,
    _ more: [String: String] = [:]
  ) throws -> PipelineFolder {
    try PipelineFolder("database: data.db\nsteps:\n\(steps)", files.merging(more) { $1 })
  }

  @Test func `loads all of its tables, knows that it has, and loads what has changed`() throws {
    let place = try Self.place("  - import: {source: datapackage.json, if-exists: replace}\n")
    let first = try place.run("--report", "r.json")
    #expect(first.status == 0, "\(first.errorText)")
    #expect(place.text("r.json").contains("\"loaded\": 4"))
    #expect(try place.run("--dry-run").outputText.contains("reads  more/casts.csv"))
    let bytes = place.folder.read("data.db")
    #expect(try place.run().errorText == "import 1: unchanged since the last run\n")
    #expect(place.folder.read("data.db") == bytes)
    let database = try Database(path: place.folder.file("data.db"))
    try database.execute("CREATE INDEX mine ON casts(who)")
    try place.folder.write("film,who\n1,Weaver\n1,Hurt\n", to: "more/casts.csv")
    #expect(try place.run().status == 0)
    #expect(try place.ask("SELECT who FROM casts ORDER BY rowid") == "Weaver Hurt")
    #expect(try place.ask("SELECT name FROM sqlite_schema WHERE name = 'mine'") == "mine")
  }

  @Test(
    arguments: [
      ("CREATE TABLE films(id)", "", "already; rebuild the package"),
      ("CREATE VIEW films AS SELECT 1", ", if-exists: replace", "films is no table of its own"),
      (
        "CREATE TABLE films(id); CREATE TRIGGER t AFTER INSERT ON films BEGIN SELECT 1; END",
        ", if-exists: replace", "the trigger \"t\" of films is not the package's"
      ),
      (
        """
        CREATE TABLE films(id INTEGER PRIMARY KEY); INSERT INTO films VALUES (9);
        CREATE TABLE mine(film REFERENCES films(id) ON DELETE CASCADE); INSERT INTO mine VALUES (9)
        """,
        ", if-exists: replace", "rows of mine refer to rows that are not there any more"
      ),
      ("", ", if-exists: truncate", "if-exists truncate has no meaning"),
      ("", ", table: t", "table has no meaning for a data package"),
    ]
  )
  func `leaves the database as it was where it cannot be loaded`(
    _ sql: String,
    _ option: String,
    _ says: String
  ) throws {
    let place = try Self.place("  - import: {source: datapackage.json\(option)}\n")
    if !sql.isEmpty { try place.make(sql) }
    let bytes = place.folder.read("data.db")
    let run = try place.run()
    #expect(run.status == 1)
    #expect(run.errorText.contains(says), "\(run.errorText)")
    #expect(place.folder.read("data.db") == bytes)
  }

  @Test
  func `checks files of several resources, each by its own schema and with keys between them`()
    throws
  {
    let casts = "film,who\n1,Weaver\nx,Pryce\n7,Nobody\n"
    let place = try Self.place(
      "  - validate: {source: [films.csv, more/*.csv], schema: datapackage.json, rejects: wrong}\n",
      ["more/casts.csv": casts]
    )
    let run = try place.run("--report", "r.json")
    #expect(run.status == 2, "\(run.errorText)")
    #expect(run.errorText.contains("more/casts.csv:3: field \"film\": expected an integer"))
    #expect(run.errorText.contains("more/casts.csv:4: field \"film\": expected"))
    #expect(run.errorText.contains("5 read, 3 valid, 2 rejected"))
    #expect(place.text("wrong/casts.rejected.csv") == "film,who\nx,Pryce\n7,Nobody\n")
    let most = try CommandRun(
      [
        "validate", "films.csv", "more/casts.csv", "--schema", "datapackage.json", "--max-rejects",
        "1",
      ],
      directory: place.folder.path
    )
    #expect(most.status == 1)
    for (line, says) in [
      (
        "validate --valid v.csv",
        "are of the resources \"films\", \"casts\", each a table of its own"
      ),
      ("convert -o -", "each a table of its own"),
      ("import --into x.db --table t", "import each into its own table"),
    ] {
      let run = try CommandRun(
        line.split(separator: " ").map(String.init)
          + ["films.csv", "more/casts.csv", "--schema", "datapackage.json"],
        directory: place.folder.path
      )
      #expect(run.status == 1)
      #expect(run.errorText.contains(says), "\(run.errorText)")
    }
  }

  @Test func `is held against no locks, and reads the files of the package`() throws {
    let place = try Self.place("  - validate: {source: datapackage.json}\n")
    let run = try place.run("--frozen")
    #expect(run.status == 0, "\(run.errorText)")
    #expect(try place.run("--dry-run").outputText.contains("reads  more/casts.csv"))
    let command = try CommandRun(
      ["validate", "datapackage.json"],
      environment: ["FURROW_FROZEN": "1"],
      directory: place.folder.path
    )
    #expect(command.status == 0, "\(command.errorText)")
  }

  @Test func `keeps rejected records apart from those of another step, or is refused`() throws {
    let step = "import: {source: films.csv, on-error: reject, rejects: wrong, table:"
    let place = try Self.place("  - \(step) a}\n  - name: second\n    \(step) b}\n")
    let run = try place.run()
    #expect(run.status == 1)
    #expect(
      run.errorText.contains(
        "furrow.yaml:5:5: rejects: the step 'import 1' keeps records in 'wrong/films.rejected.jsonl',"
          + " too; name another folder"
      ),
      "\(run.errorText)"
    )
    #expect(!place.folder.has("data.db"))
  }
}

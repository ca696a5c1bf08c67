import FurrowSQLite
import TestSupport
import Testing

@Suite struct `A run of a pipeline` {
  private static let films = "id,title,votes\n1,Alien,100\n2,Brazil,7\n"

  @Test func `does the steps in order, with the options of the commands`() throws {
    let place = try PipelineFolder(
      """
      database: data.db
      steps:
        - import:
            source: in/*.csv
            table: films
            rename: {votes: n}
            default: {"a=b": x}
            text: true
            dedupe-by: [id, title]
        - query: {sql: SELECT count(*) FROM films, expect: 3}
        - export: {table: films, output: out.ndjson, format: ndjson}
      """,
      ["in/b.csv": "id,title,votes\n3,Coco,1\n1,Alien,5\n", "in/a.csv": Self.films]
    )
    let run = try place.run()
    #expect(run.status == 0, "\(run.errorText)")
    #expect(
      try place.ask("SELECT id, n, \"a=b\" FROM films ORDER BY rowid") == "1|100|x 2|7|x 3|1|x"
    )
    #expect(
      place.text("out.ndjson").hasPrefix("{\"id\":\"1\",\"title\":\"Alien\",\"n\":\"100\"")
    )
  }

  @Test func `changes nothing the second time, and loads what has changed`() throws {
    let place = try PipelineFolder(
      """
      database: data.db
      steps:
        - import: {source: films.csv, table: films, create: auto}
      """,
      ["films.csv": Self.films]
    )
    #expect(try place.run().status == 0)
    let bytes = place.folder.read("data.db")
    place.folder.touch("films.csv")
    let second = try place.run("--report", "r.json")
    #expect(second.status == 0)
    #expect(second.errorText == "import 1: unchanged since the last run\n")
    #expect(place.folder.read("data.db") == bytes)
    #expect(place.text("r.json").contains("\"status\": \"unchanged\""))
    try place.folder.write(Self.films + "3,Coco,2\n", to: "films.csv")
    #expect(try place.run().status == 0)
    #expect(try place.ask("SELECT count(*) FROM films") == "5")
    #expect(try place.run("--reload").status == 0)
    #expect(try place.ask("SELECT count(*) FROM films") == "8")
    let database = try Database(path: place.folder.file("data.db"))
    try database.execute("DROP TABLE films")
    #expect(try place.run().status == 0)
    #expect(try place.ask("SELECT count(*) FROM films") == "3")
  }

  @Test func `loads again what a step that makes the table anew has taken out`() throws {
    let place = try PipelineFolder(
      """
      database: data.db
      steps:
        - import: {source: a.csv, table: t, if-exists: replace}
        - import: {source: b.csv, table: T}
      """,
      ["a.csv": "id\n1\n", "b.csv": "id\n2\n"]
    )
    #expect(try place.run().status == 0)
    try place.folder.write("id\n3\n", to: "a.csv")
    #expect(try place.run().status == 0)
    #expect(try place.ask("SELECT id FROM t") == "3 2")
  }

  @Test func `says again that records were rejected while that is so`() throws {
    let place = try PipelineFolder(
      """
      database: data.db
      steps:
        - import: {source: films.csv, table: t, on-error: reject, rejects: wrong, schema: s.json}
      """,
      [
        "films.csv": Self.films,
        "s.json":
          #"{"fields": [{"name": "id"}, {"name": "title"}, {"name": "votes", "type": "integer", "constraints": {"minimum": 10}}]}"#,
      ]
    )
    #expect(try place.run().status == 2)
    let second = try place.run()
    #expect(second.status == 2)
    #expect(second.errorText.contains("which left out 1 rejected records"))
    #expect(try place.ask("SELECT id FROM t") == "1")
  }

  @Test func `stops at the first step that fails, with its place and its exit code`() throws {
    let place = try PipelineFolder(
      """
      database: data.db
      steps:
        - import: {source: films.csv, table: a}
        - import: {source: films.csv, table: b}
        - name: none
          query: {sql: SELECT count(*) FROM a, expect: 0}
        - export: {table: a, output: out.csv}
      """,
      ["films.csv": Self.films]
    )
    let run = try place.run("--report", "r.json")
    #expect(run.status == 1)
    #expect(
      run.errorText.hasSuffix("furrow: furrow.yaml:6: step 'none': expected 0, found 2\n"),
      "\(run.errorText)"
    )
    #expect(!place.folder.has("out.csv"))
    #expect(place.text("r.json").contains("\"status\": \"skipped\""))
  }

  @Test func `ends where a check finds faults, unless the good records are kept`() throws {
    let files = [
      "films.csv": Self.films,
      "s.json":
        #"{"fields": [{"name": "id"}, {"name": "title"}, {"name": "votes", "type": "integer", "constraints": {"minimum": 10}}]}"#,
    ]
    let check = try PipelineFolder(
      """
      database: data.db
      steps:
        - validate: {source: films.csv, schema: s.json}
        - import: {source: films.csv, table: t}
      """,
      files
    )
    let run = try check.run()
    #expect(run.status == 2)
    #expect(run.errorText.contains("1 of 2 records have faults, so the steps behind are not run"))
    #expect(!check.folder.has("data.db"))
    let parts = try PipelineFolder(
      """
      database: data.db
      steps:
        - validate: {source: films.csv, schema: s.json, valid: good.csv}
        - import: {source: good.csv, table: t}
      """,
      files
    )
    #expect(try parts.run().status == 2)
    #expect(try parts.ask("SELECT id FROM t") == "1")
  }

  @Test func `puts steps behind those that write what they read`() throws {
    let place = try PipelineFolder(
      """
      database: data.db
      steps:
        - name: load
          import: {source: ./clean/../clean/films.csv, table: t}
        - name: clean
          after: first
          convert: {source: films.csv, output: clean/films.csv, select: [id]}
        - name: first
          query: {db: other.db, sql: SELECT 1, expect: 1}
      """,
      ["films.csv": Self.films]
    )
    _ = try Database(path: place.folder.file("other.db"), options: .init(mode: .create))
    let plan = try place.run("--dry-run").outputText
    let order = plan.split(separator: "\n").filter { !$0.hasPrefix(" ") }.dropFirst()
    #expect(order == ["1. first", "2. clean", "3. load"])
    #expect(try place.run().status == 0)
    #expect(try place.ask("SELECT id FROM t") == "1 2")
    let only = try place.run("--only", "clean", "--reload")
    #expect(only.status == 0)
    #expect(try place.run("--from", "load", "--reload").status == 0)
    #expect(try place.ask("SELECT count(*) FROM t") == "4")
    #expect(try place.run("--only", "laod").errorText.contains("did you mean 'load'?"))
  }

  @Test func `of an atomic pipeline keeps all or nothing`() throws {
    let pipeline = """
      database: data.db
      atomic: true
      steps:
        - import: {source: films.csv, table: a}
        - import: {source: more.csv, table: a}
        - query: {sql: SELECT count(*) FROM a, expect: 3}
      """
    let place = try PipelineFolder(
      pipeline,
      ["films.csv": Self.films, "more.csv": "id,title,votes\nx,Coco,1\n"]
    )
    let failed = try place.run()
    #expect(failed.status == 1)
    #expect(place.folder.names == ["films.csv", "furrow.yaml", "more.csv"])
    #expect(failed.errorText.contains("data.db is as it was, since the pipeline is atomic"))
    #expect(!failed.errorText.contains("furrow-run"))
    try place.folder.write("id,title,votes\n3,Coco,1\n", to: "more.csv")
    #expect(try place.run().status == 0)
    let bytes = place.folder.read("data.db")
    #expect(try place.run().status == 0)
    #expect(place.folder.read("data.db") == bytes)
    // A reader that has the database open sees the next state with the same connection.
    let reader = try Database(path: place.folder.file("data.db"))
    #expect(try reader.firstInteger("SELECT count(*) FROM a") == 3)
    try place.folder.write("id,title,votes\n3,Coco,1\n4,Dune,1\n", to: "more.csv")
    let unequal = try place.run()
    #expect(unequal.status == 1)
    #expect(try reader.firstInteger("SELECT count(*) FROM a") == 3)
    try place.folder.write(pipeline.replacing("expect: 3", with: "expect: 5"), to: "furrow.yaml")
    #expect(try place.run().status == 0)
    #expect(try reader.firstInteger("SELECT count(*) FROM a") == 5)
    #expect(place.folder.names == ["data.db", "films.csv", "furrow.yaml", "more.csv"])
  }

  @Test func `of an atomic pipeline tells what stays of it where its third step fails`() throws {
    let place = try PipelineFolder(
      """
      database: data.db
      atomic: true
      steps:
        - import: {source: films.csv, table: a}
        - export: {table: a, output: a.csv}
        - query: {sql: SELECT count(*) FROM a, expect: 3}
        - import: {source: films.csv, table: b}
      """,
      ["films.csv": Self.films]
    )
    let run = try place.run("--report", "r.json")
    #expect(run.status == 1 && !place.folder.has("data.db"))
    #expect(place.text("a.csv") == Self.films)
    let report = place.text("r.json").split(separator: "\n").map {
      $0.filter { !" ,".contains($0) }
    }
    // Of all steps, then of each.
    #expect(
      report.filter { $0.hasPrefix("\"loaded\"") }.map { $0.suffix(1) } == [
        "2", "0", "2", "0", "0",
      ]
    )
    #expect(
      report.filter { $0.hasPrefix("\"undone\"") }.map { $0.suffix(1) } == [
        "2", "2", "0", "0", "0",
      ]
    )
    #expect(!report.contains("\"balanced\":false"))
  }

  @Test func `is what the commands are with pipes between them`() throws {
    var text = "id,n,note\n"
    for index in 1...3000 {
      text +=
        "\(index % 700),\(index % 11 == 0 ? "x" : "\(index)"),\"a, \"\"b\"\"\n\(index % 3)\"\n"
    }
    let place = try PipelineFolder(
      """
      database: data.db
      steps:
        - import:
            source: a.csv
            table: t
            schema: s.json
            dedupe-by: id
            keep: last
            where: n > 100
            on-error: reject
      """,
      [
        "a.csv": text,
        "s.json":
          #"{"fields": [{"name": "id", "type": "integer"}, {"name": "n", "type": "integer"}, {"name": "note"}]}"#,
      ]
    )
    #expect(try place.run().status == 2)
    let pipes = try CommandRun(
      script: """
        "$0" validate - --schema s.json --valid - < a.csv | "$0" dedupe - --by id --keep last |
        "$0" convert - --schema s.json --where 'n > 100' -o - --format csv |
        "$0" import - --into pipes.db --table t --schema s.json
        echo "${PIPESTATUS[@]}"
        """,
      directory: place.folder.path
    )
    #expect(pipes.outputText == "2 0 0 0\n", "\(pipes.errorText)")
    let lines = try ["data.db", "pipes.db"].map { name in
      try DatabaseDump(place.folder.file(name)).lines.filter { !$0.contains("furrow_steps") }
    }
    #expect(lines[0] == lines[1] && lines[0].count > 400)
  }

  @Test(arguments: ["delete", "wal"])
  func `of an atomic pipeline does not overrun another program's changes`(
    _ journal: String
  ) throws {
    let place = try PipelineFolder(
      """
      database: data.db
      atomic: true
      steps:
        - import: {source: pipe, format: csv, table: a}
      """
    )
    let other = try Database(path: place.folder.file("data.db"), options: .init(mode: .create))
    _ = try other.firstValue(
      journal == "wal" ? "PRAGMA journal_mode = wal" : "PRAGMA journal_mode = delete"
    )
    try other.execute("CREATE TABLE a(id INTEGER); CREATE TABLE b(id INTEGER)")
    let writer = try CommandRun(
      script: """
        mkfifo pipe
        "$0" run furrow.yaml & run=$!
        exec 3>pipe
        echo id >&3
        until [ -e data.db-furrow-run ]; do :; done
        "$0" import b.csv --into data.db --table b >/dev/null 2>&1 || exit 99
        echo 1 >&3
        exec 3>&-
        wait $run
        """,
      directory: try {
        try place.folder.write("id\n7\n", to: "b.csv")
        return place.folder.path
      }()
    )
    #expect(writer.status == 1, "\(writer.errorText)")
    #expect(writer.errorText.contains("another program changed the database during the run"))
    #expect(try place.ask("SELECT (SELECT count(*) FROM a), (SELECT count(*) FROM b)") == "0|1")
  }

  @Test func `that is killed leaves nothing that the next run does not mend`() throws {
    let rows = (1...60_000).map { "\($0),film \($0),\($0 % 10)\n" }.joined()
    let pipeline = """
      database: data.db
      steps:
        - import: {source: films.csv, table: a, commit-every: 5000}
        - import: {source: films.csv, table: b}
        - query: {sql: "SELECT (SELECT count(*) FROM a) = (SELECT count(*) FROM b)", expect: 1}
      """
    let files = ["films.csv": "id,title,votes\n" + rows]
    let whole = try PipelineFolder(pipeline, files)
    #expect(try whole.run().status == 0)
    let wanted = try DatabaseDump(whole.folder.file("data.db")).lines.filter {
      !$0.contains("furrow_")
    }
    for delay in [60, 200, 500, 900] {
      let place = try PipelineFolder(pipeline, files)
      _ = try place.run(signal: (9, .milliseconds(delay)))
      let run = try place.run()
      #expect(run.status == 0, "killed after \(delay) ms: \(run.errorText)")
      let lines = try DatabaseDump(place.folder.file("data.db")).lines
      #expect(lines.filter { !$0.contains("furrow_") } == wanted, "killed after \(delay) ms")
    }
  }
}

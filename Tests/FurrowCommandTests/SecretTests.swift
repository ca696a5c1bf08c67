import FurrowSQLite
import TestSupport
import Testing

@Suite struct `Secrets are shown nowhere` {
  /// What stands in no output; long enough to be cut where a message is, and with what is escaped.
  private static let secret =
    "tok\t\"5f3a9c\" <b>'x' 0123456789-0123456789-0123456789-0123456789-0123456789"

  /// Parts of the secret that no form of writing changes.
  private static let parts = ["5f3a9c", "0123456789-012"]

  /// What is set in the address of a server, as a part of each address below.
  private static let password = "hunter2"

  @Test(arguments: ["--set", "environment", ".env"])
  func `of a variable: not in logs, reports, reject files or the table of runs`(
    _ origin: String
  ) throws {
    let place = try PipelineFolder(
      """
      database: data.db
      variables: {TOKEN: }
      steps:
        - name: first
          import:
            source: in-${TOKEN}.csv
            table: t
            delimiter: ","
            default: {x: "${TOKEN}"}
            set: {y: "${TOKEN} || '!'"}
            check: {"known": "n <> ${TOKEN} AND n <> 8"}
            on-error: reject
            rejects: out
            commit-every: 1
        - name: second ${TOKEN}
          after: first
          query: {sql: "SELECT n FROM t WHERE x = ${TOKEN} ORDER BY n", expect: "${TOKEN}!"}
      """,
      ["in-\(Self.secret).csv": "n\n7\n8\n\(Self.secret)\n"]
    )
    try place.make("CREATE TABLE t(n INTEGER, x TEXT, y TEXT)")
    if origin == ".env" {
      let text = Self.secret.replacing("\"", with: "\\\"").replacing("\t", with: "\\t")
      try place.folder.write("TOKEN=\"\(text)\"\n", to: ".env")
    }
    let environment = origin == "environment" ? ["TOKEN": Self.secret] : [:]
    let set = origin == "--set" ? ["--set", "TOKEN=\(Self.secret)"] : []
    let files = ["r.json", "r.xml", "r.html", "r.sarif"]
    let reports = files.map { ["-v", "--reload", "--progress", "always", "--report", $0] }
    for more in reports + [
      ["--report-format", "github"], ["--openlineage", "events"], ["--dry-run"],
    ] {
      let run = try CommandRun(
        ["run", "furrow.yaml"] + set + more,
        environment: environment,
        directory: place.folder.path
      )
      #expect(run.status == (more == ["--dry-run"] ? 0 : 1), "\(run.errorText)")
      expectNothing(of: Self.parts, in: run, "\(more)")
    }
    let names = ["out/in-\(Self.secret).rejected.jsonl"]
    for name in files + ["events"] + names {
      #expect(!place.text(name).isEmpty, "\(name)")
      for part in Self.parts { #expect(!place.text(name).contains(part), "\(name)") }
    }
    #expect(try place.ask("SELECT count(*) > 0 FROM furrow_runs") == "1")
    for part in Self.parts {
      #expect(try !place.ask("SELECT * FROM furrow_runs").contains(part))
      #expect(try !place.ask("SELECT * FROM furrow_steps").contains(part))
    }
    for words in [["list"], ["list", "--json"], ["show"]] {
      let ids = words == ["show"] ? ["1"] : []
      let run = try CommandRun(
        ["runs"] + words.prefix(1) + ["data.db"] + ids + words.dropFirst(),
        directory: place.folder.path
      )
      #expect(run.status == 0)
      expectNothing(of: Self.parts, in: run, "\(words)")
    }
  }

  /// A short one is found by trying, where all digests are made alike and cost nothing.
  @Test func `of a variable: known again by a digest that no table of digests has`() throws {
    let place = try PipelineFolder(
      """
      database: data.db
      variables: {PIN: }
      steps:
        - import: {source: in.csv, table: t, where: "n <> ${PIN}", commit-every: 1, create: never}
      """,
      ["in.csv": "n\n1\n2\nx\n"]
    )
    try place.make("CREATE TABLE t(n INTEGER NOT NULL)")
    func run(_ pin: String) throws -> String {
      let words = ["run", "furrow.yaml", "--set", "PIN=\(pin)"]
      return try CommandRun(words, directory: place.folder.path).errorText
    }
    let fault = "in.csv:4:"
    #expect(try run("1234").contains(fault))
    let digest = ContentHash.hexadecimal(of: Array("PIN=integer(1234)".utf8))
    #expect(try !place.ask("SELECT * FROM furrow_runs").contains(digest))
    for isOld in [false, true] {
      if isOld {
        // As a version without salts wrote it.
        let database = try Database(path: place.folder.file("data.db"))
        let known = try database.firstText("SELECT options FROM furrow_runs") ?? ""
        let start = try #require(known.firstRange(of: "salted SHA-256 ")).lowerBound
        let end = known[start...].firstIndex(of: "\n") ?? known.endIndex
        let old = "\(known[..<start])SHA-256 \(digest)\(known[end...])"
        try database.execute("UPDATE furrow_runs SET options = ?", [.text(old)])
        try database.execute("ALTER TABLE furrow_runs DROP COLUMN salt")
        let list = ["runs", "list", "data.db"]
        #expect(try CommandRun(list, directory: place.folder.path).status == 0)
      }
      #expect(try run("1234").contains(fault))
      #expect(try run("1235").contains("run 1 cannot be resumed: the option variable=PIN"))
    }
    #expect(try place.ask("SELECT count(*) FROM furrow_runs") == "1")
    #expect(try place.ask("SELECT count(*) FROM t") == "2")
  }

  /// Addresses with what they tell their server only.
  private static let addresses = [
    "https://user:hunter2@host/x.csv", "https://hunter2@host/x.csv",
    "https://user:hun/ter@hunter2@host/x.csv", "https://host/x.csv?token=hunter2&mode=ro",
    "https://host/x.csv#access_token=hunter2", "postgres://user:hunter2@host:5432/shop",
    "file:shop.db?mode=rwc&key=hunter2", "file:///tmp/none/shop.db?key=hunter2&cache=shared",
    "https://user:my hunter2@host/x.csv", "https://host/x.csv?token=my 'hunter2",
    "sqlite:///shop.db?key=hunter2", "s3://bucket/x.csv.gz?X-Amz-Signature=hunter2",
  ]

  /// Commands with `@` where an address stands.
  private static let commands: [[String]] = [
    ["import", "@", "--into", "d.db"], ["import", "a.csv", "--into", "@"],
    ["import", "a.csv", "--into", "d.db", "--schema", "@"],
    ["import", "a.csv", "--into", "d.db", "--migrations", "@"],
    ["import", "@", "--into", "d.db", "--report-format", "json"],
    ["import", "a.csv", "@", "--into", "d.db", "--commit-every", "1", "--report-format", "sarif"],
    ["import", "p/datapackage.json", "--into", "e.db"],
    ["validate", "@", "--schema", "s.json"], ["validate", "a.csv", "--schema", "@"],
    ["validate", "@", "--schema", "s.json", "--report-format", "github"],
    ["validate", "@", "--schema", "s.json", "--report-format", "junit"],
    ["validate", "p/datapackage.json"], ["verify", "p/datapackage.json"], ["verify", "@"],
    ["convert", "@", "-o", "b.csv"], ["convert", "a.csv", "-o", "@"],
    ["convert", "a.csv", "-o", "c.csv", "--dialect", "@"],
    ["dedupe", "@", "--by", "n"], ["dedupe", "a.csv", "--by", "n", "--conflicts", "@"],
    ["sniff", "@"], ["sniff", "@", "--json"], ["audit", "@"], ["profile", "@"],
    ["profile", "a.csv", "-o", "@"], ["export", "@", "--table", "t"],
    ["export", "d.db", "--table", "@"], ["query", "@", "SELECT 1"], ["runs", "list", "@"],
    ["migrate", "status", "--db", "@", "--dir", "p"], ["migrate", "up", "--db", "@"],
    ["migrate", "plan", "--db", "d.db", "--dir", "@"], ["migrate", "backup", "--db", "@"],
    ["init", "@"], ["run", "@"], ["run", "source.yaml"], ["run", "database.yaml"],
    ["run", "output.yaml", "--dry-run"], ["run", "typo.yaml"],
    ["run", "output.yaml", "--report", "@"],
    ["run", "source.yaml", "--allow-outside", "--report-format", "json"],
    ["explain", "@"], ["@"], ["import", "@", "--nonsense=@"], ["query", "d.db", "SELECT", "@"],
  ]

  @Test(arguments: commands) func `of an address: not in any output`(_ command: [String]) throws {
    for address in Self.addresses {
      let place = try PipelineFolder(
        "",
        [
          "a.csv": "n\n1\n", "s.json": #"{"fields": [{"name": "n", "type": "integer"}]}"#,
          "p/datapackage.json":
            #"{"resources": [{"name": "t", "path": "\#(address)", "schema": {"fields": [{"name": "n"}]}}]}"#,
          "source.yaml":
            "database: f.db\nsteps:\n  - import: {source: '\(address)', table: t}\n",
          "database.yaml":
            "database: '\(address)'\nsteps:\n  - import: {source: a.csv, table: t}\n",
          "output.yaml":
            "steps:\n  - convert: {source: a.csv, output: '\(address)'}\n",
          "typo.yaml":
            "steps:\n  - convert: {source: a.csv, output: b.csv, '\(address)': 1}\n",
        ]
      )
      let run = try CommandRun(
        command.map { $0.replacing("@", with: address) },
        directory: place.folder.path
      )
      expectNothing(of: [Self.password], in: run, address)
    }
  }

  @Test func `but what SQLite reads in an address, and what is no address, is`() throws {
    let place = try PipelineFolder("", ["a.csv": "n\n1\n"])
    let words = ["file:a.db?mode=ro&cache=shared", "https://host:8080/a@b", "a?key=value"]
    for word in words {
      let run = try CommandRun(["convert", word, "-o", "b.csv"], directory: place.folder.path)
      #expect(run.status == 1 && run.errorText.contains(word), "\(run.errorText)")
    }
  }

  private func expectNothing(of parts: [String], in run: CommandRun, _ what: String) {
    for part in parts {
      #expect(!run.errorText.contains(part), "\(what): \(run.errorText)")
      #expect(!run.outputText.contains(part), "\(what): \(run.outputText)")
    }
  }
}

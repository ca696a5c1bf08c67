import TestSupport
import Testing

@Suite struct `Variables of a pipeline` {
  private static let secret = "s3cret'; DROP TABLE t; --"

  @Test func `are bound in SQL and filled in elsewhere`() throws {
    let place = try PipelineFolder(
      """
      database: data.db
      variables: {MIN: 5, WHO: , FILE: a}
      steps:
        - import:
            source: ${FILE}.csv
            table: t
            set: {who: "${WHO} || '!'"}
            where: n >= ${MIN}
            on-conflict: replace
            key: n
        - query: {sql: "SELECT who FROM t WHERE n = ?", value: 7, expect: "${WHO}!"}
        - export: {query: "SELECT n, ${WHO} AS w FROM t", output: "$${x}.csv"}
      """,
      ["a.csv": "n\n7\n3\n"]
    )
    try place.make("CREATE TABLE t(n INTEGER PRIMARY KEY, who TEXT)")
    let run = try place.run("--set", "WHO=\(Self.secret)", "--report", "r.json")
    #expect(run.status == 0, "\(run.errorText)")
    #expect(try place.ask("SELECT n, who FROM t") == "7|\(Self.secret)!")
    #expect(place.text("${x}.csv") == "n,w\n7,\"\(Self.secret)\"\n".replacing("\"", with: ""))
  }

  @Test func `come from the command line, the environment, .env and the file, in this order`()
    throws
  {
    let place = try PipelineFolder(
      """
      database: data.db
      variables: {A: 1, B: 1, C: 1, D: 1}
      steps:
        - query: {sql: "SELECT ${A}, ${B}, ${C}, ${D}", expect: [[4, 3, 2, 1]]}
      """,
      [".env": "# remark\nexport A=2\nB='2'\nC = \"2\" # two\n\n"]
    )
    try place.make("CREATE TABLE t(n)")
    let run = try place.run("--set", "A=4", environment: ["A": "3", "B": "3"])
    #expect(run.status == 0, "\(run.errorText)")
    try place.folder.write("A=1\nsecret value\n", to: ".env")
    let faulty = try place.run()
    #expect(faulty.errorText == "furrow: .env:2: expected NAME=VALUE\n")
    let unknown = try place.run("--set", "AA=1")
    #expect(unknown.status == 64 && unknown.errorText.contains("did you mean 'A'?"))
  }

  @Test(arguments: ["--set", "environment", ".env"])
  func `are never shown`(_ origin: String) throws {
    let token = "tok-5f3a9c"
    let place = try PipelineFolder(
      """
      database: data.db
      variables: {TOKEN: }
      steps:
        - name: fails
          import:
            source: a.csv
            table: t
            where: n = ${TOKEN} AND nope
            default: {x: "${TOKEN}"}
            rejects: ${TOKEN}
      """,
      ["a.csv": "n,\(token)\n7\n"]
    )
    if origin == ".env" { try place.folder.write("TOKEN=\(token)\n", to: ".env") }
    let environment = origin == "environment" ? ["TOKEN": token] : [:]
    let set = origin == "--set" ? ["--set", "TOKEN=\(token)"] : []
    let written = ["r.json", "r.xml", "r.html", "r.sarif", "events"]
    let reports = written.dropLast().map { ["-v", "--report", $0, "--openlineage", "events"] }
    for more in reports + [["--report-format", "github"], ["--dry-run"]] {
      let run = try CommandRun(
        ["run", "furrow.yaml"] + set + more,
        environment: environment,
        directory: place.folder.path
      )
      #expect(run.status == (more == ["--dry-run"] ? 0 : 1))
      #expect(!run.errorText.contains(token) && !run.outputText.contains(token))
      for name in written { #expect(!place.text(name).contains(token)) }
    }
  }
}

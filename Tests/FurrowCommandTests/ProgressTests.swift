import Furrow
import TestSupport
import Testing

@testable import FurrowCommand

@Suite("How far a run is") struct ProgressTests {
  private static func snapshot(
    _ bytes: Int = 0,
    of total: Int? = nil,
    records: Int = 0,
    rejected: Int = 0,
    after seconds: Int = 10
  ) -> RunProgress.Snapshot {
    var snapshot = RunProgress.Snapshot()
    snapshot.work = "loading a.csv"
    (snapshot.bytes, snapshot.totalBytes) = (bytes, total)
    (snapshot.records, snapshot.rejected) = (records, rejected)
    snapshot.duration = .seconds(seconds)
    return snapshot
  }

  @Test(arguments: [
    (snapshot(), "loading a.csv"),
    (
      snapshot(50_000_000, of: 200_000_000, records: 1000, rejected: 2),
      "loading a.csv: 25 %, 50.0 of 200.0 MB, 1000 records, 100/s, 30 s left, 2 rejected"
    ),
    (snapshot(1_250_000, records: 7, after: 1), "loading a.csv: 1.3 MB, 7 records, 7/s"),
    // A file that grows while it is read has no share that could be told.
    (snapshot(300, of: 200), "loading a.csv: 0.0 MB"),
    (snapshot(200, of: 200), "loading a.csv: 100 %, 0.0 of 0.0 MB"),
    (
      snapshot(1_000_000, of: 1_000_000_000, after: 20),
      "loading a.csv: 0 %, 1.0 of 1000.0 MB, 5 h 33 min left"
    ),
    (snapshot(0, of: 0, after: 0), "loading a.csv"),
  ])
  func `is told in a line`(_ snapshot: RunProgress.Snapshot, _ line: String) {
    #expect(ProgressText.line(snapshot) == line)
  }

  @Test(arguments: [
    ("import t.csv.gz --into d.db", "finishing t: 3 records"),
    ("convert t.csv.gz -o o.ndjson", "reading t.csv.gz: 100 %, 0.0 of 0.0 MB, 3 records"),
    ("validate t.csv.gz --schema s.json", "reading t.csv.gz: 100 %"),
    ("dedupe t.csv.gz --by id -o o.csv", "reading t.csv.gz: 100 %"),
  ])
  func `is told when it is asked for, and never on standard output`(
    _ line: String,
    _ says: String
  ) throws {
    let folder = try TemporaryDirectory()
    try folder.write("id\n1\n2\n3\n", to: "t.csv")
    try folder.write(#"{"fields":[{"name":"id","type":"integer"}]}"#, to: "s.json")
    let script = "gzip t.csv; \"$0\" \(line)"
    let told = try CommandRun(script: "\(script) --progress always", directory: folder.path)
    #expect(told.status == 0 && told.errorText.contains(says), "\(told.errorText)")
    #expect(told.output.isEmpty)
    for silent in ["--progress never", "--progress always -q"] {
      try folder.write("id\n1\n2\n3\n", to: "t.csv")
      let run = try CommandRun(
        script: "rm -f t.csv.gz d.db; \(script) \(silent)",
        directory: folder.path
      )
      #expect(run.status == 0 && !run.errorText.contains(" %"), "\(run.errorText)")
      #expect(!run.errorText.contains("finishing"))
    }
  }

  @Test(arguments: ["import", "convert", "validate", "dedupe"])
  func `is told of a step of a pipeline, too`(_ command: String) throws {
    let rest = [
      "import": "table: t", "convert": "output: o.csv", "validate": "schema: s.json",
      "dedupe": "by: [id], output: o.csv",
    ]
    let place = try PipelineFolder(
      "database: d.db\nsteps:\n  - \(command): {source: t.csv, \(rest[command] ?? "")}\n",
      ["t.csv": "id\n1\n", "s.json": #"{"fields":[{"name":"id","type":"integer"}]}"#]
    )
    let told = try place.run("--progress", "always")
    #expect(told.status == 0, "\(told.errorText)")
    let line = command == "import" ? "finishing t: 1 records" : "reading t.csv: 100 %"
    #expect(told.errorText.contains(line), "\(told.errorText)")
    let silent = try place.run("--progress", "always", "--reload", "-q")
    #expect(silent.errors.isEmpty && silent.output.isEmpty)
  }

  @Test func `counts what is read of a pipe, whose length nobody knows`() throws {
    let folder = try TemporaryDirectory()
    let run = try CommandRun(
      script: "printf 'id\\n1\\n' | \"$0\" convert - -o - --progress always",
      directory: folder.path
    )
    #expect(run.outputText == "id\n1\n")
    #expect(run.errorText.contains("reading standard input: 0.0 MB, 1 records"))
  }
}

import FurrowCore
import TestSupport
import Testing

/// Dialects that are found out on the way of a run, as a user meets them.
@Suite struct SniffRunTests {
  static let semicolons = "id;name;price\n1;\"a;b\";2,5\n2;c;3,5\n3;d;4,5\n"

  @Test func `imports what it found out, and says so in the report, too`() throws {
    let folder = try TemporaryDirectory()
    let source = try folder.write(Array(Self.semicolons.utf8), to: "a.csv")
    let report = folder.path + "/report.json"
    let run = try CommandRun(
      ["import", source, "--into", folder.path + "/d.db", "--report", report]
    )
    #expect(run.status == 0)
    #expect(run.errorText.contains("delimiter: ';', since with ';' all 4 records have 3 fields"))
    #expect(run.errorText.contains("pinned by -d ';'"))
    #expect(String(decoding: try SuiteFile.bytes(of: report), as: UTF8.self).contains("pinned by"))
    let rows = try CommandRun(
      ["query", folder.path + "/d.db", "SELECT * FROM a ORDER BY id", "--format", "csv"]
    )
    #expect(rows.outputText == "id,name,price\n1,a;b,\"2,5\"\n2,c,\"3,5\"\n3,d,\"4,5\"\n")
  }

  @Test(arguments: [["--format", "csv"], ["-d", ","], ["--quote", "'"]])
  func `believes what the user says`(options: [String]) throws {
    let run = try CommandRun(
      ["convert", "-", "--on-error", "reject"] + options,
      input: Array("id;name\n1;a\n2;b\n".utf8)
    )
    #expect(run.outputText == "id;name\n1;a\n2;b\n")
    #expect(!run.errorText.contains("delimiter"))
  }

  @Test(arguments: [1, 400, 60_000])
  func `loses no byte of a pipe that it looked at`(count: Int) throws {
    let records = (1...count).map { "\($0);\"n;\($0)\";\($0 % 7),5\n" }
    let text = Array(("id;name;x\n" + records.joined()).utf8)
    let folder = try TemporaryDirectory()
    let schema = try folder.write(
      Array(#"{"fields":[{"name":"id","type":"integer"},{"name":"name"},{"name":"x"}]}"#.utf8),
      to: "s.json"
    )
    let expected =
      "id,name,x\n" + (1...count).map { "\($0),n;\($0),\"\($0 % 7),5\"\n" }.joined()
    for options in [[], ["--schema", schema], ["--dedupe-by", "id"]]
    where options.isEmpty || count < 1000 {
      let run = try CommandRun(["convert", "-"] + options, input: text)
      #expect(run.status == 0)
      #expect(run.outputText == expected)
    }
    for options in [[], ["--schema", schema]] where count < 1000 {
      let database = folder.path + "/\(count)-\(options.count).db"
      let run = try CommandRun(
        ["import", "-", "--table", "t", "--into", database] + options,
        input: text
      )
      #expect(run.errorText.contains("t: \(count) read, \(count) loaded"))
    }
  }

  @Test func `resumes in the dialect of the first run`() throws {
    let folder = try TemporaryDirectory()
    let records = (1...50).map { "\($0);n\($0)\n" }.joined()
    let source = try folder.write(Array(("id;name\n" + records + "51;x;y\n").utf8), to: "a.csv")
    let arguments = ["import", source, "--into", folder.path + "/d.db", "--commit-every", "10"]
    #expect(try CommandRun(arguments).status == 1)
    let runs = try CommandRun(["runs", "show", folder.path + "/d.db", "1"])
    #expect(runs.outputText.contains("sniffed dialect=1"))
    let again = try CommandRun(arguments + ["--resume"])
    #expect(again.errorText.contains("gone on with run 1"))
    let rows = try CommandRun(
      ["query", folder.path + "/d.db", "SELECT count(*), min(name) FROM a", "--format", "csv"]
    )
    #expect(rows.outputText.hasSuffix("50,n1\n"))
  }

  @Test func `writes dialect and schema that read the same again`() throws {
    let folder = try TemporaryDirectory()
    let text = "Report\n\nid, name, day\n1, \"a, b\", 2024-01-05\n2, \"c\", 2024-01-06\n"
    let source = try folder.write(Array(text.utf8), to: "a.csv")
    let (dialect, schema) = (folder.path + "/d.json", folder.path + "/s.json")
    let sniffed = try CommandRun(
      ["sniff", source, "--dialect-out", dialect, "--schema-out", schema]
    )
    #expect(sniffed.status == 0)
    #expect(sniffed.outputText.contains("day: date"))
    #expect(sniffed.outputText.contains("preamble"))
    let found = try CommandRun(["convert", source])
    let told = try CommandRun(["convert", source, "--dialect", dialect])
    #expect(found.outputText == "id,name,day\n1,\"a, b\",2024-01-05\n2,c,2024-01-06\n")
    #expect(told.outputText == found.outputText)
    #expect(told.errorText == "2 read, 2 written\n")
    let valid = try CommandRun(["validate", source, "--dialect", dialect, "--schema", schema])
    #expect(valid.status == 0)
  }

  @Test func `locks a source beside itself, for a schema check later`() throws {
    let folder = try TemporaryDirectory()
    let source = try folder.write(Array(Self.semicolons.utf8), to: "a.csv")
    #expect(try CommandRun(["sniff", source, "--lock"]).status == 0)
    #expect(folder.names == ["a.csv", "a.csv.lock.json"])
    let valid = try CommandRun(["validate", source, "--schema", source + ".lock.json"])
    #expect(valid.status == 0)
    _ = try folder.write(Array("id;name;price\nx;a;1\ny;b;2\n".utf8), to: "a.csv")
    let drifted = try CommandRun(["validate", source, "--schema", source + ".lock.json"])
    #expect(drifted.status == 2)
  }

  @Test func `tells which value ruled a narrower type out`() throws {
    let text = "a,b,c,d\n1,1.5,2024-01-05T10:00:00Z,7\n2,2.5,2024-01-05T10:00:00Z,08\n"
    let run = try CommandRun(["sniff", "-"], input: Array(text.utf8))
    #expect(run.outputText.contains("  a: integer\n"))
    #expect(run.outputText.contains("  b: number, since \"1.5\" on line 2 is no integer\n"))
    #expect(run.outputText.contains("  c: datetime\n"))
    #expect(run.outputText.contains("  d: text, since \"08\" on line 3 is no integer\n"))
    let verbose = try CommandRun(
      ["import", "-", "--table", "t", "--into", "/nonexistent/x.db", "-v"],
      input: Array(text.utf8)
    )
    #expect(verbose.status == 1)
  }

  @Test func `keeps what is in no encoding it can prove, and says that it guessed`() throws {
    let latin = Array("id,name\n1,caf".utf8) + [0xE9] + Array("\n".utf8)
    let kept = try CommandRun(["convert", "-", "--ragged", "keep"], input: latin)
    #expect(kept.outputText == "id,name\n1,caf\u{E9}\n")
    #expect(kept.errorText.contains("taken for windows-1252, which is a guess"))
    let rejected = try CommandRun(["convert", "-"], input: latin)
    #expect(rejected.status == 1)
    #expect(rejected.errorText.contains("--encoding windows-1252"))
  }

  @Test(arguments: [
    ("{\"a\":1}\n{\"a\":2}\n", "ndjson"), (" { \"a\\\"\" : 1, \"b\":2}\n", "ndjson"),
    ("[{\"a\":1,\"b\":2}]", "json"), ("[\n {\"a\":1},\n {\"a\":2}\n]\n", "json"),
    ("[[\"a\",\"b\"],[1,2]]", "json"),
  ])
  func `takes no JSON for CSV where no name says what it is`(
    _ text: String,
    _ format: String
  ) throws {
    for command in ["sniff -", "convert -", "import - --table t --into data.db", "convert t.txt"] {
      let place = try Workplace(["t.txt": text])
      let run = try place.run("furrow \(command)", input: text)
      #expect(run.status == 1 && run.outputText.isEmpty)
      #expect(
        run.errorText.contains(
          "the text begins as JSON does, and no name says so: --format \(format) reads it as that"
        ),
        "\(run.errorText)"
      )
      #expect(!place.folder.names.contains("data.db"))
    }
    let asked = try CommandRun(["convert", "-", "--format", format], input: Array(text.utf8))
    #expect(asked.status == 0, "\(asked.errorText)")
  }

  @Test(arguments: ["[a],b\n1,2\n", "{a},b\n1,2\n", "[[a]],b\n1,2\n", "{\"a,b\n1,2\n"])
  func `takes for CSV what only has a bracket first`(_ text: String) throws {
    let run = try CommandRun(["convert", "-", "--output-format", "csv"], input: Array(text.utf8))
    #expect(run.status == 0, "\(run.errorText)")
    #expect(run.outputText.hasSuffix("1,2\n"))
  }
}

import TestSupport
import Testing

@Suite struct `What a run from text to text writes` {
  private static let files = [
    "a.csv": "k,v\n1,x\n1,y\n", "s.json": #"{"fields": [{"name": "k"}, {"name": "v"}]}"#,
  ]

  @Test(arguments: [
    ("validate a.csv --report a.csv", "a.csv: this is a source"),
    ("validate a.csv --invalid ./a.csv", "./a.csv: this is a source"),
    ("validate a.csv --schema s.json --report s.json", "s.json: this is the schema"),
    (
      "validate a.csv --valid x.csv --invalid ./x.csv", "./x.csv: this is another output of the run"
    ),
    ("validate a.csv --valid x.csv --report x.csv", "x.csv: this is another output of the run"),
    ("validate a.csv --valid - --invalid -", "-: this is another output of the run"),
    ("convert a.csv -o x.ndjson --report a.csv", "a.csv: this is a source"),
    ("convert a.csv -o s.json --schema s.json", "s.json: this is the schema"),
    ("dedupe a.csv --by k -o x.csv --conflicts x.csv", "x.csv: this is another output of the run"),
    ("dedupe a.csv --by k -o x.csv --conflicts a.csv", "a.csv: this is a source"),
    ("dedupe a.csv --by k -o x.csv --report x.csv", "x.csv: this is another output of the run"),
    ("profile a.csv -o a.csv", "a.csv: this is a source"),
  ])
  func `never takes the place of what it reads, or of what else it writes`(
    command: String,
    message: String
  ) throws {
    let place = try Workplace(Self.files)
    let run = try place.run("furrow \(command)")
    #expect(run.status == 1)
    #expect(run.errorText == "furrow: \(message), which would be lost\n")
    for (name, text) in Self.files { #expect(place.text(name) == text) }
  }

  @Test(arguments: [
    "dedupe a.csv --by k -o a.csv", "validate a.csv --valid /dev/null --invalid /dev/null",
  ])
  func `may replace the source by its records, and be thrown away`(command: String) throws {
    let run = try Workplace(Self.files).run("furrow \(command)")
    #expect(run.status == 0, "\(run.errorText)")
  }

  @Test(arguments: [
    ("profile one.csv", "one.csv: 1 record, 1 column\n"),
    ("validate a.csv --schema one.json", "expected 1 column, as in the schema, found 2,"),
    ("validate one.csv --schema n.json --report-format junit -q", "<failure message=\"1 fault\">"),
    ("validate wide.csv --format csv", "expected 1 field, found 2"),
    ("dedupe a.csv --by k --conflicts c", "1 duplicate differs from what is kept"),
  ])
  func `speaks of one thing in the singular`(command: String, text: String) throws {
    var files = Self.files
    files["one.csv"] = "a\nx\n"
    files["wide.csv"] = "a\nx,y\n"
    files["one.json"] = #"{"fields": [{"name": "k"}]}"#
    files["n.json"] = #"{"fields": [{"name": "a", "type": "integer"}]}"#
    let run = try Workplace(files).run("furrow \(command)")
    #expect((run.outputText + run.errorText).contains(text), "\(run.outputText)\(run.errorText)")
  }
}

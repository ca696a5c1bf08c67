import TestSupport
import Testing

@Suite struct `What a run from text to text writes` {
  private static let files = [
    "a.csv": "k,v\n1,x\n1,y\n", "s.json": #"{"fields": [{"name": "k"}, {"name": "v"}]}"#,
    "p/t.csv": "k\n1\n", "p/u.csv": "k\n1\n",
    "p/datapackage.json": #"""
    {"resources": [
      {"name": "t", "path": "t.csv", "schema": {"fields": [{"name": "k"}], "primaryKey": "k"}},
      {"name": "u", "path": "u.csv", "schema": {"fields": [{"name": "k"}], "foreignKeys":
        [{"fields": "k", "reference": {"resource": "t", "fields": "k"}}]}}]}
    """#,
    "d.json": #"{"delimiter": ","}"#, "m/001_a.sql": "-- migrate:up\nCREATE TABLE a(k, v);\n",
    "furrow.yaml": """
    database: f.db
    migrations: m
    steps:
      - import: {source: a.csv, table: a, dialect: d.json, schema: s.json}
      - import: {source: p/datapackage.json, into: g.db}
      - export: {table: a, output: b.csv}

    """,
    ".env": "A=1\n",
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
    (
      "profile a.csv --dialect d.json -o d.json", "d.json: this is a file that the run reads"
    ),
    (
      "validate a.csv --dialect d.json --report d.json", "d.json: this is a file that the run reads"
    ),
    (
      "validate p/datapackage.json --report p/datapackage.json",
      "p/datapackage.json: this is a source"
    ),
    (
      "validate p/datapackage.json --report p/u.csv", "p/u.csv: this is a file that the run reads"
    ),
    (
      "validate p/u.csv --schema p/datapackage.json --valid p/t.csv",
      "p/t.csv: this is a file that the run reads"
    ),
    (
      "validate p/u.csv --schema p/datapackage.json --invalid p/datapackage.json",
      "p/datapackage.json: this is the schema"
    ),
    (
      "dedupe a.csv --by k -o x.csv --dialect d.json --conflicts d.json",
      "d.json: this is a file that the run reads"
    ),
    ("import a.csv --into x.db --report x.db", "x.db: this is the database"),
    ("import a.csv --into x.db --schema s.json --report s.json", "s.json: this is the schema"),
    (
      "import a.csv --into x.db --dialect d.json --report d.json",
      "d.json: this is a file that the run reads"
    ),
    (
      "import a.csv --into x.db --migrations m --report m/001_a.sql",
      "m/001_a.sql: this is a file that the run reads"
    ),
    ("import p/datapackage.json --into x.db --report p/t.csv", "p/t.csv: this is a source"),
    ("run furrow.yaml --report furrow.yaml", "furrow.yaml: this is a source"),
    ("run furrow.yaml --report a.csv", "a.csv: this is a source"),
    ("run furrow.yaml --report p/u.csv", "p/u.csv: this is a source"),
    ("run furrow.yaml --report m/001_a.sql", "m/001_a.sql: this is a file that the run reads"),
    ("run furrow.yaml --openlineage .env", ".env: this is a file that the run reads"),
    ("run furrow.yaml --report b.csv", "b.csv: this is another output of the run"),
    ("run furrow.yaml --report g.db", "g.db: this is the database"),
    (
      "run furrow.yaml --report r.json --openlineage r.json",
      "r.json: this is another output of the run"
    ),
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
    for name in ["x.db", "f.db", "g.db", "b.csv", "r.json"] { #expect(!place.folder.has(name)) }
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
    ("audit bad.csv", "both readers agree on 0 records, 0 fields and 1 fault\n"),
    ("audit one.csv", "both readers agree on 1 record, 1 field and 0 faults\n"),
    ("validate a.csv --schema one.json", "expected 1 column, as in the schema, found 2,"),
    ("validate one.csv --schema n.json --report-format junit -q", "<failure message=\"1 fault\">"),
    ("validate wide.csv --format csv", "expected 1 field, found 2"),
    ("dedupe a.csv --by k --conflicts c", "1 duplicate (1 differs from what is kept)"),
  ])
  func `speaks of one thing in the singular`(command: String, text: String) throws {
    var files = Self.files
    files["one.csv"] = "a\nx\n"
    files["bad.csv"] = "a\n\"x\"y\n"
    files["wide.csv"] = "a\nx,y\n"
    files["one.json"] = #"{"fields": [{"name": "k"}]}"#
    files["n.json"] = #"{"fields": [{"name": "a", "type": "integer"}]}"#
    let run = try Workplace(files).run("furrow \(command)")
    #expect((run.outputText + run.errorText).contains(text), "\(run.outputText)\(run.errorText)")
  }
}

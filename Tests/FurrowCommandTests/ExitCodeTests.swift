import Foundation
import FurrowCommand
import TestSupport
import Testing

/// What every command tells the shell, by the table of docs/errors.md.
@Suite struct `The exit code` {
  /// A folder with sound and faulty files, a database and migrations.
  private static let prepared = Result { try prepare() }

  /// A copy of it.
  private static func folder() throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory()
    let origin = try prepared.get()
    for name in origin.names {
      try FileManager.default.copyItem(atPath: origin.file(name), toPath: folder.file(name))
    }
    return folder
  }

  private static func prepare() throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory()
    for (name, text) in [
      "a.csv": "id,n\n1,2\n2,3\n", "b.csv": "id,n\n3,4\n", "short.csv": "id,n\n1,2\n2\n",
      "twice.csv": "id,n\n1,2\n1,2\n", "empty.csv": "", "bad.json": "{",
      "s.json":
        #"{"fields": [{"name": "id", "type": "integer"}, {"name": "n", "type": "integer"}]}"#,
      "m/001_t.sql": "-- migrate:up\nCREATE TABLE t(id);\n-- migrate:down\nDROP TABLE t;\n",
      "bad/001_t.sql": "-- migrate:up\nCREATE TABLE;\n",
      "p.yaml": "steps:\n  - convert: {source: a.csv, output: out.csv}\n",
      "third.yaml": """
      database: p.db
      steps:
        - import: {source: a.csv, table: a}
        - convert: {source: a.csv, output: first.csv}
        - import: {source: short.csv, table: b}
        - convert: {source: a.csv, output: last.csv}
      """,
      "rejects.yaml": """
      database: q.db
      steps:
        - import: {source: short.csv, table: b, on-error: reject}
        - convert: {source: a.csv, output: behind.csv}
      """,
      "wrong.yaml": "steps:\n  - convrt: {source: a.csv}\n", "data/x.csv": "id\n1\n",
    ] {
      try folder.write(text, to: name)
    }
    let made = try CommandRun(
      script: """
        "$0" import a.csv --into d.db --table t -q && mkdir package \
          && "$0" export d.db --all --manifest -o package -q
        """,
      directory: folder.path
    )
    #expect(made.errorText == "")
    return folder
  }

  /// Command lines for each command, with the code that each ends with.
  private static let lines: [(line: String, code: Int32)] = [
    ("--version", 0), ("--help", 0), ("nothing", 64), ("", 0),
    ("import a.csv --into n.db", 0), ("import short.csv --into n.db", 1),
    ("import short.csv --into n.db --on-error reject", 2), ("import a.csv", 64),
    ("import nothing.csv --into n.db", 1), ("import a.csv nothing.csv b.csv --into n.db", 1),
    ("import a.csv --into n.db --bogus", 64), ("import empty.csv --into n.db", 1),
    ("import package/datapackage.json --into n.db", 0), ("import - --into n.db", 64),
    ("export d.db --table t", 0), ("export d.db --table nothing", 1), ("export d.db", 64),
    ("export nothing.db --table t", 1), ("export d.db --table t --format bogus", 64),
    ("convert a.csv -o x.ndjson", 0), ("convert short.csv -o x.ndjson", 1),
    ("convert short.csv -o x.ndjson --on-error reject", 2), ("convert -o x", 64),
    ("convert a.csv nothing.csv b.csv -o x.csv", 1), ("convert a.csv -o x.bogus", 64),
    ("validate a.csv --schema s.json", 0), ("validate short.csv --schema s.json", 2),
    ("validate a.csv --schema bad.json", 1), ("validate a.csv --schema", 64),
    ("validate a.csv nothing.csv b.csv --schema s.json", 1),
    ("validate short.csv --schema s.json --max-rejects 0", 1),
    ("dedupe a.csv --by id", 0), ("dedupe twice.csv --by id", 0),
    ("dedupe twice.csv --by id --check", 2), ("dedupe a.csv --by bogus", 1),
    ("dedupe a.csv nothing.csv b.csv --by id", 1), ("dedupe a.csv --check -o b.csv", 64),
    ("sniff a.csv", 0), ("sniff short.csv", 2), ("sniff nothing.csv", 1), ("sniff", 64),
    ("audit a.csv", 0), ("audit nothing.csv", 1), ("audit", 64),
    ("profile a.csv", 0), ("profile nothing.csv", 1), ("profile", 64),
    ("migrate up --db u.db --dir m", 0), ("migrate up --db u.db --dir bad", 3),
    ("migrate status --db d.db --dir m", 0), ("migrate status --db d.db --dir nothing", 1),
    ("migrate bogus", 64), ("migrate up --db u.db --dir m --to", 64),
    ("run p.yaml", 0), ("run rejects.yaml", 2), ("run third.yaml", 1), ("run wrong.yaml", 1),
    ("run nothing.yaml", 1), ("run p.yaml --only bogus", 64), ("run p.yaml --set X=1", 64),
    ("query d.db 'SELECT 1'", 0), ("query d.db 'SELECT'", 1), ("query d.db", 64),
    ("query nothing.db 'SELECT 1'", 1),
    ("init data", 0), ("init nothing", 1), ("init", 64),
    ("verify package/datapackage.json", 0), ("verify nothing/datapackage.json", 1), ("verify", 64),
    ("runs list d.db", 0), ("runs list nothing.db", 1), ("runs", 64),
    ("explain type-error", 0), ("explain bogus", 64), ("completions bash", 0),
    ("completions tcsh", 64), ("doctor --bogus", 64),
  ]

  @Test(arguments: lines.indices)
  func `is that of the table`(_ index: Int) throws {
    let (line, code) = Self.lines[index]
    let folder = try Self.folder()
    let run = try CommandRun(script: "\"$0\" \(line) </dev/null", directory: folder.path)
    #expect(run.status == code, "furrow \(line): \(run.errorText)")
    // Whoever gets another code than 0 is told why, and nobody is told anything else twice.
    if code != 0 { #expect(!run.errors.isEmpty, "furrow \(line)") }
    if code == 1 || code == 64 {
      #expect(run.errorText.contains("furrow"), "furrow \(line): \(run.errorText)")
    }
    if line.contains("nothing.csv b.csv") {
      #expect(run.errorText.contains("nothing.csv"), "\(run.errorText)")
      #expect(run.output.isEmpty && !folder.has("n.db") && !folder.has("x.csv"))
    }
    if line == "run third.yaml" {
      #expect(run.errorText.contains("third.yaml:5: step 'import 3'"), "\(run.errorText)")
      #expect(folder.has("first.csv") && !folder.has("last.csv"))
    }
    if line == "run rejects.yaml" { #expect(folder.has("behind.csv")) }
  }

  @Test func `is tried of every command`() {
    for command in CommandTable.furrow.commands {
      let codes = Set(
        Self.lines.filter { $0.line.split(separator: " ").first.map(String.init) == command.name }
          .map(\.code)
      )
      #expect(codes.contains(64), "\(command.name)")
      #expect(codes.contains(0) || command.name == "doctor", "\(command.name)")
    }
  }

  @Test(
    arguments: [
      "export d.db --table t", "convert a.csv -o -", "dedupe a.csv --by id -o -",
      "validate a.csv --schema s.json --valid -", "query d.db 'SELECT 1'", "sniff a.csv",
      "profile a.csv", "audit a.csv", "explain type-error", "completions fish",
      "runs list d.db --json",
      "doctor", "migrate status --db d.db --dir m", "migrate up --help", "run p.yaml --dry-run",
      "run p.yaml --report-format json", "init data",
    ]
  )
  func `is that of SIGPIPE where nobody reads`(_ line: String) throws {
    let folder = try Self.folder()
    // The reader is gone before the program begins.
    let run = try CommandRun(
      script: """
        mkfifo p; exec 3<> p 4> p 3<&-; set +e
        "$0" \(line) >&4
        echo $?
        """,
      directory: folder.path
    )
    #expect(run.outputText == "141\n", "furrow \(line): \(run.errorText)")
    #expect(!run.errorText.contains("furrow:"), "furrow \(line): \(run.errorText)")
  }

  @Test(
    arguments: [
      "import - --format csv --table t --into n.db", "convert - -o out.csv",
      "validate - --schema s.json", "dedupe - --by id -o out.csv", "sniff - --format csv",
      "audit -",
      "profile -", "run waits.yaml",
    ]
  )
  func `is 130 when the run was interrupted, and nothing was written`(_ line: String) throws {
    let folder = try Self.folder()
    try folder.write(
      "database: n.db\nsteps:\n  - import: {source: '-', format: csv, table: t}\n",
      to: "waits.yaml"
    )
    let before = folder.names
    // A busy machine may take long to begin; what is ended before that has not been asked.
    var run = try Self.interrupted(line, after: "0.7", in: folder)
    for delay in ["4", "20"] where run.errorText.isEmpty {
      run = try Self.interrupted(line, after: delay, in: folder)
    }
    #expect(run.outputText.hasSuffix("130\n"), "furrow \(line): \(run.outputText) \(run.errorText)")
    #expect(run.errorText.contains("interrupted"), "furrow \(line): \(run.errorText)")
    #expect(folder.names == before, "furrow \(line)")
  }

  /// Runs `line` on an input that never comes, and interrupts it `delay` seconds later.
  private static func interrupted(
    _ line: String,
    after delay: String,
    in folder: TemporaryDirectory
  ) throws -> CommandRun {
    try CommandRun(
      script: """
        mkfifo never; exec 3<> never; rm never
        timeout --preserve-status -s INT \(delay) "$0" \(line) <&3
        echo $?
        """,
      directory: folder.path
    )
  }
}

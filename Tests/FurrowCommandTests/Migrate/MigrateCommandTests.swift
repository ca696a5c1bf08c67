import Furrow
import FurrowCommand
import TestSupport
import Testing

/// A folder with migrations, and a database beside it.
struct MigrateCase {
  let folder: TemporaryDirectory

  init(_ files: [String: String]) throws {
    folder = try TemporaryDirectory()
    for (name, text) in files { try folder.write(text, to: "m/\(name)") }
  }

  func run(_ words: String...) throws -> ProgramRun { try run(words) }

  func run(_ words: [String]) throws -> ProgramRun {
    try ProgramRun(
      ["migrate"] + words,
      environment: ["FURROW_DB": folder.file("a.db"), "FURROW_DIR": folder.file("m")]
    )
  }

  func ask(_ sql: String) throws -> String {
    try CommandRun(["query", folder.file("a.db"), sql, "--format", "csv"]).outputText
  }
}

@Suite struct `Exit codes of migrate` {
  static let table = ["1_a.sql": "CREATE TABLE a(x);"]

  @Test func `are 0 when all is applied, and nothing else is made`() throws {
    let test = try MigrateCase(Self.table)
    let run = try test.run("up")
    #expect(run.exitCode == .complete)
    #expect(run.errors == "applied 1_a.sql\n" && run.output.isEmpty)
    #expect(test.folder.names == ["a.db", "m"])
    #expect(try test.run("up").errors == "\(test.folder.file("a.db")): nothing is pending\n")
  }

  @Test(arguments: [["up"], ["up", "--tx", "each"]])
  func `are 3 when a file fails cleanly, earlier files kept or not`(words: [String]) throws {
    let test = try MigrateCase(Self.table.merging(["2_b.sql": "SELECT\n nosuch;"]) { $1 })
    let run = try test.run(words)
    let kept = words.count > 1 ? "done and kept: 1" : "the database is unchanged"
    #expect(run.exitCode == .migrationFailed)
    #expect(
      run.errors
        == "furrow: \(test.folder.file("m"))/2_b.sql:2:2: no such column: nosuch [sql] (\(kept))\n nosuch;\n ^\n"
    )
    #expect(test.folder.has("a.db") == (words.count > 1))
  }

  @Test func `are 4 when a file outside a transaction stops midway, until a person decides`() throws
  {
    let test = try MigrateCase([
      "1_a.sql": "-- furrow: transaction=off\nCREATE TABLE a(x);\nINSERT INTO b VALUES (1);"
    ])
    #expect(try test.run("up").exitCode == .manualStepNeeded)
    let again = try test.run("up")
    #expect(again.exitCode == .manualStepNeeded)
    #expect(again.errors.contains("repair"))
    #expect(try test.run("repair", "--mark-applied", "1").exitCode == .complete)
    #expect(try test.run("up").exitCode == .complete)
  }

  @Test func `are 5 when another program keeps the database`() throws {
    let test = try MigrateCase(Self.table)
    let run = try CommandRun(
      script: """
        sqlite3 "$1" 'CREATE TABLE base(x)'
        (echo 'BEGIN IMMEDIATE;'; sleep 1) | sqlite3 "$1" &
        sleep 0.3
        "$0" migrate up --db "$1" --dir "$2" --busy-timeout 100ms; echo $?
        wait
        """.replacing("$1", with: test.folder.file("a.db")).replacing(
          "$2",
          with: test.folder.file("m")
        )
    )
    #expect(run.outputText == "5\n")
    #expect(run.errorText.contains("locked"))
  }

  @Test func `are 6 when the database is ahead`() throws {
    let test = try MigrateCase(Self.table)
    _ = try test.run("up")
    let other = try MigrateCase(["2_b.sql": "CREATE TABLE b(x);"])
    let words = ["--db", test.folder.file("a.db"), "--dir", other.folder.file("m")]
    #expect(try other.run(["up"] + words).exitCode == .databaseAhead)
    let empty = try TemporaryDirectory()
    let run = try ProgramRun([
      "migrate", "up", "--db", test.folder.file("a.db"), "--dir", empty.path,
    ])
    #expect(run.exitCode == .databaseAhead)
    #expect(
      try ProgramRun([
        "migrate", "up", "--db", test.folder.file("a.db"), "--dir", empty.path, "--ahead", "warn",
      ]).exitCode == .complete
    )
  }

  @Test(arguments: [
    ["up", "--to", "x"], ["down", "--steps", "2", "--to", "1"], ["repair"], ["baseline", "x"],
    ["repair", "--continue", "1"], ["squash"], ["up", "--layout", "rails"],
    ["down", "--steps", "0"],
  ])
  func `are 64 for what is wrong whatever the files hold`(words: [String]) throws {
    #expect(try MigrateCase([:]).run(words).exitCode == .wrongUsage)
  }

  @Test(arguments: ["status", "plan", "drift", "dump", "down", "redo", "rehearse", "backup"])
  func `of a command that looks or goes back make no database`(command: String) throws {
    let test = try MigrateCase(Self.table)
    _ = try test.run([command])
    #expect(test.folder.names == ["m"])
  }

  @Test func `of status tell whether anything is pending`() throws {
    let test = try MigrateCase(Self.table)
    #expect(try test.run("status", "--exit-code", "-q").exitCode == .failed)
    #expect(try test.run("status").exitCode == .complete)
    _ = try test.run("up")
    #expect(try test.run("status", "--exit-code").exitCode == .complete)
  }
}

@Suite struct `Commands of migrate` {
  static let files = [
    "1_a.sql": "-- migrate:up\nCREATE TABLE a(x);\n-- migrate:down\nDROP TABLE a;\n",
    "2_b.sql": "-- migrate:up\nCREATE TABLE b(x);\n-- migrate:down\nDROP TABLE b;\n",
  ]

  @Test func `print one object with --json, when they fail, too`() throws {
    let test = try MigrateCase(Self.files)
    let up = try test.run("up", "--json").output
    #expect(up.contains("\"schemaVersion\": 1") && up.contains("\"command\": \"migrate up\""))
    try test.folder.write("SELECT nosuch", to: "m/3_c.sql")
    let failed = try test.run("up", "--json", "--no-backup")
    #expect(failed.exitCode == .migrationFailed)
    for text in [
      "\"exitCode\": 3", "\"kind\": \"sql\"", "\"line\": 1", "\"column\": 8",
      "\"sqliteCode\": \"SQLITE_ERROR\"", "\"databaseUnchanged\": true",
    ] {
      #expect(failed.output.contains(text))
    }
  }

  @Test func `show in a plan what is risky, and what a copy before takes`() throws {
    let test = try MigrateCase(Self.files)
    _ = try test.run("up")
    try test.folder.write("DROP TABLE b;", to: "m/3_c.sql")
    let text = try test.run("plan").output
    #expect(text.contains("3_c.sql:1:1: error: the table b and its rows are gone [drop-table:b]"))
    #expect(text.contains("a copy before takes ") && text.contains(" are free"))
    let json = try test.run("plan", "--json").output
    #expect(json.contains("\"backupBytes\": ") && json.contains("\"rule\": \"drop-table\""))
  }

  @Test func `go on only at a statement that the file has`() throws {
    let test = try MigrateCase([
      "1_a.sql": "-- furrow: transaction=off\nCREATE TABLE a(x);\nSELECT nosuch;"
    ])
    _ = try test.run("up")
    let run = try test.run("repair", "--continue", "1", "--from-statement", "3")
    #expect(run.exitCode == .failed && run.errors.contains("has 2 statements"))
  }

  @Test func `run the plan that was shown, and no other`() throws {
    let test = try MigrateCase(Self.files)
    let shown = try test.run("plan", "--sql").output
    #expect(shown.contains("1. one transaction\n   1_a.sql\n     CREATE TABLE a(x);\n   2_b.sql\n"))
    let hash = String(try #require(shown.split(separator: "\n").first).dropFirst(5))
    #expect(try test.run("up", "--plan", "000000000000").exitCode == .migrationFailed)
    #expect(try test.run("up", "--plan", hash).exitCode == .complete)
    #expect(try test.run("plan").output == "nothing is pending\n")
  }

  @Test func `go back, and forth again, with a copy made first`() throws {
    let test = try MigrateCase(Self.files)
    _ = try test.run("up", "--to", "1")
    #expect(try test.run("up").errors.contains("applied 2_b.sql"))
    #expect(try test.run("redo").errors == "undid 2_b.sql\napplied 2_b.sql\n")
    #expect(try test.run("down", "--to", "0").errors == "undid 2_b.sql\nundid 1_a.sql\n")
    #expect(test.folder.names.filter { $0.hasSuffix(".backup") }.count == 3)
    #expect(try test.run("up", "--no-backup").exitCode == .complete)
  }

  @Test func `make files in the form that the folder has`() throws {
    for (file, text, made) in [
      ("1_a.sql", "-- migrate:up\nSELECT 1;", "-- migrate:up\n\n-- migrate:down\n\n"),
      ("1_a.sql", "-- +goose Up\nSELECT 1;", "-- +goose Up\n\n-- +goose Down\n\n"),
      ("V1__a.sql", "SELECT 1;", ""),
    ] {
      let test = try MigrateCase([file: text])
      let first = try test.run("new", "Add über-users!").output
      let second = try test.run("new", "again").output
      #expect(first < second)
      #expect(first.hasSuffix("_add_über_users.sql\n"))
      let name = String(first.dropLast().split(separator: "/").last ?? "")
      #expect(test.folder.read("m/\(name)") == Array(made.utf8))
    }
    let test = try MigrateCase([:])
    #expect(try test.run("new", "x", "--pair").output.split(separator: "\n").count == 2)
  }

  @Test func `take no number behind one that lies far ahead`() throws {
    let test = try MigrateCase(["99990101000000_x.sql": "SELECT 1;"])
    #expect(try test.run("new", "y").exitCode == .failed)
  }

  @Test func `check a branch against a revision of git`() throws {
    let test = try MigrateCase(Self.files)
    let git = try CommandRun(
      script: """
        git init -q . && git config user.email a@example.com && git config user.name a &&
        git add -A && git commit -qm base && "$0" migrate check --dir m --base HEAD; echo $?
        echo '-- more' >> m/1_a.sql; "$0" migrate check --dir m --base HEAD; echo $?
        echo 'SELECT 1;' >> m/1_a.sql; "$0" migrate check --dir m --base HEAD; echo $?
        "$0" migrate check --dir m --base nosuch 2>&1 | tail -1
        """,
      directory: test.folder.path
    )
    let lines = git.outputText.split(separator: "\n").map(String.init)
    #expect(lines.count == 6)
    #expect(lines[0] == "0")
    #expect(lines[1].contains("warning: only white space") && lines[2] == "0")
    #expect(lines[3].contains("[modified:1]") && lines[4] == "1")
    #expect(lines[5].contains("git does not give"))
  }

  @Test(arguments: [
    ("text", "m/3_c.sql:1:1: error: "), ("github", "::error file="), ("junit", "<?xml version"),
    ("sarif", "\"version\": \"2.1.0\""), ("json", "\"rule\": \"drop-table\""),
  ])
  func `print findings in the form that is asked for`(format: String, text: String) throws {
    let test = try MigrateCase(Self.files.merging(["3_c.sql": "DROP TABLE a;"]) { $1 })
    let run = try test.run("lint", "3_c.sql", "--report-format", format)
    #expect(run.exitCode == .failed)
    #expect(run.output.contains(text))
    #expect(try test.run("lint", "1_a.sql").exitCode == .complete)
  }

  @Test func `dump, load and compare the schema`() throws {
    let test = try MigrateCase(Self.files)
    let file = test.folder.file("schema.sql")
    #expect(try test.run("dump", "--dir", test.folder.file("m"), "-o", file).exitCode == .failed)
    _ = try test.run("up")
    #expect(try test.run("dump", "-o", file).exitCode == .complete)
    let other = test.folder.file("b.db")
    #expect(try test.run("load", "--db", other).exitCode == .complete)
    #expect(try test.run("drift", "--db", other).exitCode == .complete)
    #expect(try test.run("check").exitCode == .complete)
    try test.folder.write("CREATE TABLE a(x);\n", to: "schema.sql")
    let check = try test.run("check")
    #expect(check.exitCode == .failed && check.output.contains("table b"))
  }
}

@Suite struct `Runs of migrate at one moment` {
  static let files = Dictionary(
    uniqueKeysWithValues: (1...8).map { number in
      (
        "\(number)_t.sql",
        "CREATE TABLE t\(number)(x); INSERT INTO t\(number) WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 300) SELECT n FROM c;"
      )
    }
  )

  /// How many tables there are, and how many rows of the history in force.
  static let counts = """
    SELECT (SELECT count(*) FROM sqlite_master WHERE name GLOB 't[0-9]'),
      (SELECT count(*) FROM furrow_migrations WHERE live)
    """

  @Test(arguments: 2...8)
  func `apply each file once, and all succeed`(count: Int) throws {
    let test = try MigrateCase(Self.files)
    let run = try CommandRun(
      script: """
        for round in 1 2 3; do
          rm -f a.db*
          for i in $(seq \(count)); do ("$0" migrate up --db a.db --dir m -q || echo failed) & done
          wait
        done
        """,
      directory: test.folder.path
    )
    #expect(run.outputText.isEmpty && run.errors.isEmpty)
    #expect(try test.ask(Self.counts).split(separator: "\n").last == "8,8")
    #expect(test.folder.names == ["a.db", "m"])
  }

  @Test(arguments: 0..<12)
  func `leave all or nothing when one is killed, and the next is right`(round: Int) throws {
    let test = try MigrateCase(Self.files)
    let killed = try CommandRun(
      ["migrate", "up", "--db", "a.db", "--dir", "m"],
      directory: test.folder.path,
      signal: (9, .milliseconds(3 + 7 * round))
    )
    if killed.status == 137, test.folder.has("a.db") {
      #expect(try test.run("status").exitCode == .complete)
      let database = try Database(path: test.folder.file("a.db"))
      let tables = try database.firstInteger(
        "SELECT count(*) FROM sqlite_master WHERE name GLOB 't[0-9]'"
      )
      #expect(tables == 0 || tables == 8)
    }
    #expect(try test.run("up").exitCode == .complete)
    #expect(try test.ask(Self.counts).split(separator: "\n").last == "8,8")
  }
}

@Suite struct `The history of a run` {
  @Test func `tells the commit and the account, where they are known`() throws {
    let test = try MigrateCase(["1_a.sql": "CREATE TABLE a(x);"])
    let run = try CommandRun(
      script: """
        "$0" migrate up -q && git init -q . && git add m && git -c user.name=n -c user.email=e commit -qm x
        echo 'CREATE TABLE b(x);' > m/2_b.sql && "$0" migrate up -q --no-backup && git rev-parse HEAD
        """,
      environment: [
        "FURROW_DB": "a.db", "FURROW_DIR": "m", "LOGNAME": "zoë",
      ],
      directory: test.folder.path
    )
    #expect(run.status == 0, "\(run.errorText)")
    let columns = "tool_version LIKE 'furrow _%' AS t, git_commit, applied_by"
    #expect(
      try test.ask("SELECT \(columns) FROM furrow_migrations ORDER BY seq")
        == "t,git_commit,applied_by\n1,,zoë\n1,\(run.outputText.dropLast()),zoë\n"
    )
  }
}

import FurrowCommand
import TestSupport
import Testing

@Suite struct `A folder of another tool` {
  @Test func `is not run again on a database that the tool has migrated`() throws {
    let test = try MigrateCase(["1_a.sql": "CREATE TABLE a(x);", "2_b.sql": "CREATE TABLE b(x);"])
    _ = try CommandRun(
      script: """
        sqlite3 a.db "CREATE TABLE schema_migrations(version varchar(128) PRIMARY KEY);
          CREATE TABLE a(x); INSERT INTO schema_migrations VALUES ('1')"
        """,
      directory: test.folder.path
    )
    for word in ["up", "plan", "rehearse"] {
      let run = try test.run(word)
      #expect(run.exitCode == .failed)
      #expect(run.errors.contains("dbmate has applied 1_a.sql to this database already"))
    }
    #expect(try test.run("adopt").exitCode == .complete)
    #expect(try test.run("up").errors.contains("applied 2_b.sql"))
    // The files have no way back.
    #expect(try test.run("down", "--to", "0", "--force").exitCode == .migrationFailed)
  }

  @Test func `has its faults told in the file of the way back`() throws {
    let test = try MigrateCase([
      "1_a.up.sql": "CREATE TABLE a(x);", "1_a.down.sql": "DROP TABLE a;\n\nSELECT nosuch;",
    ])
    #expect(try test.run("up").exitCode == .complete)
    #expect(try test.run("down").errors.contains("m/1_a.down.sql:3:8: no such column: nosuch"))
  }

  @Test(arguments: [
    (["V1__a.sql", "V2__b.sql", "U1__a.sql", "U2__b.sql"], "V2__squashed.sql"),
    (["1_a.up.sql", "2_b.up.sql", "1_a.down.sql", "2_b.down.sql"], "2_squashed.up.sql"),
    (["1_a/migration.sql", "2_b/migration.sql"], "2_squashed/migration.sql"),
    (["1_a/up.sql", "2_b/up.sql", "1_a/down.sql", "2_b/down.sql"], "2_squashed/up.sql"),
    (["1_a.sql", "2_b.sql"], "2_squashed.sql"),
  ])
  func `is squashed with its ways back, and none goes half`(
    files: [String],
    squashed: String
  ) throws {
    var texts: [String: String] = [:]
    for (file, sql) in zip(
      files,
      ["CREATE TABLE a(x);", "CREATE TABLE b(x);", "DROP TABLE a;", "DROP TABLE b;"]
    ) { texts[file] = sql }
    let test = try MigrateCase(texts)
    #expect(try test.run("up").exitCode == .complete)
    #expect(
      try CommandRun(
        ["migrate", "squash", "--to", "2", "--dir", test.folder.file("m"), "-q"]
      ).status == 0
    )
    let left = try CommandRun(
      script: "cd m && find . -mindepth 1 | sort",
      directory: test.folder.path
    )
    let folder = squashed.split(separator: "/").dropLast().map { "./\($0)\n" }.joined()
    #expect(left.outputText == "\(folder)./\(squashed)\n")
    #expect(try test.run("status", "--exit-code").exitCode == .complete)
    #expect(try test.run("down").errors.contains("is one of those that \(squashed) stands for"))
    #expect(try test.run("drift").exitCode == .complete)
    #expect(try CommandRun(["migrate", "check", "--dir", test.folder.file("m")]).status == 0)
  }

  @Test func `goes back past what runs again whenever it changes`() throws {
    let test = try MigrateCase([
      "V1__a.sql": "CREATE TABLE a(x);", "V2__b.sql": "CREATE TABLE b(x);",
      "U2__b.sql": "DROP TABLE b;",
      "R__v.sql": "DROP VIEW IF EXISTS v;\nCREATE VIEW v AS SELECT x FROM a;",
    ])
    #expect(try test.run("up").exitCode == .complete)
    #expect(try test.run("down").errors == "undid V2__b.sql\n")
    #expect(try test.run("up").errors.hasSuffix("applied V2__b.sql\n"))
    #expect(
      try CommandRun(["migrate", "check", "--strict", "--dir", test.folder.file("m")]).status == 0
    )
  }

  @Test func `is told of a key that could not work`() throws {
    let test = try MigrateCase([
      "1_a.sql": "CREATE TABLE a(id INT);",
      "2_b.sql": "CREATE TABLE b(a REFERENCES a(id)); INSERT INTO b VALUES (1);",
    ])
    let run = try test.run("up")
    #expect(run.exitCode == .migrationFailed)
    #expect(
      run.errors.contains("a foreign key could not work: b: foreign key mismatch"),
      "\(run.errors)"
    )
  }

  @Test func `gets versions of their own, however many are made at one moment`() throws {
    let test = try MigrateCase(["1_a.sql": "CREATE TABLE a(x);"])
    let run = try CommandRun(
      script: """
        for i in 1 2 3 4 5 6 7 8; do "$0" migrate new n$i --dir m -q > /dev/null & done; wait
        ls m | cut -d _ -f 1 | sort -u | wc -l
        """,
      directory: test.folder.path
    )
    #expect(run.outputText == "9\n" && run.errorText.isEmpty, "\(run.errorText)")
  }

  @Test func `may have thousands of sections in a file`() throws {
    let count = 3000
    let text = (0..<count).map {
      "-- migrate:up\nCREATE TABLE t\($0)(x INTEGER PRIMARY KEY);\n-- migrate:down\nDROP TABLE t\($0);\n"
    }.joined()
    let test = try MigrateCase(["1_a.sql": text])
    #expect(try test.run("up").exitCode == .complete)
    #expect(
      try test.ask("SELECT count(*) FROM sqlite_schema WHERE name GLOB 't[0-9]*'")
        == "count(*)\n\(count)\n"
    )
    try test.folder.write(text + "-- migrate:up\nSELECT nosuch;\n", to: "m/2_b.sql")
    #expect(
      try test.run("up").errors.contains("m/2_b.sql:\(count * 4 + 1):1: there is no way back")
    )
    try test.folder.write(text.replacing("TABLE t2999(", with: "TABLE t2999 x("), to: "m/2_b.sql")
    #expect(try test.run("rehearse").errors.contains("m/2_b.sql:2:"))
  }
}

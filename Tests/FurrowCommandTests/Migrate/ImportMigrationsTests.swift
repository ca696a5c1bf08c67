import FurrowCommand
import TestSupport
import Testing

@Suite struct `An import behind migrations` {
  /// A folder with migrations and a source.
  func make() throws -> MigrateCase {
    let test = try MigrateCase([
      "1_a.sql": "CREATE TABLE people(id INTEGER PRIMARY KEY, name TEXT NOT NULL);",
      "2_b.sql": "ALTER TABLE people ADD COLUMN age INT;",
    ])
    try test.folder.write("id,name,age\n1,Zoë,42\n2,Bo,\n", to: "people.csv")
    return test
  }

  func load(_ test: MigrateCase, _ words: String...) throws -> ProgramRun {
    try ProgramRun(
      [
        "import", test.folder.file("people.csv"), "--into", test.folder.file("a.db"),
        "--migrations", test.folder.file("m"),
      ] + words
    )
  }

  @Test func `makes the tables first and loads into them, once and again`() throws {
    let test = try make()
    let run = try load(test)
    #expect(run.exitCode == .complete)
    #expect(run.errors.contains("applied 1_a.sql\napplied 2_b.sql\npeople: 2 read, 2 loaded\n"))
    #expect(try test.ask("SELECT count(age) FROM people") == "count(age)\n1\n")
    #expect(try test.run("status", "--exit-code").exitCode == .complete)
    #expect(try load(test, "--on-conflict", "ignore").exitCode == .complete)
  }

  @Test func `stops at a version, and never makes a table by itself`() throws {
    let test = try make()
    #expect(try load(test, "--to", "1").exitCode == .failed)
    #expect(try test.ask("SELECT count(*) FROM furrow_migrations") == "count(*)\n1\n")
    try test.folder.write("x\n1\n", to: "people.csv")
    let run = try load(test, "--table", "other")
    #expect(run.exitCode == .failed && run.errors.contains("no such table: \"other\""))
  }

  @Test func `tries everything on a copy with --dry-run`() throws {
    let test = try make()
    let dry = try load(test, "--dry-run")
    #expect(dry.exitCode == .complete)
    #expect(dry.errors.contains("would apply 1_a.sql") && dry.errors.contains("2 loaded (dry run"))
    #expect(test.folder.names == ["m", "people.csv"])
    _ = try test.run("up", "--to", "1")
    #expect(try load(test, "--dry-run").errors.contains("would apply 2_b.sql"))
    #expect(try test.ask("SELECT count(*) FROM people") == "count(*)\n0\n")
    #expect(try test.run("status", "--exit-code").exitCode == .failed)
    #expect(test.folder.names == ["a.db", "m", "people.csv"])
  }

  @Test func `loads nothing if a migration fails, with the exit code of migrate`() throws {
    let test = try make()
    try test.folder.write("SELECT nosuch;", to: "m/3_c.sql")
    let run = try load(test, "--report", test.folder.file("r.json"))
    #expect(run.exitCode == .migrationFailed)
    #expect(
      run.errors.contains(
        "3_c.sql:1:8: no such column: nosuch [sql] (the database is unchanged)"
      )
    )
    #expect(!test.folder.has("a.db"))
    try test.folder.write("SELECT 1;", to: "m/3_c.sql")
    #expect(try load(test).exitCode == .complete)
    let empty = try TemporaryDirectory()
    let ahead = try ProgramRun([
      "import", test.folder.file("people.csv"), "--into", test.folder.file("a.db"),
      "--migrations", empty.path,
    ])
    #expect(ahead.exitCode == .databaseAhead)
  }

  @Test(arguments: [["--to", "1"], ["--no-backup"], ["--backup-dir", "x"]])
  func `is what some options are for alone`(words: [String]) throws {
    let test = try make()
    let run = try ProgramRun(
      ["import", test.folder.file("people.csv"), "--into", test.folder.file("a.db")] + words
    )
    #expect(run.exitCode == .wrongUsage)
  }

  @Test(arguments: [["--fast"], ["--if-exists", "replace"]])
  func `leaves the tables to them`(words: [String]) throws {
    let test = try make()
    let run = try ProgramRun(
      [
        "import", test.folder.file("people.csv"), "--into", test.folder.file("a.db"),
        "--migrations", test.folder.file("m"),
      ] + words
    )
    #expect(run.exitCode == .wrongUsage && run.errors.contains("--migrations"))
    #expect(!test.folder.has("a.db"))
  }
}

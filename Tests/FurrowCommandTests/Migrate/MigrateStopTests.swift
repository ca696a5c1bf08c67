import Foundation
import FurrowCommand
import TestSupport
import Testing

/// Endless for the time of a test, and one statement.
private let endless = """
  INSERT INTO big WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 1000000000)
    SELECT n FROM c WHERE n < 0;
  """

@Suite struct `A signal to migrate` {
  static let first = [
    "1_a.sql":
      "-- migrate:up\nCREATE TABLE a(x);\nINSERT INTO a VALUES (1);\n-- migrate:down\nDROP TABLE a;\n"
  ]

  /// Runs `words` and sends `number` while the endless statement runs.
  func stop(_ test: MigrateCase, _ words: [String], _ number: Int32 = SIGINT) throws -> CommandRun {
    try CommandRun(
      ["migrate"] + words,
      environment: ["FURROW_DB": test.folder.file("a.db"), "FURROW_DIR": test.folder.file("m")],
      signal: (number, .milliseconds(400))
    )
  }

  @Test(arguments: [(["up"], SIGINT), (["up"], SIGTERM), (["up", "--tx", "each"], SIGINT)])
  func `undoes the run and says what is left`(words: [String], number: Int32) throws {
    let test = try MigrateCase(
      Self.first.merging(["2_b.sql": "CREATE TABLE big(n);\n\(endless)"]) { $1 }
    )
    let run = try stop(test, words, number)
    let isEach = words.count > 1
    #expect(run.status == 130)
    #expect(
      run.errorText.contains(
        isEach ? "interrupted (done and kept: 1)" : "interrupted (the database is unchanged)"
      )
    )
    #expect(test.folder.has("a.db") == isEach)
    #expect(!test.folder.has("a.db-furrow-lock"))
    if isEach { #expect(try test.ask("SELECT count(*) FROM furrow_migrations") == "count(*)\n1\n") }
    try test.folder.write("CREATE TABLE big(n);", to: "m/2_b.sql")
    #expect(try test.run("up").exitCode == .complete)
  }

  @Test func `undoes a way back, too`() throws {
    let test = try MigrateCase(
      Self.first.merging([
        "2_b.sql": "-- migrate:up\nCREATE TABLE big(n);\n-- migrate:down\n\(endless)DROP TABLE big;"
      ]) { $1 }
    )
    #expect(try test.run("up").exitCode == .complete)
    let run = try stop(test, ["down", "--steps", "2", "--no-backup"])
    #expect(run.status == 130)
    #expect(try test.ask("SELECT count(*) FROM big") == "count(*)\n0\n")
    #expect(try test.run("status", "--exit-code").exitCode == .complete)
  }

  @Test func `ends the wait for another program at once`() throws {
    let test = try MigrateCase(Self.first)
    let run = try CommandRun(
      script: """
        sqlite3 "$1" 'CREATE TABLE base(x)'
        (echo 'BEGIN IMMEDIATE;'; sleep 3) | sqlite3 "$1" &
        sleep 0.3
        "$0" migrate up --db "$1" --dir "$2" --busy-timeout 60s & id=$!
        sleep 0.5; kill -TERM $id; wait $id; echo $?
        """.replacing("$1", with: test.folder.file("a.db")).replacing(
          "$2",
          with: test.folder.file("m")
        )
    )
    #expect(run.outputText == "130\n")
    #expect(run.errorText.contains("interrupted (the database is unchanged)"))
  }

  @Test func `leaves a file outside a transaction to a person, and says how far it came`() throws {
    let test = try MigrateCase([
      "1_b.sql": "-- furrow: transaction=off\nCREATE TABLE big(n);\n\(endless)"
    ])
    let run = try stop(test, ["up"])
    #expect(run.status == 130)
    #expect(run.errorText.contains("1 statement of the file took effect and cannot be undone"))
    #expect(try test.run("up").exitCode == .manualStepNeeded)
  }

  @Test func `leaves nothing of a rehearsal`() throws {
    let test = try MigrateCase(Self.first)
    _ = try test.run("up")
    try test.folder.write("CREATE TABLE big(n);\n\(endless)", to: "m/2_b.sql")
    let run = try stop(test, ["rehearse", "--backup-dir", test.folder.path])
    #expect(run.status == 130)
    #expect(test.folder.names == ["a.db", "m"])
  }
}

import FurrowSQLite
import TestSupport
import Testing

@Suite("An import") struct LoadManners {
  @Test func `names the record whose trigger rolled everything back`() throws {
    let place = try Workplace(
      ["t.csv": "id,v\n1,a\n2,\"b\nb\"\n3,c\n"],
      sql: """
        CREATE TABLE t(id INTEGER, v TEXT); INSERT INTO t VALUES (0, 'old');
        CREATE TRIGGER no BEFORE INSERT ON t WHEN new.id = 3
        BEGIN SELECT RAISE(ROLLBACK, 'three is too much'); END;
        """
    )
    for jobs in 1...2 {
      let run = try place.run(
        "furrow import t.csv --into data.db --on-error reject --jobs \(jobs)"
      )
      #expect(run.status == 1)
      #expect(
        run.errorText.hasPrefix(
          "furrow: t.csv:5: the database rolled the transaction back at this record: three is too"
        ),
        "\(run.errorText)"
      )
      #expect(try place.ask("SELECT * FROM t") == "0|'old'")
    }
  }

  @Test(arguments: ["", "--create never"])
  func `hears of a wish to stop while it waits for a lock`(_ options: String) throws {
    let place = try Workplace(["t.csv": "id\n1\n"], sql: "CREATE TABLE t(id)")
    let other = try Database(path: place.folder.file("data.db"))
    try other.begin(.exclusive)
    let start = ContinuousClock.now
    let run = try CommandRun(
      ["import", "t.csv", "--into", "data.db", "--busy-timeout", "100s"]
        + options.split(separator: " ").map(String.init),
      directory: place.folder.path,
      signal: (2, .milliseconds(400))
    )
    #expect(run.status == 130, "\(run.errorText)")
    #expect(run.errorText == "furrow: interrupted; the database is as it was\n")
    #expect(start.duration(to: .now) < .seconds(60))
    other.rollBack()
  }

  @Test func `of a file with more columns than SQLite has takes those that are asked for`() throws {
    let names = (1...2500).map { "c\($0)" }.joined(separator: ",")
    let values = (1...2500).map(String.init).joined(separator: ",")
    let place = try Workplace(["wide.csv": "\(names)\n\(values)\n", "t.csv": "a\n1\n"])
    let all = try place.run("furrow import wide.csv --into data.db --table t")
    #expect(all.status == 1 && all.errorText.contains("2500"), "\(all.errorText)")
    #expect(!place.folder.names.contains("data.db"))
    let some = try place.run(
      "furrow import wide.csv --into data.db --table t --select c2499,c3,c7 --set 'sum=c2500+c1'"
    )
    #expect(some.status == 0, "\(some.errorText)")
    #expect(try place.ask("SELECT c3, c7, c2499, sum FROM t") == "3|7|2499|2501")
    let more = try place.run(
      "furrow import wide.csv --into data.db --table t --select c7 --where 'c2000 + 0 = 2000'"
    )
    #expect(more.status == 0, "\(more.errorText)")
    #expect(try place.ask("SELECT count(c7), count(c3) FROM t") == "2|1")
  }

  @Test func `takes reject files with it that would be taken for its own`() throws {
    let place = try Workplace(["t.csv": "id\nx\n"], sql: "CREATE TABLE t(id INTEGER)")
    let command =
      "furrow import t.csv --into data.db --create never --on-error reject --rejects r -q"
    let made = try place.run("mkdir r; echo mine >r/t.txt; \(command)")
    #expect(made.status == 2, "\(made.errorText)")
    #expect(try Self.listing(place) == ["t.rejected.csv", "t.rejected.jsonl", "t.txt"])
    // One that fails leaves them, one that is sound takes them along, and nothing else.
    #expect(try place.run("\(command) --where nope").status == 1)
    #expect(try Self.listing(place).count == 3)
    #expect(try place.run("sed -i s/x/2/ t.csv; \(command)").status == 0)
    #expect(try Self.listing(place) == ["t.txt"])
    // Those of another source stay, though the names are the same.
    let other = try place.run(
      "mkdir o; echo id >o/t.csv; echo z >>o/t.csv; \(command.replacing("t.csv", with: "o/t.csv"));"
        + " \(command)"
    )
    #expect(other.status == 0, "\(other.errorText)")
    #expect(try Self.listing(place).count == 3)
  }

  private static func listing(_ place: Workplace) throws -> [String] {
    try place.run("ls r").outputText.split(separator: "\n").map(String.init)
  }
}

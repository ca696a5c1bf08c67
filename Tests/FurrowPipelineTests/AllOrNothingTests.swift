import FurrowPipeline
import FurrowSQLite
import TestSupport
import Testing

@Suite struct `All or nothing` {
  private static let table = """
    CREATE TABLE parents(id INTEGER PRIMARY KEY); INSERT INTO parents VALUES (1), (2);
    CREATE TABLE t(id INTEGER PRIMARY KEY, n INTEGER CHECK (n < 1000), p INTEGER NOT NULL
      REFERENCES parents(id));
    INSERT INTO t VALUES (1000, 1, 1);
    """

  /// A record that is wrong in each way that a record can be, with the id 7.
  private static let wrong = [
    "7,x,1", "7,1", "7,1,1,1", "7,\"1\"1,1", "7,1,\0", "7,1000,1", "7,1,", "7,1,3", "1000,1,1",
    ",1,1",
  ]

  private static func file(_ count: Int, wrong: [Int: String]) -> String {
    "id,n,p\n" + (1...count).map { (wrong[$0] ?? "\($0),1,2") + "\n" }.joined()
  }

  @Test(arguments: wrong, [(1, 1), (1, 50), (25, 50), (50, 50)])
  func `leaves the database as it was for one bad record anywhere`(
    _ record: String,
    _ place: (number: Int, count: Int)
  ) throws {
    let shop = try Workplace(
      ["t.csv": Self.file(place.count, wrong: [place.number: record])],
      sql: Self.table
    )
    let before = try shop.dump
    let bytes = shop.folder.read("data.db")
    let run = try shop.run("furrow import t.csv --into data.db --report report.json")
    #expect(run.status == 1)
    #expect(run.errorText.hasPrefix("t.csv:\(place.number + 1):"), "\(run.errorText)")
    #expect(
      run.errorText.hasSuffix(
        "furrow: 1 of \(place.count) records are at fault and nothing was loaded;"
          + " mend them, or leave them out with --on-error reject --rejects DIR\n"
      ),
      "\(run.errorText)"
    )
    #expect(try shop.dump == before)
    #expect(shop.folder.read("data.db") == bytes)
    #expect(shop.folder.names == ["data.db", "report.json", "t.csv"])
  }

  @Test(arguments: ["", "--jobs 1", "--text", "--dry-run"])
  func `leaves no new database behind`(_ options: String) throws {
    let shop = try Workplace(["t.csv": "a,b\n1,2\n1\n"])
    let run = try shop.run("furrow import t.csv --into data.db \(options)")
    #expect(run.status == 1, "\(run.errorText)")
    #expect(shop.folder.names == ["t.csv"])
  }

  @Test func `leaves alone a new database that somebody else has filled since`() throws {
    let shop = try Workplace()
    let file = DatabaseFile(shop.folder.file("data.db"))
    try shop.folder.write("t\n1\n", to: "t.csv")
    #expect(try shop.run("furrow import t.csv --into data.db").status == 0)
    file.removeIfNew()
    #expect(try shop.ask("SELECT * FROM t") == "1")
  }

  @Test func `loads the others, and what was rejected once it is mended`() throws {
    let places = Dictionary(
      uniqueKeysWithValues: Self.wrong.enumerated().map { (3 * $0.offset + 2, $0.element) }
    )
    // Each gets an id of its own, so that all can be mended.
    let wrong = places.map { number, record in
      (number, record.hasPrefix("7") ? "\(number)\(record.dropFirst())" : record)
    }
    let text = Self.file(40, wrong: Dictionary(uniqueKeysWithValues: wrong))
    let shop = try Workplace(
      ["t.csv": text, "good.csv": Self.file(40, wrong: [:])],
      sql: Self.table
    )
    let run = try shop.run("furrow import t.csv --into data.db --on-error reject --rejects bad")
    #expect(run.status == 2, "\(run.errorText)")
    #expect(run.errorText.hasSuffix("t: 40 read, 30 loaded, 10 rejected\n"))
    #expect(try shop.ask("SELECT count(*) FROM t") == "31")
    let lines = text.split(separator: "\n")
    let expected = ["id,n,p"] + wrong.map(\.0).sorted().map { String(lines[$0]) }
    #expect(shop.text("bad/t.rejected.csv") == expected.map { $0 + "\n" }.joined())

    // Mended by hand, they go in from the reject file itself.
    let mended = wrong.map(\.0).sorted().map { "\($0),1,2\n" }.joined()
    try shop.folder.write("id,n,p\n" + mended, to: "bad/t.rejected.csv")
    let again = try shop.run("furrow import bad/t.rejected.csv --into data.db --table t")
    #expect(again.status == 0, "\(again.errorText)")
    let whole = try Workplace(["t.csv": shop.text("good.csv")], sql: Self.table)
    #expect(try whole.run("furrow import t.csv --into data.db").status == 0)
    #expect(try shop.dump == whole.dump)
  }

  @Test(
    arguments: [
      ("0", 0, 0), ("0", 1, 1), ("1", 1, 2), ("1", 2, 1), ("5", 5, 2), ("0%", 1, 1), ("10%", 1, 2),
      ("10%", 2, 1), ("12.5%", 1, 2), ("100%", 10, 2),
    ] as [(String, Int, Int32)]
  )
  func `fails beyond the most rejects that are allowed`(
    _ most: String,
    _ wrong: Int,
    _ status: Int32
  ) throws {
    let text = "t\n" + (1...10).map { $0 <= wrong ? "x\n" : "\($0)\n" }.joined()
    let shop = try Workplace(["t.csv": text], sql: "CREATE TABLE t(t INTEGER)")
    let run = try shop.run(
      "furrow import t.csv --into data.db --on-error reject --rejects bad --max-rejects \(most)"
    )
    #expect(run.status == status, "\(run.errorText)")
    #expect(try shop.ask("SELECT count(*) FROM t") == "\(status == 1 ? 0 : 10 - wrong)")
    if status == 1 { #expect(run.errorText.contains("--max-rejects")) }
  }

  @Test(
    arguments: [("1\n2\n", "", 0), ("1\nx\n", "", 1), ("1\nx\n", "--on-error reject", 2)]
      as [(String, String, Int32)]
  )
  func `does everything but change the database in a dry run`(
    _ records: String,
    _ options: String,
    _ status: Int32
  ) throws {
    let shop = try Workplace(["t.csv": "t\n\(records)"], sql: "CREATE TABLE t(t INTEGER)")
    let before = shop.folder.read("data.db")
    let run = try shop.run("furrow import t.csv --into data.db --dry-run \(options)")
    #expect(run.status == status, "\(run.errorText)")
    #expect(shop.folder.read("data.db") == before)
    #expect(shop.folder.names == ["data.db", "t.csv"])
    if status != 1 { #expect(run.errorText.contains("dry run: nothing was changed")) }
    let new = try shop.run("furrow import t.csv --into new.db --text --dry-run \(options)")
    #expect(new.status == 0)
    #expect(!shop.folder.has("new.db"))
  }

  @Test(arguments: ["a\n1\nx\n", "a\n1,2\n", "b\n1\n", "", "a\n\"1\n"])
  func `takes several sources as one`(_ third: String) throws {
    let shop = try Workplace(
      ["1.csv": "a\n1\n", "2.csv": "a\n2\n", "3.csv": third, "4.csv": "a\n4\n"],
      sql: "CREATE TABLE t(a INTEGER)"
    )
    let before = try shop.dump
    let run = try shop.run("furrow import 1.csv 2.csv 3.csv 4.csv --into data.db --table t")
    #expect(run.status == 1)
    // A warning may stand before it, where the dialect could be another one.
    let lines = run.errorText.split(separator: "\n").filter { !$0.hasPrefix("warning: 3.csv:") }
    #expect(
      lines.first?.hasPrefix("3.csv:") == true || lines.first?.hasPrefix("furrow: 3.csv") == true
    )
    #expect(try shop.dump == before)
    try shop.folder.write("a\n3\n", to: "3.csv")
    #expect(
      try shop.run("furrow import 1.csv 2.csv 3.csv 4.csv --into data.db --table t").status == 0
    )
    #expect(try shop.ask("SELECT a FROM t") == "1 2 3 4")
  }

  @Test func `tells the faults of the sources before the one that ends the run`() throws {
    let shop = try Workplace(
      ["1.csv": "a\nx\n", "2.csv": "b\n1\n"],
      sql: "CREATE TABLE t(a INTEGER)"
    )
    let run = try shop.run(
      "furrow import 1.csv 2.csv --into data.db --table t --on-error reject --rejects bad"
    )
    #expect(run.status == 1)
    #expect(
      run.errorText.hasPrefix("1.csv:2: field \"a\": expected an integer"),
      "\(run.errorText)"
    )
    #expect(shop.text("bad/1.rejected.csv") == "a\nx\n")
  }

  @Test func `keeps the rejects of two sources with one name`() throws {
    let shop = try Workplace(
      ["a/t.csv": "a\nx\n1\n", "b/t.csv": "a\ny\n2\n"],
      sql: "CREATE TABLE t(a INTEGER)"
    )
    let run = try shop.run(
      "furrow import a/t.csv b/t.csv --into data.db --on-error reject --rejects bad"
    )
    #expect(run.status == 2)
    #expect(
      try shop.run("cat bad/t.rejected.csv bad/t-2.rejected.csv").outputText == "a\nx\na\ny\n",
      "\(run.errorText)"
    )
  }

  @Test func `keeps them in the same files when a run goes on with the second`() throws {
    let file = { (range: ClosedRange<Int>, wrong: String) in
      "a\n" + range.map { "\($0)\n" }.joined() + wrong + "\n"
    }
    let shop = try Workplace(
      ["a/t.csv": file(1...200, "x"), "b/t.csv": file(201...400, "y")],
      sql: """
        CREATE TABLE t(a INTEGER); CREATE TABLE switch(isOn); INSERT INTO switch VALUES (1);
        CREATE TRIGGER stop BEFORE INSERT ON t WHEN new.a = 300 AND (SELECT isOn FROM switch) BEGIN
          SELECT RAISE(ROLLBACK, 'stop');
        END
        """
    )
    let line =
      "furrow import a/t.csv b/t.csv --into data.db --table t --on-error reject"
      + " --rejects bad --commit-every 50"
    #expect(try shop.run(line).status == 1)
    let database = try Database(path: shop.folder.file("data.db"))
    try database.execute("UPDATE switch SET isOn = 0")
    let run = try shop.run("\(line) --resume")
    #expect(run.status == 2, "\(run.errorText)")
    #expect(try shop.ask("SELECT count(*), max(a) FROM t") == "400|400")
    #expect(shop.text("bad/t.rejected.csv") == "a\nx\n")
    #expect(shop.text("bad/t-2.rejected.csv") == "a\ny\n")
  }

  @Test func `says that the rows are there when only the report cannot be written`() throws {
    let shop = try Workplace(["t.csv": "a\n1\n"], sql: "CREATE TABLE t(a INTEGER)")
    let run = try shop.run("furrow import t.csv --into data.db --report /dev/full")
    #expect(run.status == 1)
    #expect(try shop.ask("SELECT a FROM t") == "1")
    #expect(
      run.errorText == """
        t: 1 read, 1 loaded
        furrow: the import is done, but its report is not: /dev/full: cannot be written: no space left \
        on the device

        """
    )
  }
}

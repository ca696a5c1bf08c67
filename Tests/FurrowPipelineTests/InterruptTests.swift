import FurrowCore
import FurrowFormats
import FurrowPipeline
import FurrowSQLite
import TestSupport
import Testing

@Suite(.serialized) struct `An import that is interrupted` {
  /// 100,000 rows to load into a table that has some.
  private static let rows = 100_000

  private static func shop() throws -> Workplace {
    let text = "id,name\n" + (1...rows).map { "\($0),name \($0)\n" }.joined()
    return try Workplace(
      ["t.csv": text],
      sql: """
        CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT UNIQUE);
        INSERT INTO t VALUES (-1, 'before'), (-2, 'too');
        """
    )
  }

  @Test func `leaves all of its rows or none when it is killed`() throws {
    let shop = try Self.shop()
    var random = SplitMix64(seed: 9)
    var cut = 0
    for _ in 0..<15 {
      let delay = Duration.milliseconds(Int.random(in: 1...900, using: &random))
      let run = try CommandRun(
        ["import", "t.csv", "--into", "data.db", "-q"],
        directory: shop.folder.path,
        signal: (9, delay)
      )
      // Whoever looks first takes back what the killed run left, and may do nothing but look.
      let look = try shop.run("furrow query data.db 'SELECT count(*) FROM t' --format csv")
      #expect(look.status == 0, "\(look.errorText)")
      let count = try shop.ask("SELECT count(*) FROM t")
      #expect(count == (run.status == 0 ? "\(Self.rows + 2)" : "2") || count == "\(Self.rows + 2)")
      #expect(try shop.ask("PRAGMA integrity_check") == "'ok'")
      #expect(run.status == 137 || run.status == 0, "\(run.errorText)")
      cut += run.status == 137 ? 1 : 0
      let database = try Database(path: shop.folder.file("data.db"))
      try database.execute("DELETE FROM t WHERE id > 0")
    }
    #expect(cut > 0)
  }

  @Test(arguments: [2, 15] as [Int32], ["1", "2"])
  func `takes back what it did`(_ signal: Int32, _ jobs: String) throws {
    let shop = try Self.shop()
    let before = try shop.dump
    // The sum keeps every record busy, so that the signal comes in the middle.
    let slow =
      "name=(WITH RECURSIVE c(x) AS (VALUES(0) UNION ALL SELECT x+1 FROM c WHERE x < 999)"
      + " SELECT sum(x) || name FROM c)"
    for database in ["data.db", "new.db"] {
      let run = try CommandRun(
        [
          "import", "t.csv", "--into", database, "--set", slow, "--report", "report.json",
          "--jobs", jobs,
        ],
        directory: shop.folder.path,
        signal: (signal, .milliseconds(600))
      )
      #expect(run.status == 130, "\(run.errorText)")
      #expect(run.errorText == "furrow: interrupted; the database is as it was\n")
      let report = shop.text("report.json")
      #expect(report.contains(#""status": "interrupted""#), "\(report)")
      #expect(report.contains(#""exitCode": 130"#) && report.contains(#""loaded": 0"#))
    }
    #expect(try shop.dump == before)
    #expect(shop.folder.names == ["data.db", "report.json", "t.csv"])
  }

  @Test func `says that batches which it committed stay`() throws {
    let shop = try Self.shop()
    // Quick up to the second batch, and then slow.
    let slow =
      "name=iif(id < 45000, name, (WITH RECURSIVE c(x) AS (VALUES(0) UNION ALL"
      + " SELECT x+1 FROM c WHERE x < 9999) SELECT sum(x) || name FROM c))"
    let run = try CommandRun(
      ["import", "t.csv", "--into", "data.db", "--set", slow, "--commit-every", "1000"],
      directory: shop.folder.path,
      signal: (2, .milliseconds(2500))
    )
    #expect(run.status == 130, "\(run.errorText)")
    #expect(
      run.errorText.hasSuffix("furrow: interrupted; what was not committed is taken back\n"),
      "\(run.errorText)"
    )
    #expect(try shop.ask("SELECT count(*) > 2 FROM t") == "1")
  }

  @Test(arguments: ["-", "pipe"], ["1", "2"])
  func `does not wait for a program that writes nothing`(_ source: String, _ jobs: String) throws {
    let shop = try Workplace(sql: "CREATE TABLE t(a)")
    let run = try shop.run(
      """
      mkfifo pipe never; exec 3<> never
      timeout --preserve-status -s INT 0.5 \
        "$0" import \(source) --format csv --table t --into data.db --jobs \(jobs) <&3
      echo $?
      """
    )
    #expect(run.outputText == "130\n")
    #expect(run.errorText == "furrow: interrupted; the database is as it was\n")
  }

  @Test func `ends its wait for a lock at the first signal`() throws {
    let shop = try Workplace(["t.csv": "a\n1\n"], sql: "CREATE TABLE t(a)")
    let database = try Database(path: shop.folder.file("data.db"))
    try database.execute("BEGIN EXCLUSIVE")
    let run = try shop.run(
      """
      "$0" import t.csv --into data.db --busy-timeout 60s & sleep 0.3
      kill -TERM $!; wait $!; echo $?
      """
    )
    #expect(run.outputText == "130\n", "\(run.errorText)")
    #expect(run.errorText == "furrow: interrupted; the database is as it was\n")
  }

  @Test func `stops between two batches when the library is told to`() throws {
    let shop = try Self.shop()
    let before = try shop.dump
    var plan = ImportPlan(
      sources: [shop.folder.file("t.csv")],
      database: shop.folder.file("data.db"),
      table: "t"
    )
    let cancellation = Cancellation()
    plan.cancellation = cancellation
    cancellation.cancel()
    let report = Importer(plan).run()
    #expect(report.status == .interrupted)
    #expect(report.ledger.loaded == 0)
    #expect(try shop.dump == before)
  }
}

@Suite struct `A source that ends too early` {
  @Test(
    arguments: [
      ("in quotes", "1,a\n2,\"b", "quote-error"), ("before a field", "1,a\n2", "missing-cell"),
    ]
  )
  func `is at fault in its last record`(_ name: String, _ records: String, _ code: String) throws {
    let shop = try Workplace(["t.csv": "a,b\n\(records)"], sql: "CREATE TABLE t(a, b)")
    let run = try shop.run("furrow import t.csv --into data.db --on-error reject --rejects bad")
    #expect(run.status == 2, "\(run.errorText)")
    #expect(run.errorText.contains("[\(code)] (record 2"), "\(run.errorText)")
    #expect(try shop.ask("SELECT * FROM t") == "'1'|'a'" || shop.ask("SELECT * FROM t") == "1|'a'")
  }

  @Test func `is whole when only the last line end is missing`() throws {
    let shop = try Workplace(["t.csv": "a,b\n1,a\n2,b"], sql: "CREATE TABLE t(a TEXT, b)")
    #expect(try shop.run("furrow import t.csv --into data.db").status == 0)
    #expect(try shop.ask("SELECT * FROM t") == "'1'|'a' '2'|'b'")
  }

  @Test func `is at its end when the writer of a pipe dies`() throws {
    let shop = try Workplace(sql: "CREATE TABLE t(a TEXT, b)")
    let run = try shop.run(
      """
      mkfifo pipe.csv
      ( { printf 'a,b\\n1,x\\n2,'; kill -9 $BASHPID; } > pipe.csv ) &
      furrow import pipe.csv --into data.db --table t
      """
    )
    #expect(run.status == 0, "\(run.errorText)")
    #expect(try shop.ask("SELECT * FROM t") == "'1'|'x' '2'|NULL")
  }

  /// Bytes that cannot be read on from some place.
  private struct BrokenSource: ByteSource {
    let path = "broken.csv"
    var inner: MemorySource
    var rest: Int
    var consumedBytes: Int { inner.consumedBytes }
    var totalBytes: Int? { inner.totalBytes }

    mutating func read(
      into storage: inout MutableSpan<UInt8>,
      range: Range<Int>
    ) throws(ReadFailure) -> Int {
      guard rest > 0 else { throw ReadFailure(path: path, message: "is broken") }
      let count = try inner.read(
        into: &storage,
        range: range.lowerBound..<(range.lowerBound + min(range.count, rest))
      )
      rest -= count
      return count
    }
  }

  private static func intake(brokenAt bytes: Int) throws -> sending Intake {
    let text = "a,b\n" + (1...1000).map { "\($0),x\n" }.joined()
    return Intake(
      try DelimitedReader(
        BrokenSource(inner: MemorySource(Array(text.utf8)), rest: bytes),
        blockBytes: 64
      )
    )
  }

  /// Counts what comes, and keeps nothing.
  private struct CountingSink: RecordSink, RejectKeeper {
    let name = "count"

    func write(_ batch: inout RecordBatch) -> SinkOutcome {
      SinkOutcome(inserted: batch.live.count)
    }
    func keep(_ batch: borrowing RecordBatch) {}
  }

  @Test(arguments: [100, 101, 777, 5000], [true, false])
  func `ends the run with its own failure`(_ bytes: Int, _ hasLane: Bool) throws {
    var pipeline = Pipeline(
      from: try hasLane
        ? Lane(Self.intake(brokenAt: bytes), through: []) : Self.intake(brokenAt: bytes),
      to: CountingSink(),
      rejects: CountingSink()
    )
    var ledger = Ledger()
    let failure = #expect(throws: PipelineError.self) { try pipeline.run(&ledger) }
    #expect(failure?.description == "broken.csv: is broken")
    #expect(ledger.isBalanced)
    #expect(ledger.read < 1000)
  }
}

import FurrowPipeline
import TestSupport
import Testing

/// A kind of file: which faults its records have, and how many records it has.
struct FileKind: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var faults: [String]
  var records: Int

  init(_ name: String, _ faults: [String] = [], records: Int = 120) {
    testDescription = "\(name), \(records) records"
    self.faults = faults
    self.records = records
  }

  /// One record that is wrong in each way, by what is wrong; `#` is its number.
  static let wrongRecords = [
    "ragged short": "#,c#", "ragged long": "#,c#,1,1,true,note,more", "blank line": "",
    "text behind a quote": "#,\"c#\"x,1,1,true,note", "quote in the middle": "#,c\"#,1,1,true,n",
    "bad UTF-8": "#,c#,1,1,true,\u{1}", "NUL": "#,c#,1,1,true,no\u{0}te",
    "type": "#,c#,one,1,true,note", "types": "x,c#,one,1,maybe,note",
    "unique": "#,c1,1,1,true,note", "key": "1,c#,1,1,true,note", "no key": ",c#,1,1,true,note",
    "NOT NULL": "#,,1,1,true,note", "CHECK": "#,c#,-1,1,true,note",
    "foreign key": "#,c#,1,99,true,note", "quoted": "#,\"c\n,\"\"#\",1,1,true,\"\"",
  ]

  static let all =
    [FileKind("clean"), FileKind("clean", records: 0), FileKind("clean", records: 1)]
    + [FileKind("clean", records: 3000)]
    + wrongRecords.keys.sorted().map { FileKind($0, [$0]) }
    + [
      FileKind("all mixed", wrongRecords.keys.sorted(), records: 60),
      FileKind("all mixed", wrongRecords.keys.sorted(), records: 4000),
      FileKind("keys of all kinds", ["unique", "key", "foreign key", "CHECK"], records: 2000),
    ]

  /// The bytes of a file of this kind.
  var bytes: [UInt8] {
    var random = SplitMix64(seed: UInt64(records + faults.count))
    var bytes = Array("id,code,amount,parent,flag,note\n".utf8)
    for number in 1...max(records, 1) where records > 0 {
      let isWrong = Int.random(in: 0..<4, using: &random) == 0
      let fault = isWrong ? faults.randomElement(using: &random) : nil
      let text =
        fault.flatMap { Self.wrongRecords[$0] } ?? "#,c#,#.5,\(number % 9 + 1),true,note #"
      bytes += text.replacing("#", with: "\(number)").utf8.map { $0 == 1 ? 0xFF : $0 }
      bytes += Array((number % 7 == 0 ? "\r\n" : "\n").utf8)
    }
    return bytes
  }
}

/// A kind of table that records go to.
struct TableKind: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var sql: String

  private static let columns = """
    code TEXT NOT NULL UNIQUE, amount REAL CHECK (amount >= 0),
    parent INTEGER REFERENCES parents(id), flag BOOLEAN, note TEXT
    """
  private static let parents = """
    CREATE TABLE parents(id INTEGER PRIMARY KEY);
    INSERT INTO parents VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9);
    """

  init(_ name: String, _ sql: String) {
    testDescription = name
    self.sql = Self.parents + sql
  }

  static let all = [
    TableKind("a plain table", "CREATE TABLE t(id INTEGER PRIMARY KEY, \(columns))"),
    TableKind("AUTOINCREMENT", "CREATE TABLE t(id INTEGER PRIMARY KEY AUTOINCREMENT, \(columns))"),
    TableKind("WITHOUT ROWID", "CREATE TABLE t(id TEXT PRIMARY KEY, \(columns)) WITHOUT ROWID"),
    TableKind(
      "a trigger",
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, \(columns));
      CREATE TABLE log(id, code);
      CREATE TRIGGER noted AFTER INSERT ON t BEGIN
        INSERT INTO log VALUES (new.id, new.code);
        SELECT RAISE(ABORT, 'thirteen') WHERE new.id = 13;
      END;
      """
    ),
    TableKind(
      "a key that waits for COMMIT",
      "CREATE TABLE t(id INTEGER PRIMARY KEY, \(columns) DEFAULT 1, "
        + "again INTEGER DEFAULT 1 REFERENCES parents(id) DEFERRABLE INITIALLY DEFERRED)"
    ),
    TableKind(
      "itself",
      "CREATE TABLE t(id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE, "
        + "amount REAL CHECK (amount >= 0), parent INTEGER REFERENCES t(id), flag BOOLEAN, note TEXT)"
    ),
    TableKind(
      "itself WITHOUT ROWID",
      "CREATE TABLE t(id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE, "
        + "amount REAL CHECK (amount >= 0), parent INTEGER REFERENCES t(id), flag BOOLEAN, note TEXT)"
        + " WITHOUT ROWID"
    ),
  ]
}

@Suite struct `One loop` {
  /// Lanes and bytes in a block; the first is what the others are held against.
  private static let ways = [
    (1, 512 << 10), (2, 512 << 10), (1, 4096), (2, 4096), (1, 100), (2, 100), (1, 1), (2, 1),
  ]

  @Test(arguments: FileKind.all, [true, false])
  func `gives the same whatever the lanes and the size of blocks`(
    _ kind: FileKind,
    _ goesOn: Bool
  ) throws {
    let bytes = kind.bytes
    let isLong = kind.records > 1000
    // Faults meet every table where all of them are mixed; alone they meet the plain one.
    for table in TableKind.all.prefix(kind.faults.count == 1 ? 1 : isLong ? 3 : .max) {
      var first: ImportOutcome?
      for (lanes, blockBytes) in isLong ? Array(Self.ways.prefix(4)) : Self.ways {
        let outcome = try ImportOutcome(bytes, into: table.sql) { plan in
          plan.lanes = lanes
          plan.blockBytes = blockBytes
          plan.goesOnWithoutRejects = goesOn
        }
        let way = "\(table.testDescription), lanes \(lanes), blocks of \(blockBytes)"
        first = first ?? outcome
        #expect(outcome == first, "\(way)")
        #expect(outcome.status == .failed || outcome.ledger.isBalanced, "\(way)")
        #expect(outcome.status != .failed || !goesOn, "\(way): \(outcome.report)")
      }
    }
  }

  @Test(arguments: [
    "n = (SELECT count(*) FROM t)", "n = (SELECT max(x) FROM t)", "n = rowid", "n = x IN t",
  ])
  func `gives expressions the same whatever the size of blocks`(_ expression: String) throws {
    let bytes = Array(("x\n" + (1...500).map { "\($0 % 7 == 0 ? 1 : $0)\n" }.joined()).utf8)
    var first: ImportOutcome?
    for (lanes, blockBytes) in Self.ways {
      let outcome = try ImportOutcome(
        bytes,
        into: expression.hasSuffix("IN t")
          ? "CREATE TABLE t(x INTEGER UNIQUE); CREATE VIEW v AS SELECT 1"
          : "CREATE TABLE t(x INTEGER UNIQUE, n)"
      ) { plan in
        plan.lanes = lanes
        plan.blockBytes = blockBytes
        plan.goesOnWithoutRejects = true
        let parts = expression.split(separator: " = ")
        if expression.hasSuffix("IN t") {
          plan.filter = "NOT \(parts[1])"
        } else {
          plan.expressions = [("n", String(parts[1]))]
        }
      }
      first = first ?? outcome
      #expect(outcome == first, "lanes \(lanes), blocks of \(blockBytes)")
      #expect(outcome.ledger.isBalanced)
      #expect(outcome.status != .failed, "\(outcome.report)")
    }
  }
}

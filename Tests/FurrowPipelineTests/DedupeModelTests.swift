import FurrowCore
import FurrowFormats
import FurrowPipeline
import FurrowSQLite
import TestSupport
import Testing

@Suite struct `Records of one key` {
  /// A random file: two columns of a key, one that decides, one that tells some records apart.
  struct Table {
    var rows: [[String?]] = []

    init(seed: UInt64, count: Int, spread: Int) {
      var random = SplitMix64(seed: seed)
      let odd: [String?] = [nil, nil, "", "a,b", "x\"y", "two\nlines", "é", "É", " p", "7", "7.0"]
      // Each of these has an equal among them, or looks as if it had one.
      let forms = [
        "e\u{301}", "\u{D55C}", "\u{1112}\u{1161}\u{11AB}", "\u{2126}", "\u{3A9}", "\u{FB01}", "fi",
        "\u{301}", "\u{AC00}", "\u{AC00}\u{11A7}", "a\u{315}\u{300}", "a\u{300}\u{315}",
      ]
      for _ in 0..<count {
        func value() -> String? {
          switch Int.random(in: 0..<8, using: &random) {
          case 0: return forms.randomElement(using: &random)
          case 1: return odd.randomElement(using: &random) ?? ""
          default: return "key\(Int.random(in: 0..<spread, using: &random))"
          }
        }
        let word = String(repeating: "z", count: Int.random(in: 1...60, using: &random))
        let rank = ["\(Int.random(in: -5...5, using: &random))", "0.5", "x", word, nil]
        rows.append([
          value(), value(), rank.randomElement(using: &random) ?? nil,
          [nil, "", "1", "2"].randomElement(using: &random) ?? nil,
        ])
      }
    }

    static func text(_ rows: some Sequence<[String?]>) -> String {
      var text = "a,b,rank,n\n"
      for row in rows {
        text += row.map { value in
          guard let value else { return "" }
          let needsQuotes = value.isEmpty || value.contains { ",\"\n".contains($0) }
          return needsQuotes
            ? "\"\(value.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\""
            : value
        }.joined(separator: ",")
        text += "\n"
      }
      return text
    }
  }

  /// What becomes of records, by the obvious way.
  struct Model {
    /// The places of those that are kept.
    var kept: [Int] = []
    /// Of each duplicate that differs, its place and what is kept instead.
    var conflicts: [(place: Int, kept: [String?])] = []

    init(_ rows: [[String?]], behind held: [[String?]], by keys: Deduplication) {
      let all = held + rows
      let isWhole = keys.columns.isEmpty
      var groups: [AnyHashable: [Int]] = [:]
      for (index, row) in all.enumerated() {
        let parts = isWhole ? row : Array(row[..<2])
        guard isWhole || keys.nullsAreEqual || !parts.contains(nil) else {
          if index >= held.count { kept.append(index - held.count) }
          continue
        }
        // Swift's strings are equal if they are canonically equivalent, their bytes are not.
        let key: AnyHashable =
          keys.normalization == .nfc ? parts : parts.map { $0.map { Array($0.utf8) } }
        groups[key, default: []].append(index)
      }
      for group in groups.values {
        var winner = Self.winner(of: group, all, keys.rule)
        if group[0] < held.count, keys.rule != .none { winner = group[0] }
        for index in group where index >= held.count {
          if index == winner, keys.rule != .none || group.count == 1 {
            kept.append(index - held.count)
          } else if keys.rule != .none, Self.bytes(all[index]) != Self.bytes(all[winner]) {
            conflicts.append((index - held.count, all[winner]))
          }
        }
      }
      kept.sort()
      conflicts.sort { $0.place < $1.place }
    }

    private static func bytes(_ row: [String?]) -> [[UInt8]?] {
      row.map { $0.map { Array($0.utf8) } }
    }

    private static func winner(of group: [Int], _ rows: [[String?]], _ rule: KeepRule) -> Int {
      switch rule {
      case .first, .none: group[0]
      case .last: group[group.count - 1]
      case .minimum: best(group, rows) { $0 < $1 }
      case .maximum: best(group, rows) { $0 > $1 }
      }
    }

    private static func best(
      _ group: [Int],
      _ rows: [[String?]],
      _ isBetter: ((Int, Double, String), (Int, Double, String)) -> Bool
    ) -> Int {
      func rank(_ index: Int) -> (Int, Double, String)? {
        rows[index][2].map { text in Double(text).map { (0, $0, "") } ?? (1, 0, text) }
      }
      var winner = group[0]
      for index in group.dropFirst() {
        guard let new = rank(index) else { continue }
        if let old = rank(winner) {
          if isBetter(new, old) { winner = index }
        } else {
          winner = index
        }
      }
      return winner
    }
  }

  static let manners: [([String], nullsAreEqual: Bool, Deduplication.Normalization)] = [
    (["a", "b"], false, .none), (["a", "b"], true, .nfc), ([], false, .none), ([], false, .nfc),
  ]

  @Test(arguments: [1, 2, 3, 4] as [UInt64], [24 << 10, 256 << 20])
  func `leave the one that the rule says, whatever the memory`(seed: UInt64, memory: Int) throws {
    let rows = Table(seed: seed, count: 700, spread: seed % 2 == 0 ? 20 : 4000).rows
    let held = Array(
      Table(seed: seed + 100, count: 150, spread: 20).rows
        + rows.indices.filter { $0 % 9 == 0 }.map { rows[$0] }
    )
    let folder = try TemporaryDirectory()
    let cut = 300
    let paths = [
      try folder.write(Array(Table.text(rows[..<cut]).utf8), to: "one.csv"),
      try folder.write(Array(Table.text(rows[cut...]).utf8), to: "two.csv"),
    ]
    let database = try Database(
      path: folder.file("held.db"),
      options: Database.Options(mode: .create)
    )
    try database.execute("CREATE TABLE t (more, n, B, rank, A)")
    for row in held {
      try database.execute(
        "INSERT INTO t VALUES (1, \(row[3]), \(row[1]), \(row[2]), \(row[0]))"
      )
    }
    for rule in [KeepRule.first, .last, .none, .minimum("rank"), .maximum("rank")] {
      for (columns, nullsAreEqual, texts) in Self.manners {
        for isHeld in [false, true] {
          var keys = Deduplication(columns: columns)
          keys.rule = rule
          keys.nullsAreEqual = nullsAreEqual
          keys.normalization = texts
          if isHeld { keys.table = HeldTable(database: folder.file("held.db"), name: "T") }
          keys.conflictsPath = folder.file("conflicts.ndjson")
          let model = Model(rows, behind: isHeld ? held : [], by: keys)
          let lanes = isHeld == nullsAreEqual ? 1 : 2
          let note: Comment =
            "seed \(seed), \(rule), memory \(memory), by \(columns), NULLs equal: \(nullsAreEqual), \(texts), held: \(isHeld)"
          let report = try Self.run(keys, paths, in: folder, memory: memory, lanes: lanes)
          #expect(report.failure == nil, note)
          #expect(report.ledger.isBalanced)
          #expect(
            folder.read("out.csv") == Array(Table.text(model.kept.map { rows[$0] }).utf8),
            note
          )
          #expect(report.ledger.duplicates == rows.count - model.kept.count)
          #expect(report.conflicts == model.conflicts.count, note)
          let sides = try Self.text(of: folder, "conflicts.ndjson").split(separator: "\n")
          #expect(sides.count == model.conflicts.count, note)
          for (side, conflict) in zip(sides, model.conflicts) {
            let values = Self.object(rows[conflict.place])
            #expect(side.contains("\"values\":\(values),"), note)
            #expect(side.hasSuffix("\"kept\":\(Self.object(conflict.kept))}"), note)
          }
        }
      }
    }
  }

  static func run(
    _ keys: Deduplication,
    _ paths: [String],
    in folder: TemporaryDirectory,
    memory: Int,
    lanes: Int
  ) throws -> TextReport {
    var plan = TextPlan(
      sources: paths.map { path in
        var source = TextSource(path: path, dialect: .csv, format: .csv)
        source.blockBytes = 3000
        return source
      }
    )
    plan.deduplication = keys
    plan.memoryBytes = memory
    plan.lanes = lanes
    plan.output = TextPlan.Output(path: folder.file("out.csv"), form: .raw)
    return TextRunner(plan).run()
  }

  static func text(of folder: TemporaryDirectory, _ name: String) throws -> String {
    String(decoding: try #require(folder.read(name)), as: UTF8.self)
  }

  static func object(_ row: [String?]) -> JSONValue {
    .object(zip(["a", "b", "rank", "n"], row).map { .init($0, $1.map(JSONValue.string) ?? .null) })
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var text: String
    var keys: Deduplication
    var output: String
  }

  static func keys(
    _ columns: [String],
    _ change: (inout Deduplication) -> Void = { _ in }
  )
    -> Deduplication
  {
    var keys = Deduplication(columns: columns)
    change(&keys)
    return keys
  }

  static let cases = [
    Case(
      testDescription: "compared as numbers",
      text: "k\n3\n1\n1.0\n01\n1E0\n10\n",
      keys: keys(["k"]) { $0.comparisons = [("k", .number)] },
      output: "k\n3\n1\n10\n"
    ),
    Case(
      testDescription: "compared without case, beyond ASCII, too",
      text: "k\nÄpfel\näpfel\nZ\nz\n",
      keys: keys(["k"]) { $0.ignoresCase = true },
      output: "k\nÄpfel\nZ\n"
    ),
    Case(
      testDescription: "not confused by where one field ends",
      text: "a,b\nx,yz\nxy,z\nx,yz\n",
      keys: keys(["a", "b"]),
      output: "a,b\nx,yz\nxy,z\n"
    ),
    Case(
      testDescription: "compared as whole records, NULL being NULL and not the empty text",
      text: "a,b\nx,\n\"x\",\nx,\"\"\ny,\nx,\n",
      keys: keys([]),
      output: "a,b\nx,\nx,\"\"\ny,\n"
    ),
    Case(
      testDescription: "kept byte for byte, with a line end at the last",
      text: "a,b\r\n\"x\",1\r\n\r\nx,2\r\ny,\"3\"",
      keys: keys(["a"]),
      output: "a,b\r\n\"x\",1\r\ny,\"3\"\n"
    ),
  ]

  @Test(arguments: cases)
  func `are found`(_ this: Case) throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write(Array(this.text.utf8), to: "in.csv")
    var plan = TextPlan(sources: [TextSource(path: path, dialect: .csv, format: .csv)])
    plan.deduplication = this.keys
    plan.output = TextPlan.Output(path: folder.file("out.csv"), form: .raw)
    let report = TextRunner(plan).run()
    #expect(report.failure == nil)
    #expect(
      String(decoding: try SuiteFile.bytes(of: folder.file("out.csv")), as: UTF8.self)
        == this.output
    )
  }
}

import FurrowCore
import FurrowFormats
import FurrowPipeline
import TestSupport
import Testing

@Suite struct `Records of one key` {
  /// A random file: two columns of a key, one that decides, one that tells records apart.
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
      for number in 0..<count {
        func value() -> String? {
          switch Int.random(in: 0..<8, using: &random) {
          case 0: return forms.randomElement(using: &random)
          case 1: return odd.randomElement(using: &random) ?? ""
          default: return "key\(Int.random(in: 0..<spread, using: &random))"
          }
        }
        let rank = ["\(Int.random(in: -5...5, using: &random))", "0.5", "x", "y", nil]
        rows.append([
          value(), value(), rank.randomElement(using: &random) ?? nil, "\(number)",
        ])
      }
    }

    func text(_ range: Range<Int>) -> String {
      var text = "a,b,rank,n\n"
      for row in rows[range] {
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

  /// What is kept, by the obvious way.
  static func kept(
    _ rows: [[String?]],
    _ rule: KeepRule,
    nullsAreEqual: Bool,
    _ normalization: Deduplication.Normalization
  ) -> [String] {
    var groups: [AnyHashable: [Int]] = [:]
    var order: [Int] = []
    for (index, row) in rows.enumerated() {
      if !nullsAreEqual, row[0] == nil || row[1] == nil {
        order.append(index)
        continue
      }
      // Swift's strings are equal if they are canonically equivalent, their bytes are not.
      let key: AnyHashable =
        switch normalization {
        case .none: row[..<2].map { $0.map { Array($0.utf8) } }
        case .nfc: Array(row[..<2])
        }
      groups[key, default: []].append(index)
    }
    for group in groups.values {
      switch rule {
      case .first: order.append(group[0])
      case .last: order.append(group[group.count - 1])
      case .none: if group.count == 1 { order.append(group[0]) }
      case .minimum: order.append(best(group, rows) { $0 < $1 })
      case .maximum: order.append(best(group, rows) { $0 > $1 })
      }
    }
    return order.sorted().map { rows[$0][3] ?? "" }
  }

  static func best(
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

  static let manners: [(nullsAreEqual: Bool, texts: Deduplication.Normalization, lanes: Int)] = [
    (false, .none, 1), (true, .none, 2), (true, .nfc, 1), (false, .nfc, 2),
  ]

  @Test(arguments: [1, 2, 3, 4] as [UInt64], [24 << 10, 200 << 10, 256 << 20])
  func `leave the one that the rule says, whatever the memory`(seed: UInt64, memory: Int) throws {
    let table = Table(seed: seed, count: 700, spread: seed % 2 == 0 ? 20 : 4000)
    let folder = try TemporaryDirectory()
    let cut = 300
    let paths = [
      try folder.write(Array(table.text(0..<cut).utf8), to: "one.csv"),
      try folder.write(Array(table.text(cut..<table.rows.count).utf8), to: "two.csv"),
    ]
    for rule in [KeepRule.first, .last, .none, .minimum("rank"), .maximum("rank")] {
      for manner in Self.manners {
        var plan = TextPlan(
          sources: paths.map { path in
            var source = TextSource(path: path, dialect: .csv, format: .csv)
            source.blockBytes = 3000
            return source
          }
        )
        var keys = Deduplication(columns: ["a", "b"])
        keys.rule = rule
        keys.nullsAreEqual = manner.nullsAreEqual
        keys.normalization = manner.texts
        plan.deduplication = keys
        plan.memoryBytes = memory
        plan.lanes = manner.lanes
        plan.output = TextPlan.Output(path: folder.file("out.csv"), form: .raw)
        let report = TextRunner(plan).run()
        #expect(report.failure == nil, "seed \(seed)")
        #expect(report.ledger.isBalanced)
        let kept = try Self.numbers(in: folder.file("out.csv"))
        #expect(
          kept
            == Self.kept(table.rows, rule, nullsAreEqual: manner.nullsAreEqual, manner.texts),
          "seed \(seed), \(rule), memory \(memory), \(manner)"
        )
        #expect(report.ledger.duplicates == table.rows.count - kept.count)
      }
    }
  }

  /// The last field of each record.
  static func numbers(in path: String) throws -> [String] {
    let reader = try DelimitedReader(FileSource(path: path))
    var batch = RecordBatch()
    var numbers: [String] = []
    while try reader.fill(&batch) {
      for record in batch.live { numbers.append(batch.text(batch[Int(record), 3])) }
    }
    return numbers
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

  @Test func `that differ are written down as conflicts`() throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write(Array("k,v\n1,a\n1,a\n1,b\n2,c\n".utf8), to: "in.csv")
    var plan = TextPlan(sources: [TextSource(path: path, dialect: .csv, format: .csv)])
    plan.deduplication = Self.keys(["k"]) { $0.conflictsPath = folder.file("conflicts.jsonl") }
    let report = TextRunner(plan).run()
    #expect(report.conflicts == 1)
    let text = String(
      decoding: try SuiteFile.bytes(of: folder.file("conflicts.jsonl")),
      as: UTF8.self
    )
    #expect(text.contains(#""line":4,"record":3"#))
    #expect(text.contains(#""keptLine":2"#))
    #expect(text.contains(#""values":{"k":"1","v":"b"}"#))
  }
}

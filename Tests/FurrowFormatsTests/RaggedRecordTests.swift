import FurrowCore
import FurrowFormats
import TestSupport
import Testing

@Suite struct RaggedRecordTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var rule: RaggedRule
    var text: String
    var records: [[String?]]
    var faults: [String] = []
    var change: @Sendable (inout Dialect) -> Void = { _ in }

    var testDescription: String { "\(rule.rawValue) \(text.debugDescription)" }

    static let text = "a,b,c\n1,2,3\n4,5\n\n6,7,8,\n9,x,y,z\n\"1\"\n"

    static let escapes = "expected one of \\t \\n \\r \\\\ or \\N, found another escape"

    static let all: [Case] = [
      Case(
        rule: .reject,
        text: text,
        records: [["1", "2", "3"]],
        faults: [
          "line 3, column 3, byte 12: missing-cell: expected 3 fields, found 2",
          "line 5, column 4, byte 17: extra-cell: expected 3 fields, found 4",
          "line 6, column 4, byte 24: extra-cell: expected 3 fields, found 4",
          "line 7, column 2, byte 32: missing-cell: expected 3 fields, found 1",
        ]
      ),
      Case(
        rule: .fill,
        text: text,
        records: [["1", "2", "3"], ["4", "5", nil], ["1", nil, nil]],
        faults: [
          "line 5, column 4, byte 17: extra-cell: expected 3 fields, found 4",
          "line 6, column 4, byte 24: extra-cell: expected 3 fields, found 4",
        ]
      ),
      Case(
        rule: .truncateEmpty,
        text: text,
        records: [["1", "2", "3"], ["6", "7", "8"]],
        faults: [
          "line 3, column 3, byte 12: missing-cell: expected 3 fields, found 2",
          "line 6, column 4, byte 24: extra-cell: expected 3 fields, found 4",
          "line 7, column 2, byte 32: missing-cell: expected 3 fields, found 1",
        ]
      ),
      Case(
        rule: .join,
        text: text,
        records: [["1", "2", "3"], ["6", "7", "8,"], ["9", "x", "y,z"]],
        faults: [
          "line 3, column 3, byte 12: missing-cell: expected 3 fields, found 2",
          "line 7, column 2, byte 32: missing-cell: expected 3 fields, found 1",
        ]
      ),
      Case(
        rule: .keep,
        text: text,
        records: [
          ["1", "2", "3"], ["4", "5"], ["6", "7", "8", nil], ["9", "x", "y", "z"], ["1"],
        ]
      ),
      Case(
        rule: .join,
        text: "a,b\n1,\"Main \"\"St\"\"\", \"5\"\"\"\n2,\"x\"\"y\"\n3,,\"\n\"\n",
        records: [["1", "\"Main \"\"St\"\"\", \"5\"\"\""], ["2", "x\"y"], ["3", ",\"\n\""]],
        faults: []
      ),
      Case(
        rule: .keep,
        text: "a,b\n\"1\"\"\"\n1,\"2\"\"\",\"3\"\"\"\n4,\"5\"\"\"\n,,NA\n",
        records: [["1\""], ["1", "2\"", "3\""], ["4", "5\""], [nil, nil, nil]],
        change: { $0.nullTokens = ["NA"] }
      ),
      Case(
        rule: .truncateEmpty,
        text: "a\n1,,\n2,\"\",\n3, \n\n4,\"\n\"\n",
        records: [["1"], ["2"], [nil]],
        faults: [
          "line 4, column 2, byte 12: extra-cell: expected 1 field, found 2",
          "line 6, column 2, byte 17: extra-cell: expected 1 field, found 2",
        ]
      ),
      Case(
        rule: .truncateEmpty,
        text: "a,b\n1,2,\u{A0}, \"\" ,\n1,2,,x\n",
        records: [],
        faults: [
          "line 2, column 3, byte 4: extra-cell: expected 2 fields, found 5",
          "line 3, column 3, byte 17: extra-cell: expected 2 fields, found 4",
        ],
        change: {
          $0.quote = UInt8(ascii: "'"); $0.trims = true
        }
      ),
      Case(
        rule: .truncateEmpty,
        text: "a,b\n1,2,\u{A0}, \t,\n",
        records: [["1", "2"]],
        change: { $0.trims = true }
      ),
      Case(
        rule: .keep,
        text: "a\tb\n1\\t\t2\t3\\n\nx\\y\n\\N\t\t\\N\n1\t2\t\\q\n",
        records: [["1\t", "2", "3\n"], [nil, "", nil]],
        faults: [
          "line 3, column 1, byte 15: quote-error: \(escapes)",
          "line 5, column 3, byte 29: quote-error: \(escapes)",
        ],
        change: {
          $0 = .tsv; $0.escape = .backslash; $0.ragged = .keep
        }
      ),
      Case(
        rule: .fill,
        text: "a,b\n\u{0}\n1,2\u{0},3\n",
        records: [],
        faults: [
          "line 2, column 1, byte 4: null-byte: expected text, found a NUL byte",
          "line 3, column 3, byte 6: extra-cell: expected 2 fields, found 3",
        ]
      ),
      Case(
        rule: .keep,
        text: "a,b\n1,2,3\u{0}\n1\\,2, x,y\n",
        records: [["1,2", "x", "y"]],
        faults: ["line 2, column 3, byte 9: null-byte: expected text, found a NUL byte"],
        change: {
          $0.escapeByte = ASCII.backslash; $0.skipsInitialSpace = true
        }
      ),
    ]
  }

  @Test(arguments: Case.all, [1, 2, 3, 7, 64, 1 << 20])
  func `settles records with other fields than columns by the rule`(
    example: Case,
    chunk: Int
  ) throws {
    var dialect = Dialect.csv
    dialect.ragged = example.rule
    example.change(&dialect)
    let found = try ReadText(example.text, dialect, chunk: chunk)
    #expect(found.records == example.records)
    #expect(found.faults == example.faults)
    guard dialect.quote != nil, dialect.isReadByLibcsv else { return }
    let source = MemorySource(Array(example.text.utf8), chunk: chunk)
    #expect(try ReadText(LibcsvReader(source, dialect: dialect, blockBytes: chunk)) == found)
  }

  @Test(arguments: RaggedRule.allCases, 0..<6)
  func `agrees with libcsv and the reference on random input`(
    rule: RaggedRule,
    seed: Int
  ) throws {
    var random = SplitMix64(seed: UInt64(seed))
    for round in 0..<60 {
      let columnCount = Int.random(in: 1...4, using: &random)
      var input = RandomText.anything(using: &random)
      if round % 2 == 0 {
        input = RandomText.conforming(
          columnCount: Int.random(in: 1...5, using: &random),
          using: &random
        )
      }
      let expected = ReferenceParser(columnCount: columnCount, ragged: rule).parse(input)
      var dialect = Dialect.csv
      dialect.ragged = rule
      dialect.hasHeader = false
      dialect.columns = (1...columnCount).map { "c\($0)" }
      let chunk = Int.random(in: 1...130, using: &random)
      let fast = try DelimitedReader(
        MemorySource(input, chunk: chunk),
        dialect: dialect,
        blockBytes: chunk
      )
      let libcsv = try LibcsvReader(
        MemorySource(input, chunk: chunk),
        dialect: dialect,
        blockBytes: chunk
      )
      let text = String(decoding: input, as: UTF8.self).debugDescription
      let note: Comment = "seed \(seed), round \(round), chunk \(chunk), \(columnCount): \(text)"
      try #require(ReferenceParser.entries(of: fast) == expected, note)
      try #require(ReferenceParser.entries(of: libcsv) == expected, note)
    }
  }

  /// A short record takes few bytes and many fields: its table must not grow with the block.
  @Test func `fills many short records of a wide table within a bounded table`() throws {
    var dialect = Dialect.csv
    dialect.ragged = .fill
    let width = 2000
    let header = (1...width).map { "c\($0)" }.joined(separator: ",")
    let text = header + "\n" + String(repeating: "1\n", count: 300)
    let reader = try DelimitedReader(MemorySource(Array(text.utf8)), dialect: dialect)
    var batch = RecordBatch()
    var records = 0
    while try reader.fill(&batch) {
      records += batch.live.count
      #expect(batch.fields.count <= DelimitedReader.blockBytes / 4 + 2 * width + 512)
    }
    #expect(records == 300)
  }

  @Test func `keeps no more fields of a record than a table may have columns`() throws {
    var dialect = Dialect.csv
    dialect.ragged = .keep
    let found = try ReadText("a,b\n" + String(repeating: ",", count: 200_000) + "\n1\n", dialect)
    #expect(found.records == [["1"]])
    #expect(found.faults.count == 1)
  }

  @Test func `writes a record that is kept with its own fields`() throws {
    var dialect = Dialect.csv
    dialect.ragged = .keep
    let text = "a,b\n1,2\n3\n\"x,\"\"\",5,\"\",6\n7,8\n"
    let reader = try DelimitedReader(MemorySource(Array(text.utf8)), dialect: dialect)
    let sink = MemorySink()
    let writer = try DelimitedWriter(sink, columns: reader.columns)
    var batch = RecordBatch()
    while try reader.fill(&batch) { try writer.write(batch) }
    try writer.finish()
    #expect(String(decoding: sink.bytes, as: UTF8.self) == text)
  }
}

extension Dialect {
  /// Whether libcsv knows all of the dialect.
  fileprivate var isReadByLibcsv: Bool { escapeByte == nil && !skipsInitialSpace }
}

import FurrowCore
import FurrowFormats
import TestSupport
import Testing

@Suite struct LibcsvReaderTests {
  static let quotedCases = ParseCase.all.filter { $0.quote != nil }

  @Test(arguments: quotedCases, [1, 2, 3, 7, 64, 65, 1 << 20])
  func `reads what the reference reads, however the input is cut`(
    parseCase: ParseCase,
    chunk: Int
  ) throws {
    let input = Array(parseCase.input.utf8)
    let expected = ReferenceParser(
      columnCount: parseCase.columnCount,
      delimiter: parseCase.delimiter,
      quote: parseCase.quote
    ).parse(input)
    let dialect = Self.dialect(parseCase.columnCount, delimiter: parseCase.delimiter)
    for block in [chunk, 4096] {
      let reader = try LibcsvReader(
        MemorySource(input, chunk: chunk),
        dialect: dialect,
        blockBytes: block
      )
      #expect(try ReferenceParser.entries(of: reader) == expected)
    }
  }

  /// Text as RFC 4180 has it, and text that is anything but.
  @Test(arguments: 0..<16)
  func `agrees with the other reader and with the reference on random input`(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    for round in 0..<70 {
      let columnCount = Int.random(in: 1...4, using: &random)
      let input =
        round % 2 == 0
        ? RandomText.conforming(columnCount: columnCount, using: &random)
        : RandomText.anything(using: &random)
      let expected = ReferenceParser(columnCount: columnCount).parse(input)
      let dialect = Self.dialect(columnCount)
      for chunk in [Int.random(in: 1...130, using: &random), 1000] {
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
  }

  @Test func `keeps quoted fields, escapes and NULL tokens as the other reader does`() throws {
    var dialect = Dialect(escape: .backslash)
    dialect.nullTokens = ["NA"]
    dialect.trims = true
    let input = Array(
      "a, b \nNA,\"NA\"\n\\N,\"x\\t\"\"y\"\n  ,\" \"\n\\q,1\n\"\u{E9}\",\\\\\n".utf8
    )
    let fast = try DelimitedReader(MemorySource(input), dialect: dialect)
    let libcsv = try LibcsvReader(MemorySource(input), dialect: dialect)
    #expect(fast.columns == ["a", "b"])
    #expect(libcsv.columns == ["a", "b"])
    let expected = try ReferenceParser.entries(of: fast)
    #expect(expected.count == 5)
    #expect(try ReferenceParser.entries(of: libcsv) == expected)
  }

  @Test func `refuses a dialect without quotes`() {
    #expect(throws: ReadFailure.self) {
      try LibcsvReader(MemorySource(Array("a\n".utf8)), dialect: .tsv)
    }
  }

  private static func dialect(_ columnCount: Int, delimiter: UInt8 = ASCII.comma) -> Dialect {
    var dialect = Dialect(delimiter: delimiter)
    dialect.hasHeader = false
    dialect.columns = (1...columnCount).map { "c\($0)" }
    return dialect
  }
}

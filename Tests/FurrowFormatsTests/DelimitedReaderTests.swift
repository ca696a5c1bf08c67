import FurrowCore
import FurrowFormats
import TestSupport
import Testing

struct ParseCase: Sendable, CustomTestStringConvertible {
  var name: String
  var input: String
  var columnCount: Int
  var quote: UInt8? = ASCII.quote
  var delimiter = ASCII.comma

  var testDescription: String { name }

  static let all: [ParseCase] = [
    ParseCase(name: "plain", input: "a,b,c\n1,2,3\n", columnCount: 3),
    ParseCase(name: "no final line end", input: "a,b\n1,2", columnCount: 2),
    ParseCase(name: "CRLF", input: "a,b\r\n1,2\r\n", columnCount: 2),
    ParseCase(name: "CR", input: "a,b\r1,2\r", columnCount: 2),
    ParseCase(name: "mixed line ends", input: "a,b\r1,2\n3,4\r\n\r\n5,6\n\n7,8", columnCount: 2),
    ParseCase(name: "quoted", input: "\"a\",\"b,c\"\n\"\",x\n", columnCount: 2),
    ParseCase(
      name: "doubled quotes",
      input: "\"a\"\"b\",\"\"\"\"\n\"\"\"x\"\"\",y\n",
      columnCount: 2
    ),
    ParseCase(
      name: "quoted line ends",
      input: "\"a\r\nb\",1\n\"c\nd\re\",2\n3,4\n",
      columnCount: 2
    ),
    ParseCase(name: "NULL and empty", input: ",\n\"\",\n,\"\"\n", columnCount: 2),
    ParseCase(name: "blank lines of one column", input: "a\n\nb\n\n", columnCount: 1),
    ParseCase(name: "inch marks", input: "6\" pipe,2\"\n3\"x\"4,\"5\"\"\"\n", columnCount: 2),
    ParseCase(name: "text behind a quote", input: "\"a\"b,1\n2,3\n\"c\" ,4\n5,6\n", columnCount: 2),
    ParseCase(name: "a quote never closed", input: "1,2\n3,\"open\n4,5\n6,7\n", columnCount: 2),
    ParseCase(
      name: "a quote never closed behind a quoted line end",
      input: "1,2\n\"x\ny\",\"open\n4,5\n\"6\",7\n",
      columnCount: 2
    ),
    ParseCase(name: "ragged", input: "1,2\n3\n4,5,6\n7,8\n,\n,,\n", columnCount: 2),
    ParseCase(name: "NUL", input: "1,2\n3,\u{0}4\n5,6\n", columnCount: 2),
    ParseCase(name: "only a quote", input: "\"", columnCount: 1),
    ParseCase(name: "only CR", input: "\r", columnCount: 1),
    ParseCase(
      name: "tabs, no quotes",
      input: "a\t\"b\n\"\tc\n\t\n",
      columnCount: 2,
      quote: nil,
      delimiter: ASCII.tab
    ),
    ParseCase(
      name: "wide",
      input: String(repeating: "x,\"y\",", count: 60) + "z\n",
      columnCount: 121
    ),
    ParseCase(
      name: "too wide",
      input: String(repeating: ",", count: 900) + "\n1,2\n",
      columnCount: 2
    ),
    ParseCase(
      name: "a long field",
      input: "1," + String(repeating: "longer", count: 400) + "\n2,3\n",
      columnCount: 2
    ),
    ParseCase(
      name: "a long quoted field",
      input: "1,\"" + String(repeating: "a\n\"\"", count: 300) + "\"\n2,3\n",
      columnCount: 2
    ),
  ]
}

@Suite struct DelimitedReaderTests {
  static let chunkSizes = [1, 2, 3, 7, 63, 64, 65, 1 << 20]

  @Test(arguments: ParseCase.all, chunkSizes)
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
    #expect(try read(input, parseCase, chunk: chunk, block: chunk) == expected)
    #expect(try read(input, parseCase, chunk: chunk, block: 4096) == expected)
  }

  @Test(arguments: 0..<24)
  func `agrees with the reference on random input`(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let alphabets: [[UInt8]] = [
      Array("ab,\n\"".utf8), Array("a,\"\r\n".utf8), Array("abcdefgh,\n".utf8),
      Array("\",\n".utf8), Array("a,\"\"\"\"\n\r\u{0}".utf8),
    ]
    for round in 0..<150 {
      let alphabet = alphabets[round % alphabets.count]
      let length = Int.random(in: 1...300, using: &random)
      let input = (0..<length).map { _ in alphabet.randomElement(using: &random) ?? 0x61 }
      let parseCase = ParseCase(
        name: "",
        input: "",
        columnCount: Int.random(in: 1...3, using: &random),
        quote: round % 7 == 0 ? nil : ASCII.quote
      )
      let expected = ReferenceParser(columnCount: parseCase.columnCount, quote: parseCase.quote)
        .parse(input)
      let chunk = Int.random(in: 1...130, using: &random)
      let found = try read(input, parseCase, chunk: chunk, block: chunk)
      guard found == expected else {
        Issue.record(
          "seed \(seed), round \(round), chunk \(chunk): \(String(decoding: input, as: UTF8.self).debugDescription) columns \(parseCase.columnCount)\nfound \(found)\nexpected \(expected)"
        )
        return
      }
    }
  }

  @Test func `decodes escapes in names, quoted or not`() throws {
    let reader = try DelimitedReader(
      MemorySource(Array("a\\tb,\"c\\n\"\"d\"\n".utf8)),
      dialect: Dialect(escape: .backslash)
    )
    #expect(reader.columns == ["a\tb", "c\n\"d"])
  }

  @Test func `has room for a wide record that is read byte by byte`() throws {
    // The table of fields has 33,024 places then, and the 166th record ends behind them.
    let fields = String(repeating: ",", count: 198)
    let input = Array(String(repeating: "a\"b\(fields)\n", count: 300).utf8)
    let parseCase = ParseCase(name: "", input: "", columnCount: 199)
    let expected = ReferenceParser(columnCount: 199).parse(Array(input.prefix(202)))
    let found = try read(input, parseCase, chunk: 1 << 20, block: 1 << 17)
    #expect(found.count == 300)
    #expect(found.first == expected.first)
  }

  private func read(
    _ input: [UInt8],
    _ parseCase: ParseCase,
    chunk: Int,
    block: Int
  ) throws
    -> [ReferenceParser.Entry]
  {
    var dialect = Dialect(delimiter: parseCase.delimiter, quote: parseCase.quote)
    dialect.hasHeader = false
    dialect.columns = (1...parseCase.columnCount).map { "c\($0)" }
    let reader = try DelimitedReader(
      MemorySource(input, chunk: chunk),
      dialect: dialect,
      blockBytes: block
    )
    return try ReferenceParser.entries(of: reader)
  }
}

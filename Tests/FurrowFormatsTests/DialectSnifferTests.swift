import Foundation
import FurrowCore
import FurrowFormats
import TestSupport
import Testing

/// A text, and what a sniffer has to find in it.
struct SniffCase: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var text: String
  var delimiter: Character = ","
  var quote: Character? = "\""
  var escape: Character?
  var skipsSpace = false
  var skippedLines = 0
  var headerRows = 1
  /// A word of the one warning that is expected; `nil` for none.
  var warning: String?

  init(
    _ name: String,
    _ text: String,
    _ adjust: (inout SniffCase) -> Void = { _ in }
  ) {
    testDescription = name
    self.text = text
    adjust(&self)
  }
}

@Suite struct DialectSnifferTests {
  static let plain: [SniffCase] = [
    SniffCase("commas", "id,name\n1,a\n2,b\n"),
    SniffCase("commas, with semicolons in every field", "a;x,b;y\n1;2,3;4\n5;6,7;8\n"),
    SniffCase("quoted line ends", "id,note\n1,\"a\nb\"\n2,\"c;d\"\n"),
    SniffCase(
      "one column of names with a blank",
      "name\nAda Lovelace\nAlan Turing\nGrace Hopper\n"
    ),
    SniffCase("one column of times", "time\n10:20\n12:30\n13:40\n"),
    SniffCase("one column of times without a header", "10:20\n12:30\n13:40\n"),
    SniffCase("one column of dates", "day\n2024-01-02\n2024-01-03\n"),
    SniffCase("one column of paths", "path\n/usr/bin\n/usr/lib\n/var/log\n"),
    SniffCase("a header alone", "id,name\n"),
    SniffCase("one record that needs no delimiter", "id"),
    SniffCase("one ragged record", "id,name\n1,a\n2\n3,c\n4,d\n"),
    SniffCase("a delimiter behind each record", "A,B,C\n1,2,3,\n4,5,6,\n"),
    SniffCase("a blank first name", ",a\n0,x\n1,y\n"),
    SniffCase("blank names behind the first", "id,,\n1,2,3\n4,5,6\n"),
    SniffCase("blank names above text", "id,,\nx,y,z\nu,v,w\n"),
    SniffCase("a comment sign in the data", "code,name\n# old\n#F00,red\n#0F0,green\n"),
    SniffCase("one stray quote", "id,name,x\n1,\"a,1\n2,b,2\n3,c,3\n4,d,4\n"),
    SniffCase("inch marks", "id,size,x\n1,5\",a\n2,6\",b\n"),
    SniffCase("a blank behind each delimiter", "id, name\n1, a\n2, b\n"),
    SniffCase("records that repeat the header, all text", "a,b\na,b\nx,y\n"),
    SniffCase("blank lines before the header", "\n\nid,name\n1,a\n"),
    SniffCase("CR alone", "id,name\r1,a\r2,b\r"),
  ]

  static let others: [SniffCase] = [
    SniffCase("semicolons", "id;name\n1;a\n2;b\n") { $0.delimiter = ";" },
    SniffCase("semicolons and decimal commas", "id;x;y\n1;2,5;3,5\n2;4,5;5,5\n") {
      $0.delimiter = ";"
    },
    SniffCase("semicolons, everything in quotes", "\"id\";\"a,b\"\n\"1\";\"x,y\"\n\"2\";\"z\"\n") {
      $0.delimiter = ";"
    },
    SniffCase("tabs without quotes", "id\tsize\n1\t5\"\n2\t6\"\n") {
      ($0.delimiter, $0.quote) = ("\t", nil)
    },
    SniffCase("tabs with quotes", "id\tnote\n1\t\"a\tb\"\n2\t\"c\"\n") { $0.delimiter = "\t" },
    SniffCase("pipes", "id|name\n1|a\n2|b\n") { $0.delimiter = "|" },
    SniffCase("spaces between numbers", "x y z\n1 2 3\n4 5 6\n7 8 9\n") { $0.delimiter = " " },
    SniffCase("spaces and quotes", "id \"the name\"\n1 \"a b\"\n2 \"c d\"\n3 \"e f\"\n") {
      $0.delimiter = " "
    },
    SniffCase("carets", "id^name^n\n1^a^2\n2^b^3\n3^c^4\n") { $0.delimiter = "^" },
    SniffCase("apostrophes as quotes", "id,note\n1,'a, b'\n2,'c, d'\n3,'e, f, g'\n") {
      $0.quote = "'"
    },
    SniffCase(
      "a backslash before one of many quotes in the way",
      "id,note\n1,'a, it's'\n2,'c, 8\\'9'\n3,'e, that's'\n4,'x, y'\n5,'it's g'\n"
    ) {
      $0.quote = "'"
    },
    SniffCase("backslashes before quotes", "id,note\n1,\"a \\\"b\\\" c\"\n2,\"d\"\n3,\"e, f\"\n") {
      $0.escape = "\\"
    },
    SniffCase("a blank before quotes", "id, note\n1, \"a, b\"\n2, \"c, d\"\n") {
      $0.skipsSpace = true
    },
    SniffCase(
      "lines of text with commas",
      "Harbour traffic, hourly\nby K, 2024\n\nid,ship,tons,x\n1,Ada,12.5,a\n2,Bea,8,b\n3,Cid,4,c\n"
    ) {
      $0.skippedLines = 3
    },
    SniffCase("a title", "Sales of 2024\n\nid,name,n\n1,a,2\n2,b,3\n") { $0.skippedLines = 2 },
    SniffCase("a title filled up with commas", "Sales,,\n,,\nid,name,n\n1,a,2\n2,b,3\n") {
      $0.skippedLines = 2
    },
    SniffCase("comments before the header", "# made by x\n# on y\nid,n\n1,2\n3,4\n") {
      $0.skippedLines = 2
    },
    SniffCase("a title above semicolons", "Sales; of 2024\nid;name;n\n1;a;2\n2;b;3\n") {
      ($0.delimiter, $0.skippedLines) = (";", 1)
    },
    SniffCase("Excel's first line", "sep=;\nid;name\n1;a\n2;b,c\n") {
      ($0.delimiter, $0.skippedLines) = (";", 1)
    },
    SniffCase("a header three times", "id,name\nid,name\nid,name\n1,a\n2,b\n") {
      $0.headerRows = 3
    },
  ]

  @Test(arguments: plain)
  func `leaves what RFC 4180 has, and what is only faulty, as it is`(_ test: SniffCase) {
    let finding = DialectSniffer(TextSample(Array(test.text.utf8))).find()
    #expect(finding.dialect == .csv)
    #expect(finding.changes.isEmpty)
  }

  @Test(arguments: others)
  func `finds a dialect that fits clearly better`(_ test: SniffCase) {
    let finding = DialectSniffer(TextSample(Array(test.text.utf8))).find()
    var expected = Dialect(
      delimiter: test.delimiter.asciiValue ?? 0,
      quote: test.quote?.asciiValue
    )
    expected.escapeByte = test.escape?.asciiValue
    expected.skipsInitialSpace = test.skipsSpace
    expected.skippedLines = test.skippedLines
    expected.headerRows = Array(1...test.headerRows)
    #expect(finding.dialect == expected)
    #expect(!finding.changes.isEmpty)
    #expect(finding.warnings.isEmpty)
  }

  @Test(arguments: [
    ("apostrophes.csv", #"{"quoteChar":"'"}"#), ("backslashes.csv", #"{"escapeChar":"\\"}"#),
    ("blanks.csv", #"{"skipInitialSpace":true}"#),
    ("declared.csv", #"{"delimiter":"|","commentRows":[1]}"#),
    ("header-twice.csv", #"{"headerRows":[1,2]}"#), ("no-header.csv", "{}"),
    ("preamble.csv", #"{"commentRows":[1,2,3]}"#), ("semicolons.csv", #"{"delimiter":";"}"#),
    ("spaces.txt", #"{"delimiter":" "}"#), ("stray-quote.csv", "{}"), ("two-ways.csv", "{}"),
  ])
  func `finds in the fixtures what their page says`(name: String, dialect: String) throws {
    let input = try openText(path: Self.fixtures + name)
    let finding = DialectSniffer(try TextSample(input)).find()
    let described = JSONCursor(try JSONParser.value(of: Array(dialect.utf8)))
    #expect(try finding.dialect == Dialect(described, format: .csv))
    #expect(finding.warnings.isEmpty == (name != "no-header.csv"))
  }

  private static let fixtures =
    #filePath.components(separatedBy: "/Tests/")[0] + "/Fixtures/sniffing/"

  @Test func `warns of what fits alike, and keeps to the known dialect`() {
    let text = "a;b|c\n1;2|3\n5;6|7\n"
    let finding = DialectSniffer(TextSample(Array(text.utf8))).find()
    #expect(finding.dialect == .csv)
    #expect(finding.warnings.count == 1)
    #expect(finding.warnings.first?.contains("two dialects fit alike") ?? false)
  }

  @Test func `warns of a header that looks like data, and of text before such`() {
    let bare = DialectSniffer(TextSample(Array("1,2024-01-01\n2,2024-01-02\n".utf8))).find()
    #expect(bare.dialect == .csv)
    #expect(bare.warnings.first?.contains("--no-header") ?? false)
    let titled = DialectSniffer(TextSample(Array("Title\n1,2,3\n4,5,6\n7,8,9\n".utf8))).find()
    #expect(titled.dialect == .csv)
    #expect(titled.warnings.first?.contains("--skip-lines 1 --no-header") ?? false)
  }

  @Test(arguments: others)
  func `is not moved by what stands behind the sample`(_ test: SniffCase) {
    let text = Array(test.text.utf8)
    let tail = Array("x|y;z\tu\n\"\n".utf8)
    let alone = DialectSniffer(TextSample(text, isWhole: false)).find()
    let same = DialectSniffer(TextSample(Array((text + tail)[..<text.count]), isWhole: false))
      .find()
    #expect(alone == same)
    #expect(alone.dialect == DialectSniffer(TextSample(text)).find().dialect)
  }

  @Test func `reads back what was written in a dialect, or says what it doubts`() {
    var doubts = 0
    for seed in UInt64(1)...300 {
      var random = SplitMix64(seed: seed)
      let table = RandomTable(using: &random)
      let finding = DialectSniffer(TextSample(table.bytes)).find()
      let read = try? ReadText(table.bytes, finding.dialect)
      if read?.columns == table.header, read?.records == table.records { continue }
      doubts += 1
      #expect(
        !finding.warnings.isEmpty,
        "seed \(seed): \(String(decoding: table.bytes, as: UTF8.self))"
      )
    }
    #expect(doubts < 10)
  }

  @Test func `never traps, and gives the same answer to the same bytes`() {
    for seed in UInt64(1)...400 {
      var random = SplitMix64(seed: seed)
      var bytes = RandomText.anything(using: &random)
      if seed % 3 == 0 {
        bytes = (0..<200).map { _ in UInt8.random(in: 0...255, using: &random) }
      }
      let isWhole = seed % 2 == 0
      let finding = DialectSniffer(TextSample(bytes, isWhole: isWhole)).find()
      #expect(finding == DialectSniffer(TextSample(bytes, isWhole: isWhole)).find())
      #expect(finding.dialect.fault == nil, "seed \(seed)")
    }
  }

  @Test func `takes a sample of any size`() {
    var random = SplitMix64(seed: 7)
    let table = RandomTable(using: &random)
    for count in 0...min(table.bytes.count, 300) {
      let finding = DialectSniffer(TextSample(Array(table.bytes[..<count]), isWhole: false)).find()
      #expect(finding.dialect.fault == nil)
    }
  }

  @Test func `stays bounded where a quote opens in every record and never closes`() {
    let text = Array(String(repeating: "\"a,'b;c\n", count: 20_000).utf8)
    let start = ContinuousClock.now
    _ = DialectSniffer(TextSample(text)).find()
    #expect(start.duration(to: .now) < .seconds(60))
  }

  @Test(
    arguments: [
      ("caf\u{E9}\n", true, TextEncoding.windows1252),
      ("caf\u{81}\n", true, .latin1),
      ("caf\u{E9} \u{C3}\u{A9}\n", false, .windows1252),
    ]
  )
  func `tells what bytes that are not UTF-8 may be`(
    text: String,
    isThroughout: Bool,
    likely: TextEncoding
  ) {
    // Each scalar is a byte here.
    let bytes = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    let evidence = TextSample(bytes).codePage
    #expect(evidence?.offset == 3)
    #expect(evidence?.line == 1)
    #expect(evidence?.isThroughout == isThroughout)
    #expect(evidence?.likely == likely)
    #expect(TextSample(Array("caf\u{E9}".utf8)).codePage == nil)
  }
}

/// A table of words, numbers and sentences, written in a dialect.
private struct RandomTable {
  var header: [String]
  var records: [[String?]] = []
  private(set) var bytes: [UInt8] = []

  init(using random: inout SplitMix64) {
    let count = Int.random(in: 2...6, using: &random)
    header = (0..<count).map { "col\($0)" }
    for row in 0..<Int.random(in: 4...40, using: &random) {
      records.append(
        (0..<count).map { column in
          switch column % 4 {
          case 0: String(row * 7 + column)
          case 1: ["red", "green", "blue light", "x-ray"].randomElement(using: &random)
          case 2: Self.sentence(using: &random)
          default: "2024-0\(1 + row % 9)-1\(row % 10)"
          }
        }
      )
    }
    let delimiter = Array(",;\t|").randomElement(using: &random) ?? ","
    let quote = Array("\"\"'").randomElement(using: &random) ?? "\""
    let end = ["\n", "\r\n", "\r"].randomElement(using: &random) ?? "\n"
    func written(_ cell: String) -> String {
      let odd: Set<Character> = [delimiter, quote, "\n", "\r"]
      guard cell.contains(where: odd.contains) || cell.isEmpty else { return cell }
      return
        "\(quote)\(cell.split(separator: quote, omittingEmptySubsequences: false).joined(separator: "\(quote)\(quote)"))\(quote)"
    }
    let lines = [header] + records.map { $0.map { $0 ?? "" } }
    for line in lines {
      bytes += Array((line.map(written).joined(separator: String(delimiter)) + end).utf8)
    }
  }

  private static func sentence(using random: inout SplitMix64) -> String {
    let words = [
      "the", "cat, of course,", "sat; then", "it \"slept\"", "don't", "a|b", "two\nlines", "x",
    ]
    return (0..<Int.random(in: 1...5, using: &random)).map { _ in
      words.randomElement(using: &random) ?? "x"
    }.joined(separator: " ")
  }
}

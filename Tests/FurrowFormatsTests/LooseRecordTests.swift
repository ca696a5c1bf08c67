import FurrowCore
import FurrowFormats
import TestSupport
import Testing

/// What `--ragged keep` makes of records that are worse than ragged.
@Suite struct LooseRecordTests {
  static let keeping: Dialect = {
    var dialect = Dialect.csv
    (dialect.ragged, dialect.keepsFaulty) = (.keep, true)
    return dialect
  }()

  @Test(
    arguments: [
      ("\"1,x,2", ["\"1", "x", "2"]),
      ("1,\"x,2", ["1", "\"x", "2"]),
      ("1,x,\"2", ["1", "x", "\"2"]),
      ("1,\"\"x\",2", ["1", "\"x", "2"]),
      ("1,\"a \"b\" c\",2", ["1", "a \"b\" c", "2"]),
      ("1,\"5\"\",2", ["1", "5\"", "2"]),
      ("1,\"a, \"b\", c\",2", ["1", "a, \"b\", c", "2"]),
      ("1,\"say \"\"hi\"\"\" ,2", ["1", "\"say \"\"hi\"\"\" ", "2"]),
      ("\"1,\"a, b\",2", ["\"1", "a, b", "2"]),
      ("\"1,\"a, \"\"b\"\", c, d\",2", ["\"1", "a, \"b\", c, d", "2"]),
      ("\"1\"x", ["\"1\"x"]),
      ("1;x;2", ["1", "x", "2"]),
      ("1\tx\t2", ["1", "x", "2"]),
      ("1 \"x y\" 2", ["1", "x y", "2"]),
      ("three plain words", ["three plain words"]),
    ]
  )
  func `keeps a record whose quotes or delimiter are wrong as likely meant`(
    record: String,
    expected: [String]
  ) throws {
    for chunk in [1, 2, 3, 7, 64, 4096] {
      let read = try ReadText("a,b,c\n\(record)\n7,8,9\n", Self.keeping, chunk: chunk)
      #expect(read.records == [expected, ["7", "8", "9"]])
      #expect(read.faults.isEmpty)
    }
  }

  @Test(
    arguments: [
      ("1;'a 'b' c';2", ["1", "a 'b' c", "2"]),
      ("1;'it's\\'; so';2", ["1", "it's'; so", "2"]),
      ("1; 'it's';2", ["1", "it's", "2"]),
      ("1;'a \\\\ 'b';2", ["1", "a \\ 'b", "2"]),
    ]
  )
  func `keeps every byte of a faulty record where quotes are escaped`(
    record: String,
    expected: [String]
  ) throws {
    var dialect = Self.keeping
    dialect.delimiter = UInt8(ascii: ";")
    (dialect.quote, dialect.escapeByte) = (UInt8(ascii: "'"), UInt8(ascii: "\\"))
    dialect.skipsInitialSpace = true
    for chunk in [1, 3, 64, 4096] {
      let read = try ReadText("a;b;c\n\(record)\n7;8;9\n", dialect, chunk: chunk)
      #expect(read.records == [expected, ["7", "8", "9"]])
    }
  }

  @Test func `keeps a faulty record where the delimiter is a character of several bytes`() throws {
    var dialect = Self.keeping
    dialect.separate(by: "\u{A6}")
    let read = try ReadText("a¦b¦c\n1¦\"x \"y\" ¦\"¦2\n7¦8¦9\n", dialect)
    #expect(read.records == [["1", "x \"y\" ¦", "2"], ["7", "8", "9"]])
  }

  @Test func `rejects the same records where they are not to be kept`() throws {
    let read = try ReadText("a,b,c\n1,\"x,2\n1;x;2\n7,8,9\n")
    #expect(read.records == [["7", "8", "9"]])
    #expect(read.rejected == 2)
  }

  @Test(
    arguments: [
      ("\"a,b,c", ["\"a", "b", "c"]),
      ("a,\"\"b\",c", ["a", "\"b", "c"]),
      ("a \"b\" c", ["a", "b", "c"]),
      ("a;b;c", ["a", "b", "c"]),
      ("a,bc", ["a", "bc"]),
    ]
  )
  func `reads a header that is wrong by the record behind it`(
    header: String,
    expected: [String]
  ) throws {
    for chunk in [4, 7, 9, 4096] {
      let read = try ReadText("\(header)\n7,8,9\n", Self.keeping, chunk: chunk)
      #expect(read.columns == expected)
      #expect(read.records == [["7", "8", "9"]])
    }
  }

  @Test(arguments: ["", "\n", "\r\n\n"])
  func `takes text without a record as it stands`(text: String) throws {
    let read = try ReadText(text, Self.keeping)
    #expect(read.columns.isEmpty)
    #expect(read.records.isEmpty)
  }

  @Test func `stays bounded on a long record full of quotes`() throws {
    let quotes = String(repeating: "\",\"\"x,", count: 20_000)
    let read = try ReadText("a,b,c\n\(quotes)\n7,8,9\n", Self.keeping)
    #expect(read.recordsRead == 2)
    #expect(read.records.last == ["7", "8", "9"])
  }

  @Test func `finds the same whatever the chunks`() throws {
    for seed in UInt64(1)...150 {
      var random = SplitMix64(seed: seed)
      let text = RandomText.anything(using: &random)
      let whole = try? ReadText(text, Self.keeping)
      for chunk in [1, 3, 64] {
        #expect((try? ReadText(text, Self.keeping, chunk: chunk)) == whole, "seed \(seed)")
      }
    }
  }
}

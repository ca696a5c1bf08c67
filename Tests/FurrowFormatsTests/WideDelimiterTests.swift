import FurrowCore
import FurrowFormats
import TestSupport
import Testing

@Suite struct WideDelimiterTests {
  static func dialect(_ delimiter: Unicode.Scalar) -> Dialect {
    var dialect = Dialect.csv
    dialect.separate(by: delimiter)
    return dialect
  }

  /// `£` begins with the first byte of `§`, and `＀` shares two of the three bytes of `；`.
  @Test(arguments: ["§", "；", "🌾"] as [Unicode.Scalar], [1, 2, 3, 5, 64, 4096])
  func `reads records between characters of several bytes`(
    delimiter: Unicode.Scalar,
    chunk: Int
  ) throws {
    let text = "a|b£\n1|£2＀🌽\n\"x|\"\"y\"|\n\"\"|\"z\r\nw\"\r\n1|2|3\n\"1\"£|2\n".split(
      separator: "|"
    )
    .joined(separator: String(Character(delimiter)))
    let found = try ReadText(text, Self.dialect(delimiter), chunk: chunk)
    #expect(found.columns == ["a", "b£"])
    #expect(
      found.records == [
        ["1", "£2＀🌽"], ["x\(delimiter)\"y", nil], ["", "z\r\nw"],
      ]
    )
    #expect(found.faults.count == 2)
    #expect(found.faults[0].contains("expected 2 fields, found 3"))
    #expect(found.faults[1].contains("expected '\(delimiter)' or a line end behind the closing"))
  }

  @Test func `takes such a delimiter as every other option of a dialect`() throws {
    var dialect = Self.dialect("§")
    dialect.ragged = .truncateEmpty
    dialect.escapeByte = ASCII.backslash
    let found = try ReadText("a§b\n1§2§§\"\"§\n1\\§2§3\n1§2§£\n", dialect)
    #expect(found.records == [["1", "2"], ["1§2", "3"]])
    #expect(found.rejected == 1)
    dialect = Self.dialect("§")
    dialect.ragged = .join
    #expect(try ReadText("a§b\n1§2§\"3§\"\n", dialect).records == [["1", "2§\"3§\""]])
    dialect.delimiter = ASCII.comma
    #expect(dialect.wideDelimiter == nil)
  }

  @Test(arguments: 0..<6)
  func `reads back what is written, and cut in any way`(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let alphabet = Array("a§£¦\"\n\r ,".unicodeScalars)
    for round in 0..<40 {
      let rows = (0..<Int.random(in: 1...6, using: &random)).map { _ in
        (0..<3).map { _ -> StoredValue in
          var text = ""
          for _ in 0..<Int.random(in: 0...8, using: &random) {
            text.unicodeScalars.append(alphabet.randomElement(using: &random) ?? "a")
          }
          return .text(text)
        }
      }
      let dialect = Self.dialect(round % 2 == 0 ? "§" : "¦")
      let sink = MemorySink()
      let writer = try DelimitedWriter(sink, columns: ["x", "y", "z"], dialect: dialect)
      try writer.write(RecordBatch(rows: rows, columnCount: 3))
      try writer.finish()
      let chunk = Int.random(in: 1...70, using: &random)
      let found = try ReadText(sink.bytes, dialect, chunk: chunk)
      let texts = rows.map { row in
        row.map { value -> String? in
          guard case .text(let bytes) = value else { return nil }
          return String(decoding: bytes, as: UTF8.self)
        }
      }
      try #require(found.records == texts, "seed \(seed), round \(round): \(sink.text)")
    }
  }

  @Test func `writes no quotes where there are none, and says what cannot be written`() throws {
    var dialect = Self.dialect("§")
    dialect.quote = nil
    let sink = MemorySink()
    let writer = try DelimitedWriter(sink, columns: ["x", "y"], dialect: dialect)
    try writer.write(RecordBatch(rows: [[.text("£1"), .text("\"¦")]], columnCount: 2))
    #expect(throws: WriteFailure.self) {
      try writer.write(RecordBatch(rows: [[.text("a§b"), .null]], columnCount: 2))
    }
    try writer.finish()
    #expect(sink.text.hasPrefix("x§y\n£1§\"¦\n"))
  }
}

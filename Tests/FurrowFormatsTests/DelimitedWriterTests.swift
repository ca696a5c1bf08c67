import FurrowCore
import FurrowFormats
import TestSupport
import Testing

@Suite struct DelimitedWriterTests {
  @Test func `quotes only what needs it, names included`() throws {
    let rows: [[StoredValue]] = [
      [.text("1,5"), .text("x\"y"), .text("z")],
      [.text("l\nf"), .text("c\rr"), .text("c\r\nl")],
      [.text(" lead"), .text("trail "), .text("\"\"")],
      [.text("';--"), .text("#x"), .text("=1+1")],
    ]
    let expected =
      "\"a,b\",\"say \"\"hi\"\"\",plain\n\"1,5\",\"x\"\"y\",z\n\"l\nf\",\"c\rr\",\"c\r\nl\"\n"
      + " lead,trail ,\"\"\"\"\"\"\n';--,#x,=1+1\n"
    #expect(try write(rows, ["a,b", "say \"hi\"", "plain"]) == expected)
  }

  @Test func `ends lines with CR LF on request`() throws {
    let sink = MemorySink()
    let writer = try DelimitedWriter(sink, columns: ["a"], style: .init(lineEnding: .crlf))
    try writer.write(RecordBatch(rows: [[.text("x\ny")]], columnCount: 1))
    try writer.finish()
    #expect(sink.text == "a\r\n\"x\ny\"\r\n")
    #expect(sink.isFinished)
    #expect(writer.counts.records == 1)
    #expect(writer.counts.bytes == 10)
  }

  @Test func `keeps NULL and the empty text apart`() throws {
    let rows: [[StoredValue]] = [
      [.integer(1), .null, .text("")], [.integer(2), .text(""), .null],
      [.integer(3), .text(" "), .text("NULL")], [.integer(4), .blob([]), .null],
    ]
    #expect(
      try write(rows, ["id", "a", "b"])
        == "id,a,b\n1,,\"\"\n2,\"\",\n3, ,NULL\n4,\"\",\n"
    )
  }

  @Test func `writes the NULL token bare and a text like it quoted`() throws {
    var dialect = Dialect.csv
    dialect.nullTokens = ["NA", "7"]
    let rows: [[StoredValue]] = [
      [.null, .text("NA")], [.text("7"), .integer(7)], [.text(""), .text("NAN")],
    ]
    #expect(
      try write(rows, ["NA", "b"], dialect) == "\"NA\",b\nNA,\"NA\"\n\"7\",\"7\"\n\"\",NAN\n"
    )
  }

  @Test func `quotes what would be read as a comment or as a number with the delimiter in it`()
    throws
  {
    var dialect = Dialect(delimiter: ASCII.period)
    dialect.comment = ASCII.minus
    let rows: [[StoredValue]] = [[.integer(-1), .real(1.5)], [.text("-x"), .text("-y")]]
    #expect(try write(rows, ["a", "b"], dialect) == "a.b\n\"-1\".\"1.5\"\n\"-x\".-y\n")
  }

  @Test func `writes every REAL so that it reads back as the same one`() throws {
    let rows: [[StoredValue]] = [
      [.real(0.1), .real(10), .real(2_500_000)],
      [.real(1e21), .real(.leastNonzeroMagnitude), .real(-0.0)],
      [.real(.infinity), .real(-.infinity), .real(.nan)],
    ]
    #expect(
      try write(rows, ["a", "b", "c"])
        == "a,b,c\n0.1,10.0,2500000.0\n1e+21,5e-324,-0.0\nINF,-INF,NaN\n"
    )
  }

  @Test func `writes BLOBs as base64 or hex`() throws {
    let vectors = ["", "f", "fo", "foo", "foob", "fooba", "foobar"]
    let blobs = vectors.map { [StoredValue.blob(Array($0.utf8))] }
    #expect(
      try write(blobs, ["b"])
        == "b\n\"\"\nZg==\nZm8=\nZm9v\nZm9vYg==\nZm9vYmE=\nZm9vYmFy\n"
    )
    #expect(try write([[.blob([0x00, 0xFF, 0x1A])]], ["b"], blob: .hex) == "b\n00FF1A\n")
  }

  @Test func `refuses what plain TSV cannot hold, and says where`() throws {
    let cases = [("a\tb", "a tab"), ("a\nb", "a line end"), ("a\rb", "a line end")]
    for (text, found) in cases {
      let rows: [[StoredValue]] = [[.integer(1), .text("ok")], [.integer(2), .text(text)]]
      #expect {
        try write(rows, ["id", "v"], .tsv)
      } throws: {
        "\($0)" == "memory.out: record 2, column 2, field \"v\": "
          + "the value holds \(found), which cannot be written here; use --escape backslash"
      }
    }
  }

  @Test func `escapes for TSV on request`() throws {
    let rows: [[StoredValue]] = [
      [.integer(1), .text("a\tb")], [.integer(2), .text("c\nd")], [.integer(3), .text("e\\f")],
      [.integer(4), .text("\"q\"")], [.integer(5), .text("r\rs")], [.null, .text("")],
    ]
    let dialect = Dialect(delimiter: ASCII.tab, quote: nil, escape: .backslash)
    #expect(
      try write(rows, ["id", "v"], dialect)
        == "id\tv\n1\ta\\tb\n2\tc\\nd\n3\te\\\\f\n4\t\"q\"\n5\tr\\rs\n\\N\t\n"
    )
  }

  @Test func `counts what plain TSV cannot tell apart`() throws {
    let sink = MemorySink()
    let writer = try DelimitedWriter(sink, columns: ["a", "b"], dialect: .tsv)
    let rows: [[StoredValue]] = [[.null, .text("")], [.text("x"), .null]]
    try writer.write(RecordBatch(rows: rows, columnCount: 2))
    try writer.finish()
    #expect(writer.counts.indistinctNulls == 2)
    #expect(writer.counts.indistinctTexts == 1)
  }

  @Test func `leaves out records that are no longer live`() throws {
    var batch = RecordBatch(rows: [[.integer(1)], [.integer(2)], [.integer(3)]], columnCount: 1)
    batch.settle(1, as: .duplicate)
    batch.narrow()
    let sink = MemorySink()
    let writer = try DelimitedWriter(sink, columns: ["a"])
    try writer.write(batch)
    try writer.finish()
    #expect(sink.text == "a\n1\n3\n")
  }

  static let dialects: [Dialect] = {
    var token = Dialect.csv
    token.nullTokens = ["NA", "a"]
    var comment = Dialect(delimiter: UInt8(ascii: ";"), quote: UInt8(ascii: "'"))
    comment.comment = UInt8(ascii: "#")
    var bare = Dialect(delimiter: UInt8(ascii: "|"), quote: ASCII.quote)
    bare.hasHeader = false
    bare.columns = ["1", "2", "3"]
    return [
      .csv, token, comment, bare, Dialect(delimiter: ASCII.tab, quote: nil, escape: .backslash),
      Dialect(escape: .backslash), Dialect(delimiter: UInt8(ascii: "1")),
    ]
  }()

  @Test(arguments: dialects, 1...3)
  func `reads back what was written`(dialect: Dialect, columnCount: Int) throws {
    var random = SplitMix64(seed: UInt64(columnCount))
    var dialect = dialect
    if !dialect.hasHeader { dialect.columns = (1...columnCount).map { "c\($0)" } }
    let names = (1...columnCount).map { "\u{FEFF}name,\"\($0)\"\n" }
    let rows = (0..<600).map { _ in (0..<columnCount).map { _ in value(&random) } }
    let sink = MemorySink()
    let writer = try DelimitedWriter(sink, columns: names, dialect: dialect)
    try writer.write(RecordBatch(rows: rows, columnCount: columnCount))
    try writer.finish()
    let reader = try DelimitedReader(MemorySource(sink.bytes), dialect: dialect)
    if dialect.hasHeader { #expect(reader.columns == names) }
    let found = try ReferenceParser.entries(of: reader).map(\.record)
    #expect(found.count == rows.count)
    for (found, row) in zip(found, rows) where found != .good(row.map(cell)) {
      Issue.record("wrote \(row)\nread \(found)")
    }
  }

  private func value(_ random: inout SplitMix64) -> StoredValue {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return .null
    case 1: return .integer(.random(in: Int64.min...Int64.max, using: &random))
    case 2: return .real(Double(Int.random(in: -999...999, using: &random)) / 8)
    default:
      let alphabet = Array(
        "a1\",;'|#\t\n\r\\NA -.\u{FEFF}\u{E9}\u{10FFFF}\u{1}\u{7F}".unicodeScalars
      )
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...40, using: &random) / 4 {
        text.append(alphabet.randomElement(using: &random) ?? "a")
      }
      return .text(String(text))
    }
  }

  private func cell(_ value: StoredValue) -> ReferenceParser.Cell {
    switch value {
    case .null: .null
    case .text(let text): .text(text)
    case .integer(let integer): .text(Array("\(integer)".utf8))
    case .real(let real): .text(Array("\(real)".utf8))
    case .blob(let blob): .text(blob)
    }
  }

  private func write(
    _ rows: [[StoredValue]],
    _ columns: [String],
    _ dialect: Dialect = .csv,
    blob: BlobText = .base64
  ) throws -> String {
    let sink = MemorySink()
    let writer = try DelimitedWriter(
      sink,
      columns: columns,
      dialect: dialect,
      style: .init(blob: blob)
    )
    try writer.write(RecordBatch(rows: rows, columnCount: columns.count))
    try writer.finish()
    return sink.text
  }
}

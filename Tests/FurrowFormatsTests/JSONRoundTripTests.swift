import FurrowCore
import FurrowFormats
import TestSupport
import Testing

@Suite struct JSONRoundTripTests {
  static let rows: [[StoredValue]] = [
    [.integer(.max), .real(1), .text("x"), .null],
    [.integer(.min), .real(-0.0), .text(""), .text("[1, {\"a\":\n \"\\n\"}]")],
    [.integer(0), .real(.leastNonzeroMagnitude), .text("\0\n\"\\\u{1F33E}\u{7F}"), .text("{}")],
    [.null, .real(1.7976931348623157e308), .text("[1"), .text("[1,]")],
    [.integer(7), .real(0.30000000000000004), .text("true"), .text("")],
  ]

  @Test(arguments: JSONEncoding.Layout.allCases, [1, 7, 64, 1 << 20])
  func `reads back what was written`(layout: JSONEncoding.Layout, chunk: Int) throws {
    let text = try write(JSONEncoding(layout: layout))
    let read = try ReadJSON(text, layout, keepsNulls: true, chunk: chunk)
    #expect(read.columns == ["i", "r", "t", "j"])
    #expect(read.rejected == 0)
    #expect(
      read.records == [
        ["9223372036854775807", "1.0", "\"x\"", "NULL"],
        ["-9223372036854775808", "-0.0", "\"\"", "\"[1, {\"a\":\n \"\\n\"}]\""],
        ["0", "5e-324", "\"\0\n\"\\\u{1F33E}\u{7F}\"", "\"{}\""],
        ["NULL", "1.7976931348623157e+308", "\"[1\"", "\"[1,]\""],
        ["7", "0.30000000000000004", "\"true\"", "\"\""],
      ]
    )
  }

  @Test(arguments: JSONEncoding.Layout.allCases)
  func `writes text as the JSON that it is, in columns that hold it`(
    layout: JSONEncoding.Layout
  ) throws {
    var encoding = JSONEncoding(layout: layout)
    encoding.columnsOfJSON = ["j", "t"]
    let read = try ReadJSON(try write(encoding), layout, keepsNulls: true)
    #expect(
      read.records.map { $0[3] } == [
        "NULL", "raw [1, {\"a\":  \"\\n\"}]", "raw {}", "\"[1,]\"", "\"\"",
      ]
    )
    #expect(read.records.map { $0[2] }.suffix(2) == ["\"[1\"", "\"true\""])
  }

  private func write(_ encoding: JSONEncoding) throws -> [UInt8] {
    let sink = MemorySink()
    let writer = try JSONWriter(sink, columns: ["i", "r", "t", "j"], encoding: encoding)
    try writer.write(RecordBatch(rows: Self.rows, columnCount: 4))
    try writer.finish()
    return sink.bytes
  }
}

import FurrowCore
import FurrowFormats
import TestSupport
import Testing

@Suite struct JSONWriterTests {
  @Test func `writes an array, an object a line`() throws {
    let rows: [[StoredValue]] = [
      [.integer(1), .text("x"), .null], [.integer(-2), .real(3), .blob([0, 255])],
    ]
    #expect(
      try write(rows, ["id", "v", "w"])
        == "[\n{\"id\":1,\"v\":\"x\",\"w\":null},\n{\"id\":-2,\"v\":3.0,\"w\":\"AP8=\"}\n]\n"
    )
    #expect(
      try write(rows, ["id", "v", "w"], JSONEncoding(layout: .lines, blob: .hex))
        == "{\"id\":1,\"v\":\"x\",\"w\":null}\n{\"id\":-2,\"v\":3.0,\"w\":\"00FF\"}\n"
    )
  }

  @Test func `writes an empty table as an empty array, or as nothing`() throws {
    #expect(try write([], ["id"]) == "[]\n")
    #expect(try write([], ["id"], JSONEncoding(layout: .lines)) == "")
  }

  @Test func `escapes what RFC 8259 asks for and nothing else`() throws {
    let controls = String(String.UnicodeScalarView((0..<32).compactMap { Unicode.Scalar($0) }))
    let text = "a/\"b\"\\c\u{7F}\u{E9}\u{1F600}\u{2028}" + controls
    #expect(
      try write([[.text(text)]], ["q\"\n"], JSONEncoding(layout: .lines))
        == "{\"q\\\"\\n\":\"a/\\\"b\\\"\\\\c\u{7F}\u{E9}\u{1F600}\u{2028}"
        + "\\u0000\\u0001\\u0002\\u0003\\u0004\\u0005\\u0006\\u0007\\b\\t\\n\\u000B\\f\\r\\u000E\\u000F"
        + "\\u0010\\u0011\\u0012\\u0013\\u0014\\u0015\\u0016\\u0017\\u0018\\u0019\\u001A\\u001B"
        + "\\u001C\\u001D\\u001E\\u001F\"}\n"
    )
  }

  @Test(arguments: 0..<40)
  func `escapes at every place of a text`(place: Int) throws {
    for special in ["\"", "\\", "\n", "\u{1F}", "\u{E9}"] {
      let before = String(repeating: "x", count: place)
      let after = String(repeating: "y", count: 40 - place)
      let escaped = ["\"": "\\\"", "\\": "\\\\", "\n": "\\n", "\u{1F}": "\\u001F"][special]
      #expect(
        try write([[.text(before + special + after)]], ["a"], JSONEncoding(layout: .lines))
          == "{\"a\":\"\(before)\(escaped ?? special)\(after)\"}\n"
      )
    }
  }

  @Test func `writes big integers with all digits, or as strings`() throws {
    let rows: [[StoredValue]] = [
      [.integer(9_007_199_254_740_991)], [.integer(9_007_199_254_740_993)],
      [.integer(.max)], [.integer(.min)],
    ]
    let numbers = JSONEncoding(layout: .lines)
    #expect(
      try write(rows, ["i"], numbers)
        == "{\"i\":9007199254740991}\n{\"i\":9007199254740993}\n{\"i\":9223372036854775807}\n"
        + "{\"i\":-9223372036854775808}\n"
    )
    let strings = JSONEncoding(layout: .lines, bigIntegers: .string)
    #expect(
      try write(rows, ["i"], strings)
        == "{\"i\":9007199254740991}\n{\"i\":\"9007199254740993\"}\n"
        + "{\"i\":\"9223372036854775807\"}\n{\"i\":\"-9223372036854775808\"}\n"
    )
  }

  @Test func `stops at what JSON has no number for, unless told what to write`() throws {
    let rows: [[StoredValue]] = [
      [.integer(1), .real(0.5)], [.integer(2), .real(.infinity)], [.integer(3), .real(-.infinity)],
    ]
    #expect {
      try write(rows, ["id", "v"])
    } throws: {
      "\($0)" == "memory.out: record 2, column 2, field \"v\": "
        + "JSON has no number Infinity; use --json-nonfinite null or string"
    }
    #expect(
      try write(rows, ["id", "v"], JSONEncoding(layout: .lines, nonFinite: .null))
        == "{\"id\":1,\"v\":0.5}\n{\"id\":2,\"v\":null}\n{\"id\":3,\"v\":null}\n"
    )
    #expect(
      try write(rows, ["id", "v"], JSONEncoding(layout: .lines, nonFinite: .string))
        == "{\"id\":1,\"v\":0.5}\n{\"id\":2,\"v\":\"Infinity\"}\n{\"id\":3,\"v\":\"-Infinity\"}\n"
    )
  }

  @Test func `refuses text that is not UTF-8, and two columns of one name`() {
    #expect {
      try write([[.text([0x61, 0xE9])]], ["v"])
    } throws: {
      "\($0)" == "memory.out: record 1, column 1, field \"v\": "
        + "expected UTF-8, found other bytes at byte 1 of the value"
    }
    #expect {
      try write([], ["id", "name", "id"])
    } throws: {
      "\($0)" == "memory.out: column 3, field \"id\": "
        + "columns 1 and 3 have the same name, which an object cannot hold; rename one"
    }
  }

  private func write(
    _ rows: [[StoredValue]],
    _ columns: [String],
    _ encoding: JSONEncoding = JSONEncoding()
  ) throws -> String {
    let sink = MemorySink()
    let writer = try JSONWriter(sink, columns: columns, encoding: encoding)
    try writer.write(RecordBatch(rows: rows, columnCount: columns.count))
    try writer.finish()
    return sink.text
  }
}

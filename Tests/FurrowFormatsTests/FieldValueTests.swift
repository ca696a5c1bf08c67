import FurrowCore
import FurrowFormats
import TestSupport
import Testing

@Suite struct FieldValueTests {
  static let chunks = [1, 3, 64, 4096]

  @Test func `takes a NULL token as written and without quotes only`() throws {
    var dialect = Dialect.csv
    dialect.nullTokens = ["NA", "-"]
    let text = "a,b\nNA,\"NA\"\n-,na\n NA,\"\"\n,NAN\n"
    #expect(
      try ReadText(text, dialect).records
        == [[nil, "NA"], [nil, "na"], [" NA", ""], [nil, "NAN"]]
    )
    dialect.nullsQuoted = true
    #expect(
      try ReadText(text, dialect).records
        == [[nil, nil], [nil, "na"], [" NA", nil], [nil, "NAN"]]
    )
  }

  @Test func `trims Unicode white space of names and values`() throws {
    var dialect = Dialect.csv
    dialect.trims = true
    dialect.nullTokens = ["NA"]
    let space = "\u{A0}\u{2003}\u{3000}\t\u{85}\u{1680}\u{2028}\u{205F}\u{202F} "
    let text = "\(space)a b\(space),c\n\(space)x y\(space),\(space)\n NA ,\" \"\n\u{200B}, \"q\"\n"
    let found = try ReadText(text, dialect)
    #expect(found.columns == ["a b", "c"])
    #expect(found.records == [["x y", nil], [nil, ""], ["\u{200B}", "\"q\""]])
  }

  @Test(arguments: chunks)
  func `decodes backslash escapes and rejects unknown ones`(chunk: Int) throws {
    let dialect = Dialect(delimiter: ASCII.tab, quote: nil, escape: .backslash)
    let text = "a\tb\n\\t\\n\t\\r\\\\\n\\N\t\n\\\\N\tx\\Ny\n\"\\\"\tz\\\nu\\\tv\n\\x\t\\y\n1\t2\n"
    let found = try ReadText(text, dialect, chunk: chunk)
    #expect(found.records == [["\t\n", "\r\\"], [nil, ""], ["1", "2"]])
    let message = "expected one of \\t \\n \\r \\\\ or \\N, found another escape"
    #expect(
      found.faults == [
        "line 4, column 2, byte 23: quote-error: \(message)",
        "line 5, column 1, byte 28: quote-error: \(message)",
        "line 5, column 2, byte 32: quote-error: \(message)",
        "line 6, column 1, byte 35: quote-error: \(message)",
        "line 7, column 1, byte 39: quote-error: \(message)",
        "line 7, column 2, byte 42: quote-error: \(message)",
      ]
    )
  }

  @Test(arguments: chunks)
  func `rejects each record that is not UTF-8, at the byte`(chunk: Int) throws {
    let invalid: [[UInt8]] = [
      [0xE9], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE4, 0xB8], [0x80],
    ]
    var bytes = Array("id,text,more\n".utf8)
    var offsets: [Int] = []
    for (index, bad) in invalid.enumerated() {
      bytes += Array("\(index),\u{E9}\u{4E2D}\u{1F33E},ok\n\(index),\"a\"\"".utf8)
      offsets.append(bytes.count)
      bytes += bad + Array("\",x\n".utf8)
    }
    let found = try ReadText(bytes, chunk: chunk)
    #expect(found.records.count == invalid.count)
    #expect(found.records.allSatisfy { $0[1] == "\u{E9}\u{4E2D}\u{1F33E}" })
    let places = found.faults.map { $0.prefix { $0 != ":" } }
    let expected = offsets.enumerated().map {
      "line \(3 + 2 * $0.offset), column 2, byte \($0.element)"
    }
    #expect(places.map(String.init) == expected)
  }

  @Test(arguments: chunks)
  func `rejects each record with a NUL, at the byte`(chunk: Int) throws {
    let text = "a,b\n1,\u{0}\n\"\u{0}\u{0}\",2\n3,4\n\"x\"\"\u{0}\",5\n"
    let found = try ReadText(text, chunk: chunk)
    #expect(found.records == [["3", "4"]])
    #expect(
      found.faults == [
        "line 2, column 2, byte 6: null-byte: expected text, found a NUL byte",
        "line 3, column 1, byte 9: null-byte: expected text, found a NUL byte",
        "line 5, column 1, byte 23: null-byte: expected text, found a NUL byte",
      ]
    )
  }

  @Test(arguments: chunks)
  func `looks at all bytes of a record with a stray quote`(chunk: Int) throws {
    let filler = String(repeating: "x", count: 200)
    let start = Array("a,b\n6\" pipe \(filler),".utf8)
    let nul = try ReadText(start + [0x00, 0x0A], chunk: chunk)
    #expect(nul.records.isEmpty)
    #expect(nul.faults.map { $0.contains("null-byte") } == [true])
    let invalid = try ReadText(start + [0xFF, 0x0A], chunk: chunk)
    #expect(invalid.records.isEmpty)
    #expect(invalid.faults.map { $0.contains("encoding-error") } == [true])
  }
}

import FurrowFormats
import TestSupport
import Testing

/// Text, and the bytes of it in some encoding.
private struct EncodedText: Sendable, CustomTestStringConvertible {
  let name: String
  let wish: String
  let bytes: [UInt8]
  let columns: [String]
  let records: [[String?]]
  var faults: [String] = []
  var testDescription: String { name }
}

@Suite struct EncodingTests {
  static let chunkSizes = [1, 2, 3, 7, 63, 64, 65, 1 << 20]
  private static let text = "id,naïve\n1,ੁĀ\n2,\"a \u{1F33E}\n,b\"\n"
  private static let rows: [[String?]] = [["1", "ੁĀ"], ["2", "a \u{1F33E}\n,b"]]

  private static let texts: [EncodedText] = [
    .init(
      name: "UTF-8",
      wish: "auto",
      bytes: Array(text.utf8),
      columns: ["id", "naïve"],
      records: rows
    ),
    .init(
      name: "UTF-8 with a mark",
      wish: "utf-8",
      bytes: [0xEF, 0xBB, 0xBF] + Array(text.utf8),
      columns: ["id", "naïve"],
      records: rows
    ),
    .init(
      name: "UTF-16LE with a mark",
      wish: "auto",
      bytes: utf16("\u{FEFF}" + text),
      columns: ["id", "naïve"],
      records: rows
    ),
    .init(
      name: "UTF-16BE with a mark",
      wish: "auto",
      bytes: utf16("\u{FEFF}" + text, isBig: true),
      columns: ["id", "naïve"],
      records: rows
    ),
    .init(
      name: "UTF-16BE with a mark, by name",
      wish: "UTF-16",
      bytes: utf16("\u{FEFF}" + text, isBig: true),
      columns: ["id", "naïve"],
      records: rows
    ),
    .init(
      name: "UTF-16LE without a mark, by proof",
      wish: "auto",
      bytes: utf16(text),
      columns: ["id", "naïve"],
      records: rows
    ),
    .init(
      name: "UTF-16BE without a mark, by proof",
      wish: "auto",
      bytes: utf16(text, isBig: true),
      columns: ["id", "naïve"],
      records: rows
    ),
    .init(
      name: "UTF-16BE without a mark, by name",
      wish: "utf-16be",
      bytes: utf16(text, isBig: true),
      columns: ["id", "naïve"],
      records: rows
    ),
    .init(
      name: "UTF-32LE with a mark",
      wish: "auto",
      bytes: utf32("\u{FEFF}" + text),
      columns: ["id", "naïve"],
      records: rows
    ),
    .init(
      name: "a lone surrogate costs its record",
      wish: "utf-16le",
      bytes: utf16("a\nx") + [0x00, 0xD8] + utf16("y\nz\n"),
      columns: ["a"],
      records: [["z"]],
      faults: [
        "line 2, column 1, byte 3: encoding-error: expected UTF-16LE, found bytes that are no text"
          + " in it"
      ]
    ),
    .init(
      name: "half a unit at the end costs its record",
      wish: "utf-16le",
      bytes: utf16("a\nx\ny") + [0x41],
      columns: ["a"],
      records: [["x"]],
      faults: [
        "line 3, column 1, byte 5: encoding-error: expected UTF-16LE, found bytes that are no text"
          + " in it"
      ]
    ),
    .init(
      name: "Windows-1252",
      wish: "cp1252",
      bytes: Array("a\n".utf8) + [0x80, 0x35, 0x0A, 0x92, 0xEF, 0x0A, 0x81, 0x0A, 0x9F],
      columns: ["a"],
      records: [["€5"], ["’ï"], ["Ÿ"]],
      faults: [
        "line 4, column 1, byte 13: encoding-error: expected windows-1252, found bytes that are no"
          + " text in it"
      ]
    ),
    .init(
      name: "ISO-8859-1",
      wish: "latin1",
      bytes: [0x61, 0x0A, 0x80, 0xE9],
      columns: ["a"],
      records: [["\u{80}é"]]
    ),
    .init(
      name: "Shift_JIS, by iconv",
      wish: "SHIFT_JIS",
      bytes: [0x61, 0x0A, 0x93, 0xFA, 0x96, 0x7B, 0x0A, 0x93, 0x0A, 0x62],
      columns: ["a"],
      records: [["日本"], ["b"]],
      faults: [
        "line 3, column 1, byte 9: encoding-error: expected SHIFT_JIS, found bytes that are no text"
          + " in it"
      ]
    ),
    .init(
      name: "one byte of Windows-1252 in UTF-8",
      wish: "auto",
      bytes: Array("a\né".utf8) + [0x96, 0x0A, 0x62],
      columns: ["a"],
      records: [["b"]],
      faults: ["line 2, column 1, byte 4: encoding-error: expected UTF-8, found byte 0x96"]
    ),
  ]

  @Test(arguments: texts, chunkSizes)
  private func `reads text of any encoding the same however it is cut`(
    _ example: EncodedText,
    chunk: Int
  ) throws {
    let read = try read(example.bytes, example.wish, chunk: chunk)
    #expect(read.columns == example.columns)
    #expect(read.records == example.records)
    #expect(read.faults == example.faults)
  }

  @Test(arguments: chunkSizes)
  func `repairs bytes that are not UTF-8 when it is asked to`(chunk: Int) throws {
    // A stray byte, a character that is cut, one with a byte too many, and one without a meaning.
    let bytes =
      Array("a\nx".utf8) + [0x96] + Array("y\n".utf8) + [0xE2, 0x82] + Array("z\né".utf8)
      + [0x93, 0x0A, 0x81]
    let replaced = try read(bytes, "auto", .replace, chunk: chunk)
    #expect(replaced.records == [["x\u{FFFD}y"], ["\u{FFFD}z"], ["é\u{FFFD}"], ["\u{FFFD}"]])
    let meant = try read(bytes, "auto", .windows1252, chunk: chunk)
    #expect(meant.records == [["x–y"], ["â‚z"], ["é“"]])
    #expect(
      meant.faults == ["line 5, column 1, byte 21: encoding-error: expected UTF-8, found byte 0x81"]
    )
  }

  @Test func `says how it proved UTF-16, and asks for its order where nothing proves it`() throws {
    let proved = try decode(MemorySource(Self.utf16("id,a\n1,2\n")))
    #expect(proved.encoding == .utf16(.little))
    #expect(
      proved.note
        == "read as UTF-16LE: there is no byte order mark, and most second bytes of two are NUL;"
        + " --encoding names another"
    )
    #expect(throws: ReadFailure.self) {
      try decode(
        MemorySource(Array("日本".utf16).flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }),
        encoding: .utf16(nil)
      )
    }
    #expect(try decode(MemorySource(Array("a\0b\n".utf8))).encoding == .utf8)
  }

  @Test(arguments: [1, 4, 7, 1 << 20])
  func `fails where nothing behind a fault can be decoded`(chunk: Int) throws {
    let bytes = Self.utf32("a\nb") + [0xFF, 0xFF, 0xFF, 0x7F] + Self.utf32("c\n")
    #expect(throws: ReadFailure.self) {
      try read(bytes, "UTF-32LE", chunk: chunk)
    }
  }

  @Test func `knows encodings by name, and no wish to change characters`() {
    #expect(TextEncoding("Windows-1252") == .windows1252)
    #expect(TextEncoding("utf_16le") == .utf16(.little))
    #expect(TextEncoding("KOI8-R") == .other("KOI8-R"))
    for name in ["klingon", "ascii//TRANSLIT", "", "UTF-8//IGNORE"] {
      #expect(TextEncoding(name) == nil, "\(name)")
    }
  }

  @Test func `keeps a NUL when it is asked to`() throws {
    var dialect = Dialect.csv
    dialect.keepsNulls = true
    #expect(try ReadText("a\nx\0y\n", dialect).records == [["x\0y"]])
  }

  @Test(arguments: chunkSizes)
  func `reads JSON in UTF-16`(chunk: Int) throws {
    let bytes = Self.utf16("\u{FEFF}{\"a\":\"\u{1F33E}\"}\n{\"a\":2}\n")
    let source = try decode(MemorySource(bytes, chunk: chunk), blockBytes: chunk).source
    let reader = JSONReader(source, layout: .lines, columns: JSONColumns(["a"]), blockBytes: chunk)
    #expect(try ReadText(reader).records == [["\u{1F33E}"], ["2"]])
  }

  private func read(
    _ bytes: [UInt8],
    _ name: String,
    _ badBytes: BadBytes = .reject,
    chunk: Int
  ) throws -> ReadText {
    let input = try decode(
      MemorySource(bytes, chunk: chunk),
      encoding: try #require(TextEncoding(name)),
      badBytes: badBytes,
      blockBytes: chunk
    )
    return try ReadText(DelimitedReader(input.source, blockBytes: min(chunk, 4096)))
  }

  private static func utf16(_ text: String, isBig: Bool = false) -> [UInt8] {
    text.utf16.flatMap { unit in
      let bytes = [UInt8(unit & 255), UInt8(unit >> 8)]
      return isBig ? bytes.reversed() : bytes
    }
  }

  private static func utf32(_ text: String) -> [UInt8] {
    text.unicodeScalars.flatMap { scalar in
      (0..<4).map { UInt8(truncatingIfNeeded: scalar.value >> (8 * $0)) }
    }
  }
}

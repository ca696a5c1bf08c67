import FurrowCore
import FurrowFormats
import TestSupport
import Testing

@Suite struct HeaderTests {
  static let chunks = [1, 2, 3, 64]

  @Test(arguments: [
    ("a,b\n", ["a", "b"]),
    (",b\n", ["column1", "b"]),
    ("a,a,a\n", ["a", "a_2", "a_3"]),
    ("a,A\n", ["a", "A_2"]),
    ("a,a,a_2\n", ["a", "a_3", "a_2"]),
    ("column2,\n", ["column2", "column2_2"]),
    ("\"a,\"\"b\"\"\",\"\"\n", ["a,\"b\"", "column2"]),
    (" a ,b\n", [" a ", "b"]),
  ])
  func `makes each name stand once`(text: String, names: [String]) throws {
    #expect(try ReadText(text).columns == names)
  }

  @Test func `says what was renamed, and refuses it when strict`() throws {
    let reader = try DelimitedReader(MemorySource(Array("a,,A\n".utf8)))
    #expect(reader.renamings.map(\.column) == [2, 3])
    #expect(reader.renamings.map(\.new) == ["column2", "A_2"])
    #expect(reader.renamings.map(\.first) == [nil, 1])
    var strict = Dialect.csv
    strict.isHeaderStrict = true
    #expect(try ReadText("a,b\n", strict).columns == ["a", "b"])
    #expect(failure("a,\n", strict) == "memory.csv:1: column 2 has no name (byte 0)")
    #expect(
      failure("a,A\n", strict)
        == "memory.csv:1: field \"A\": column 2 has the name of column 1 (byte 0)"
    )
  }

  @Test(arguments: chunks)
  func `takes a byte order mark off, also before a quote`(chunk: Int) throws {
    #expect(try ReadText("\u{FEFF}a,b\n1,2\n", chunk: chunk).columns == ["a", "b"])
    #expect(try ReadText("\u{FEFF}\"a\",b\n1,2\n", chunk: chunk).columns == ["a", "b"])
  }

  @Test func `refuses UTF-16`() {
    let message = failure([0xFF, 0xFE, 0x61, 0, 0x2C, 0])
    #expect(message?.contains("expected UTF-8, found UTF-16") == true)
    #expect(failure([0xFE, 0xFF, 0, 0x61]) == message)
  }

  @Test(arguments: ["", "\u{FEFF}", "\n\r\n\r", "\u{FEFF}\n\n"])
  func `refuses a file without a header`(text: String) {
    #expect(failure(Array(text.utf8))?.contains("expected a header or records") == true)
  }

  @Test(arguments: ["a,b", "a,b\n", "a,b\r\n", "\n\na,b\r\n\r\n"], chunks)
  func `reads a header without records`(text: String, chunk: Int) throws {
    let found = try ReadText(text, chunk: chunk)
    #expect(found.columns == ["a", "b"])
    #expect(found.recordsRead == 0)
  }

  @Test(arguments: chunks)
  func `skips physical lines, whatever is in them`(chunk: Int) throws {
    var dialect = Dialect.csv
    dialect.skippedLines = 3
    let found = try ReadText("sep=,\r\n\"open\r\na,b\n1,2,3\n1,2\n", dialect, chunk: chunk)
    #expect(found.columns == ["1", "2", "3"])
    #expect(found.faults == ["line 5, column 3, byte 24: missing-cell: expected 3 fields, found 2"])
    dialect.skippedLines = 9
    #expect(
      failure("a\nb\n", dialect)?.contains("expected 9 lines to skip, found 2") == true
    )
  }

  @Test(arguments: chunks)
  func `passes over comments at the start of a line only`(chunk: Int) throws {
    var dialect = Dialect.csv
    dialect.comment = UInt8(ascii: "#")
    let text = "#one\n#\"two\na,b\n1,#\n#3,\"4\n5,\"x\n#y\"\n\"#6\",7\n#8"
    let found = try ReadText(text, dialect, chunk: chunk)
    #expect(found.columns == ["a", "b"])
    #expect(found.records == [["1", "#"], ["5", "x\n#y"], ["#6", "7"]])
    #expect(found.faults.isEmpty)
  }

  @Test(arguments: chunks)
  func `numbers the columns, or takes names, where there is no header`(chunk: Int) throws {
    var dialect = Dialect.csv
    dialect.hasHeader = false
    let numbered = try ReadText("\n1,2\n3,4\n", dialect, chunk: chunk)
    #expect(numbered.columns == ["column1", "column2"])
    #expect(numbered.records == [["1", "2"], ["3", "4"]])
    #expect(try ReadText("\nx\n", dialect, chunk: chunk).records == [[nil], ["x"]])
    dialect.columns = ["x", "y"]
    let named = try ReadText("1,2\n3\n", dialect, chunk: chunk)
    #expect(named.columns == ["x", "y"])
    #expect(named.faults == ["line 2, column 2, byte 4: missing-cell: expected 2 fields, found 1"])
  }

  @Test func `refuses bytes in names that are no text`() {
    #expect(failure(Array("a,\u{0}\n".utf8))?.contains("found a NUL byte") == true)
    #expect(failure([0x61, 0xE9, 0x0A])?.contains("expected names in UTF-8") == true)
    #expect(failure(Array("a,\"b\n".utf8))?.contains("column 2 of the header") == true)
    var dialect = Dialect.csv
    dialect.hasHeader = false
    #expect(failure("\"b\n", dialect)?.contains("column 1 of the first record") == true)
  }

  private func failure(_ text: String, _ dialect: Dialect = .csv) -> String? {
    failure(Array(text.utf8), dialect)
  }

  private func failure(_ bytes: [UInt8], _ dialect: Dialect = .csv) -> String? {
    do throws(ReadFailure) {
      _ = try ReadText(bytes, dialect)
      return nil
    } catch {
      return error.description
    }
  }
}

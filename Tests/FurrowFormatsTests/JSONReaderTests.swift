import FurrowCore
import FurrowFormats
import TestSupport
import Testing

/// A JSON text, and what it is.
struct JSONCase: Sendable, CustomTestStringConvertible {
  let name: String
  let layout: JSONEncoding.Layout
  let text: String
  let columns: [String]
  let records: [[String]]
  var faults: [String] = []
  var testDescription: String { name }

  static func lines(
    _ name: String,
    _ text: String,
    _ columns: [String],
    _ records: [[String]],
    _ faults: [String] = []
  ) -> Self {
    Self(name: name, layout: .lines, text: text, columns: columns, records: records, faults: faults)
  }

  static func array(
    _ name: String,
    _ text: String,
    _ columns: [String],
    _ records: [[String]],
    _ faults: [String] = []
  ) -> Self {
    Self(name: name, layout: .array, text: text, columns: columns, records: records, faults: faults)
  }
}

@Suite struct JSONReaderTests {
  static let chunkSizes = [1, 2, 3, 7, 63, 64, 65, 1 << 20]

  static let cases: [JSONCase] = [
    .lines(
      "all kinds of values",
      #"{"a":1,"b":-2.5,"c":"x","d":true,"e":false,"f":null,"g":[1, {"x":[]}]}"# + "\n",
      ["a", "b", "c", "d", "e", "f", "g"],
      [["1", "-2.5", "\"x\"", "1", "0", "NULL", #"raw [1, {"x":[]}]"#]]
    ),
    .lines(
      "keys in any order, missing and late ones",
      "{\"a\":1,\"b\":2}\n{\"b\":3,\"a\":4}\n{}\n{\"c\":\"\",\"a\":5}",
      ["a", "b", "c"],
      [["1", "2", "NULL"], ["4", "3", "NULL"], ["NULL", "NULL", "NULL"], ["5", "NULL", "\"\""]]
    ),
    .lines(
      "white space and blank lines",
      "\n  {  \"a\" : 1 , \"b\" :\t2 }  \r\n \t\r\n\r\n{\"a\":3}\n\n",
      ["a", "b"],
      [["1", "2"], ["3", "NULL"]]
    ),
    .lines(
      "escapes",
      #"{"a":"\"\\\/\b\f\n\r\t","b":"\u00e9\u20AC\ud83d\ude00","\u0061c":"\\ud800"}"#,
      ["a", "b", "ac"],
      [["\"\"\\/\u{8}\u{C}\n\r\t\"", "\"é€😀\"", #""\ud800""#]]
    ),
    .lines(
      "whole numbers keep their digits",
      """
      {"v":9223372036854775807}
      {"v":-9223372036854775808}
      {"v":9223372036854775808}
      {"v":-0}
      {"v":123456789012345678901234567890}
      """,
      ["v"],
      [
        ["9223372036854775807"], ["-9223372036854775808"], ["raw 9223372036854775808"], ["0"],
        ["raw 123456789012345678901234567890"],
      ]
    ),
    .lines(
      "other numbers are doubles",
      #"{"a":1.0,"b":1E2,"c":0.1000000000000000055511151231257827,"d":-0.0,"e":1e400,"f":1e-400}"#,
      ["a", "b", "c", "d", "e", "f"],
      [["1.0", "100.0", "0.1", "-0.0", "raw 1e400", "raw 1e-400"]]
    ),
    .lines(
      "names that differ in case, and one that is empty",
      #"{"id":1,"ID":2,"":3}"#,
      ["id", "ID_2", "column3"],
      [["1", "2", "3"]]
    ),
    .lines(
      "what is no JSON",
      """
      {"a":1}
      {"a":NaN}
      {"a":-Infinity}
      {"a":'x'}
      {"a":1,}
      {"a":01}
      {"a":+1}
      {"a":.5}
      {"a":1.}
      {"a":1} // c
      {"a":1e}
      {"a":2}
      """,
      ["a"],
      [["1"], ["2"]],
      [
        "line 2, column 1, byte 13: json-error: expected a value, found `NaN`, at character 6",
        "line 3, column 1, byte 24: json-error: expected a digit, found `Infinity`, at character 7",
        "line 4, column 1, byte 39: json-error: expected a value, found `'`, at character 6",
        "line 5, byte 51: json-error: expected a key in quotes, found `}`, at character 8",
        "line 6, column 1, byte 58: json-error: a number has no leading zeros, at character 6",
        "line 7, column 1, byte 67: json-error: expected a value, found `+1`, at character 6",
        "line 8, column 1, byte 76: json-error: expected a value, found `.5`, at character 6",
        "line 9, column 1, byte 87: json-error: expected a digit behind the point, found `}`,"
          + " at character 8",
        "line 10, column 1, byte 97: json-error: expected the line's end, found `/`, at character 9",
        "line 11, column 1, byte 109: json-error: expected a digit of the exponent, found `}`,"
          + " at character 8",
      ]
    ),
    .lines(
      "strings that are none",
      "{\"v\":\"a\\ud800b\"}\n{\"v\":\"\\ude00\"}\n{\"v\":\"\\x\"}\n{\"v\":\"\\u12\"}\n{\"v\":\"a\tb\"}\n"
        + "{\"v\":\"open\n{\"v\":\"ok\"}\n",
      ["v"],
      [["\"ok\""]],
      [
        "line 1, column 1, byte 7: json-error: a lone surrogate (\\uD800) is no character,"
          + " at character 8",
        "line 2, column 1, byte 23: json-error: a lone surrogate (\\uDE00) is no character,"
          + " at character 7",
        "line 3, column 1, byte 38: json-error: expected one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t or \\u,"
          + " found `\\`, at character 7",
        "line 4, column 1, byte 49: json-error: expected four hexadecimal digits behind \\u,"
          + " at character 7",
        "line 5, column 1, byte 63: json-error: expected an escape, found the control character 0x09"
          + " in a string, at character 8",
        "line 6, column 1, byte 73: json-error: the string that opens here is not closed before the"
          + " line ends, at character 6",
      ]
    ),
    .lines(
      "records of the wrong kind, and keys that stand twice",
      "{\"a\":1,\"\\u0061\":2}\n[1]\n7\n\"x\"\n{\"a\":{\"a\":1}}\n{\"a\":1}{\"a\":2}\n{\"a\"\n",
      ["a"],
      [[#"raw {"a":1}"#]],
      [
        "line 1, column 1, byte 15: duplicate-key: the key \"a\" stands twice, at character 16",
        "line 2, byte 19: not-an-object: expected an object, found an array, at character 1",
        "line 3, byte 23: not-an-object: expected an object, found a number, at character 1",
        "line 4, byte 25: not-an-object: expected an object, found a string, at character 1",
        "line 6, column 1, byte 50: json-error: expected the line's end, found `{`, at character 8",
        "line 7, byte 62: json-error: expected a colon, found the line's end, at character 5",
      ]
    ),
    .lines(
      "a NUL that is escaped",
      "{\"a\":\"x\\u0000y\"}\n{\"a\":1}",
      ["a"],
      [["1"]],
      ["line 1, column 1, byte 0: null-byte: expected text, found a NUL (\\u0000)"]
    ),
    .array("no elements", " [ ] \n", [], []),
    .array(
      "objects over several lines",
      "[\n  {\n    \"a\": 1,\n    \"b\": \"]}\\\"[\"\n  },\n  {\"b\": [1,\n 2]}\n]\n",
      ["a", "b"],
      [["1", "\"]}\"[\""], ["NULL", "raw [1,\n 2]"]]
    ),
    .array(
      "faults inside elements that end where they should",
      "[{\"a\":1},\n {\"a\":\n  tru},{\"a\":2,\"a\":3}, 7, [1], {\"a\":4}]",
      ["a"],
      [["1"], ["4"]],
      [
        "line 2, column 1, byte 19: json-error: expected a value, found `tru`, at line 3, character 3",
        "line 3, column 1, byte 34: duplicate-key: the key \"a\" stands twice, at character 11 of the"
          + " value",
        "line 3, byte 39: not-an-object: expected an object, found a number, at character 1 of the"
          + " value",
        "line 3, byte 42: not-an-object: expected an object, found an array, at character 1 of the"
          + " value",
      ]
    ),
    .array(
      "arrays, the first of which has the names",
      "[[\"a\", \"b\\u0021\"], [1, \"x\"], [null, [2]], [3], [4, 5, 6], {\"a\": 7}]",
      ["a", "b!"],
      [["1", "\"x\""], ["NULL", "raw [2]"]],
      [
        "line 1, column 2, byte 42: missing-cell: expected 2 values, found 1, at character 1 of the"
          + " value",
        "line 1, column 3, byte 47: extra-cell: expected 2 values, found 3, at character 1 of the"
          + " value",
        "line 1, byte 58: not-an-object: expected an array, found an object, at character 1 of the"
          + " value",
      ]
    ),
    .array("a byte order mark", "\u{FEFF}[{\"a\":1}]", ["a"], [["1"]]),
  ]

  @Test(arguments: cases, chunkSizes)
  func `reads a text the same however it is cut`(_ example: JSONCase, chunk: Int) throws {
    let read = try ReadJSON(example.text, example.layout, chunk: chunk)
    #expect(read.columns == example.columns)
    #expect(read.records == example.records)
    #expect(read.faults == example.faults)
    #expect(read.recordsRead == read.records.count + read.rejected)
  }

  static let failures: [(JSONEncoding.Layout, String, String)] = [
    (.lines, "", "memory.csv:1: expected JSON, found no bytes at all (byte 0)"),
    (.array, "", "memory.csv:1: expected JSON, found no bytes at all (byte 0)"),
    (.array, " \n ", "memory.csv:2: expected an array, found the end (byte 3)"),
    (
      .array, "\n{\"a\":1}",
      "memory.csv:2: expected an array, found an object; --format ndjson reads an object a line"
        + " (byte 1)"
    ),
    (
      .array, "[\n{\"a\":1},\n{\"a\":2",
      "memory.csv:3: the value that starts here is never closed: expected its end, found that of the"
        + " file (byte 11)"
    ),
    (
      .array, "[{\"a\":1}\n",
      "memory.csv:2: the array is never closed: expected `]`, found the end of the file (byte 9)"
    ),
    (.array, "[{\"a\":1},]", "memory.csv:1: expected a value, found `]` (byte 9)"),
    (.array, "[{\"a\":1} {\"a\":2}]", "memory.csv:1: expected a comma or `]`, found `{` (byte 9)"),
    (
      .array, "[{\"a\":1}]\n\n[2]",
      "memory.csv:3: expected the end behind the array, found `[` (byte 11)"
    ),
    (
      .array, "[{\"a\":[1}, {\"a\":2}]", "memory.csv:1: expected a comma or `]`, found `}` (byte 8)"
    ),
    (
      .array, "[{\"a\":\"x}]",
      "memory.csv:1: the value that starts here is never closed: expected its"
        + " end, found that of the file (byte 1)"
    ),
    (.array, "[nope]", "memory.csv:1: expected a value, found `nope` (byte 1)"),
    (
      .array, "[[\"a\",1]]",
      "memory.csv:1: expected names in the first array, found something else in column 2;"
        + " --no-header takes it for data (byte 1)"
    ),
    (
      .lines, "{\n  \"a\": 1\n}\n",
      "memory.csv:1: expected a key in quotes, found the line's end, at character 2; no line is an"
        + " object, and NDJSON has a whole one on each line (byte 1)"
    ),
  ]

  @Test(arguments: failures.indices, chunkSizes)
  func `fails where the rest cannot be read`(index: Int, chunk: Int) throws {
    let (layout, text, message) = Self.failures[index]
    do throws(ReadFailure) {
      let read = try ReadJSON(text, layout, chunk: chunk)
      Issue.record("read \(read)")
    } catch {
      #expect(error.description == message)
    }
  }

  @Test func `takes the places of arrays for columns when there is no header`() throws {
    let read = try ReadJSON("[[1, \"x\"], [2, null]]", .array, hasHeader: false)
    #expect(read.columns == ["column1", "column2"])
    #expect(read.records == [["1", "\"x\""], ["2", "NULL"]])
  }

  @Test func `rejects a key that is none of the columns it was given`() throws {
    let read = try ReadJSON(
      "{\"b\":1}\n{\"b\":2,\"c\":3}\n",
      .lines,
      columns: JSONColumns(["a", "b"])
    )
    #expect(read.records == [["NULL", "1"]])
    #expect(
      read.faults == ["line 2, byte 15: extra-cell: the key \"c\" is no column, at character 8"]
    )
  }

  @Test(arguments: chunkSizes)
  func `judges the names in the first array before what stands behind it`(chunk: Int) throws {
    #expect {
      try ReadJSON("[[true]\n{\"a\":1}]", .array, chunk: chunk)
    } throws: {
      "\($0)".hasPrefix("memory.csv:1: expected names in the first array, found something else")
    }
  }

  @Test(arguments: ["[1", "[[1]", "[{\"a\":1}", "[{ {\"a\":[]}]"], chunkSizes)
  func `misses the end of an array also where a batch is full`(text: String, chunk: Int) throws {
    let source = MemorySource(Array(text.utf8), chunk: chunk)
    #expect {
      let columns = try JSONColumns.find(
        in: source,
        layout: .array,
        hasHeader: false,
        blockBytes: min(chunk, 4096)
      )
      let reader = JSONReader(
        MemorySource(Array(text.utf8), chunk: chunk),
        layout: .array,
        columns: columns,
        limits: ReadingLimits(recordsPerBatch: 1)
      )
      var batch = RecordBatch()
      while try reader.fill(&batch) {}
    } throws: {
      "\($0)".contains("the array is never closed")
        || text == "[1" && "\($0)".contains("expected an object")
    }
  }

  @Test(arguments: [1, 5, 1 << 20])
  func `stops at the limit, and knows no key behind it`(chunk: Int) throws {
    for layout in JSONEncoding.Layout.allCases {
      let text =
        layout == .lines ? "{\"a\":1}\n{\"a\":2}\n{\"b\":3}\n" : "[{\"a\":1},{\"a\":2},{\"b\":3}]"
      let read = try ReadJSON(text, layout, chunk: chunk, limit: 2)
      #expect(read.columns == ["a"])
      #expect(read.records == [["1"], ["2"]])
    }
  }

  @Test(arguments: chunkSizes)
  func `rejects the record that holds bytes which are not UTF-8`(chunk: Int) throws {
    let bytes = Array("{\"a\":\"".utf8) + [0x96] + Array("\"}\n{\"a\":\"\u{E9}\"}\n".utf8)
    let read = try ReadJSON(bytes, .lines, chunk: chunk)
    #expect(read.records == [["\"\u{E9}\""]])
    #expect(
      read.faults == ["line 1, column 1, byte 6: encoding-error: expected UTF-8, found byte 0x96"]
    )
  }
}

import FurrowCore
import FurrowFormats
import TestSupport
import Testing

@Suite struct `A Table Dialect` {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var dialect: String
    var text: String
    /// The header, then the records; `nil` is NULL.
    var rows: [[String?]]
  }

  static let cases = [
    Case(
      testDescription: "skips spaces behind delimiters only",
      dialect: #"{"skipInitialSpace": true}"#,
      text: "id, name, c\n 1, \"a, b\",  x \n2,   , \" y \"\n",
      rows: [["id", "name", "c"], [" 1", "a, b", "x "], ["2", nil, " y "]]
    ),
    Case(
      testDescription: "escapes delimiters, quotes and line ends",
      dialect: #"{"escapeChar": "\\", "nullSequence": "\\N"}"#,
      text: "a,b\nx\\,y,\"q\\\"r\"\"s\"\n\\N,1\\\n2\n\\\\,\\\"\n",
      rows: [["a", "b"], ["x,y", "q\"r\"s"], [nil, "1\n2"], ["\\", "\""]]
    ),
    Case(
      testDescription: "of the standard's escape example",
      dialect: #"{"escapeChar": "|", "quoteChar": ""}"#,
      text: "id,name\n1,apple|,fruits\n2,\"orange|,fruits\n",
      rows: [["id", "name"], ["1", "apple,fruits"], ["2", "\"orange,fruits"]]
    ),
    Case(
      testDescription: "without doubled quotes",
      dialect: #"{"quoteChar": "'", "doubleQuote": false, "delimiter": ";"}"#,
      text: "a;b\n'x;y';z\n'';\n",
      rows: [["a", "b"], ["x;y", "z"], ["", nil]]
    ),
    Case(
      testDescription: "with header rows that are joined",
      dialect: #"{"headerRows": [1, 2], "headerJoin": "-"}"#,
      text: "fruit\nid,name\n1,apple\n",
      rows: [["fruit-id", "fruit-name"], ["1", "apple"]]
    ),
    Case(
      testDescription: "with a header behind other records and comments",
      dialect: ##"{"headerRows": [3], "commentChar": "#"}"##,
      text: "# a\n\"x\ny\",2\n\n# b\nz\nid,name\n1,2\n",
      rows: [["id", "name"], ["1", "2"]]
    ),
    Case(
      testDescription: "without a header",
      dialect: #"{"header": false, "delimiter": "\t", "lineTerminator": "\n"}"#,
      text: "a\tb\n",
      rows: [["column1", "column2"], ["a", "b"]]
    ),
  ]

  @Test(arguments: cases, [1, 2, 3, 7, 64, 4096])
  func `reads`(_ this: Case, blockBytes: Int) throws {
    let descriptor = JSONCursor(try JSONParser.value(of: Array(this.dialect.utf8)))
    let reader = try DelimitedReader(
      MemorySource(Array(this.text.utf8), chunk: blockBytes),
      dialect: try Dialect(descriptor, format: .csv),
      blockBytes: blockBytes
    )
    var rows: [[String?]] = [reader.columns]
    for entry in try ReferenceParser.entries(of: reader) {
      guard case .good(let cells) = entry.record else {
        Issue.record("refused: \(entry)")
        continue
      }
      rows.append(
        cells.map { cell in
          guard case .text(let bytes) = cell else { return nil }
          return String(decoding: bytes, as: UTF8.self)
        }
      )
    }
    #expect(rows == this.rows)
  }

  @Test(arguments: [
    (#"{"delimiter": "::"}"#, "$.delimiter: expected one character that ends no line"),
    (#"{"quoteChar": ","}"#, "$.quoteChar: expected another character than that of delimiter"),
    (#"{"doubleQuote": 1}"#, "$.doubleQuote: expected true or false, found 1"),
    (#"{"lineTerminator": ";"}"#, "$.lineTerminator: expected \\n, \\r\\n or \\r"),
    (#"{"commentRows": [2]}"#, "$.commentRows: expected the first rows"),
    (#"{"headerRows": []}"#, "$.headerRows: expected at least one row"),
    (#"{"headerRows": [0]}"#, "$.headerRows[0]: expected the number of a row"),
    ("[]", "$: expected an object, found []"),
  ])
  func `that cannot be read by is refused`(text: String, message: String) throws {
    let descriptor = JSONCursor(try JSONParser.value(of: Array(text.utf8)))
    let error = #expect(throws: DocumentError.self) { try Dialect(descriptor, format: .csv) }
    #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
  }
}

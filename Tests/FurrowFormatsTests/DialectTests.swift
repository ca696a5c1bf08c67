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
      testDescription: "of the standard's comment example",
      dialect: #"{"commentRows": [2]}"#,
      text: "id,name\n#fruits\n1,apple\n2,orange\n",
      rows: [["id", "name"], ["1", "apple"], ["2", "orange"]]
    ),
    Case(
      testDescription: "with rows passed over before, among and behind the header's",
      dialect: #"{"commentRows": [6, 2, 1, 4, 7], "headerRows": [3, 5]}"#,
      text: "a \"title\n\"\nfruit,\n-\nid,name\n\"m\nm\",kg\n\nunits\n1,apple\n",
      rows: [["fruit id", "name"], ["1", "apple"]]
    ),
    Case(
      testDescription: "of version 1, with its properties one level deeper",
      dialect:
        #"{"csvddfVersion": 1.2, "caseSensitiveHeader": false, "dialect": {"delimiter": ";"}}"#,
      text: "id;name\n1;apple\n",
      rows: [["id", "name"], ["1", "apple"]]
    ),
    Case(
      testDescription: "with what is of other formats, or of nobody's",
      dialect: #"{"sheetNumber": 2, "property": "rows", "itemKeys": ["a"], "x:y": 1}"#,
      text: "id\n1\n",
      rows: [["id"], ["1"]]
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
    (#"{"property": "rows"}"#, "$.property: expected no property"),
    (#"{"itemKeys": ["a"]}"#, "$.itemKeys: expected no itemKeys"),
    (#"{"itemType": "row"}"#, "$.itemType: expected object or array"),
    (#"{"headerRows": [2]}"#, "$.headerRows: expected [1]"),
    (#"{"header": "no"}"#, "$.header: expected true or false"),
  ])
  func `that JSON cannot be read by is refused`(text: String, message: String) throws {
    let descriptor = JSONCursor(try JSONParser.value(of: Array(text.utf8)))
    let error = #expect(throws: DocumentError.self) { try Dialect(descriptor, format: .json) }
    #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
  }

  @Test func `says of an array of arrays whether the first one has the names`() throws {
    let text = JSONValue.object([
      JSONValue.Member("header", .bool(false)), JSONValue.Member("itemType", "array"),
      JSONValue.Member("delimiter", ";"),
    ])
    #expect(try !Dialect(JSONCursor(text), format: .json).hasHeader)
  }

  @Test(arguments: cases)
  func `reads the same when it is written again`(_ this: Case) throws {
    let descriptor = JSONCursor(try JSONParser.value(of: Array(this.dialect.utf8)))
    let dialect = try Dialect(descriptor, format: .csv)
    #expect(try Dialect(JSONCursor(dialect.descriptor), format: .csv) == dialect)
  }

  @Test(arguments: [
    (#"{"delimiter": "::"}"#, "$.delimiter: expected one character that ends no line"),
    (#"{"quoteChar": ","}"#, "$.quoteChar: expected another character than that of delimiter"),
    (#"{"doubleQuote": 1}"#, "$.doubleQuote: expected true or false, found 1"),
    (#"{"lineTerminator": ";"}"#, "$.lineTerminator: expected \\n, \\r\\n or \\r"),
    (#"{"commentRows": [3]}"#, "$.commentRows: expected rows before the header or right behind"),
    (#"{"commentRows": [2], "header": false}"#, "$.commentRows: expected rows before the header"),
    (#"{"commentRows": [1, 4], "headerRows": [2, 4]}"#, "$.headerRows[1]: expected a row that is"),
    (#"{"commentRows": 1}"#, "$.commentRows: expected an array"),
    (#"{"commentChar": "//"}"#, "$.commentChar: expected one ASCII character"),
    (#"{"escapeChar": "ab"}"#, "$.escapeChar: expected one ASCII character"),
    (#"{"quoteChar": 1}"#, "$.quoteChar: expected "),
    (#"{"nullSequence": null}"#, "$.nullSequence: expected "),
    (#"{"skipInitialSpace": "yes"}"#, "$.skipInitialSpace: expected true or false"),
    (#"{"header": 0}"#, "$.header: expected true or false"),
    (#"{"headerJoin": 1}"#, "$.headerJoin: expected "),
    (#"{"caseSensitiveHeader": 1}"#, "$.caseSensitiveHeader: expected true or false"),
    (#"{"csvddfVersion": 2}"#, "$.csvddfVersion: expected a version of CSV Dialect"),
    (#"{"csvddfVersion": 1.2, "dialect": {"delimiter": ""}}"#, "$.dialect.delimiter: expected one"),
    (#"{"dialect": "other.json"}"#, "$.dialect: expected an object"),
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

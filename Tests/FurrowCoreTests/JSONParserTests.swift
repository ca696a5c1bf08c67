import FurrowCore
import Testing

@Suite struct `A JSON document` {
  struct Good: Sendable, CustomTestStringConvertible {
    var text: String
    var value: JSONValue
    var testDescription: String { text }
  }

  struct Bad: Sendable, CustomTestStringConvertible {
    var text: String
    var error: String
    var testDescription: String { text }
  }

  static let good: [Good] = [
    Good(text: " null ", value: .null),
    Good(text: "[true,false]", value: .array([.bool(true), .bool(false)])),
    Good(text: "-0", value: .integer(0)),
    Good(text: "9223372036854775807", value: .integer(.max)),
    Good(text: "9223372036854775808", value: .number(0x1p63)),
    Good(text: "1.50", value: .number(1.5)),
    Good(text: "1E+2", value: .number(100)),
    Good(text: #""a\"\\\/\b\f\n\r\tb""#, value: .string("a\"\\/\u{8}\u{c}\n\r\tb")),
    Good(text: #""\u00e9\ud83d\ude00""#, value: .string("é😀")),
    Good(text: #"{"a":{"b":[]},"":1}"#, value: ["a": ["b": .array([])], "": .integer(1)]),
    Good(text: "\u{FEFF}{}", value: .object([])),
  ]

  @Test(arguments: good)
  func `is read as what it says`(_ good: Good) throws {
    #expect(try JSONParser.value(of: Array(good.text.utf8)) == good.value)
  }

  static let bad: [Bad] = [
    Bad(text: "", error: "1:1: $: expected a value, found the end of the text"),
    Bad(text: "{} x", error: "1:4: $: expected nothing behind the value, found 'x'"),
    Bad(text: "[1,]", error: "1:4: $[1]: expected a value, found ']'"),
    Bad(text: "{\n  \"a\": 01}", error: "2:9: $: expected a comma or }, found '1'"),
    Bad(text: #"{"a":1,"a":2}"#, error: #"1:8: $: expected each key once, found "a" again"#),
    Bad(text: "{'a':1}", error: "1:2: $: expected a key, found '''"),
    Bad(text: "[1.]", error: "1:4: $[0]: expected a digit, found ']'"),
    Bad(text: "[+1]", error: "1:2: $[0]: expected a value, found '+'"),
    Bad(text: "[NaN]", error: "1:2: $[0]: expected a value, found 'N'"),
    Bad(
      text: "[\"a\tb\"]",
      error: "1:4: $[0]: expected an escape for a control character, found it bare"
    ),
    Bad(
      text: #"["\ud800"]"#,
      error: #"1:3: $[0]: expected \u and the four digits of a character, found another escape"#
    ),
    Bad(text: #"{"f":[{"a b":tru}]}"#, error: #"1:14: $.f[0]["a b"]: expected a value, found 't'"#),
    Bad(text: "1e999", error: "1:6: $: expected a number that a double holds, found 1e999"),
  ]

  @Test(arguments: bad)
  func `is refused with the place of the fault`(_ bad: Bad) {
    let error = #expect(throws: DocumentError.self) {
      try JSONParser.value(of: Array(bad.text.utf8))
    }
    #expect(error.map { String($0.description.dropFirst()) } == bad.error)
  }

  @Test func `that is not UTF-8 is refused`() {
    let error = #expect(throws: DocumentError.self) {
      try JSONParser.value(of: [0x22, 0xFF, 0x22])
    }
    #expect(error?.message == "expected UTF-8, found other bytes")
  }

  @Test func `may not be nested without end`() {
    let error = #expect(throws: DocumentError.self) {
      try JSONParser.value(of: Array(String(repeating: "[", count: 100_000).utf8))
    }
    #expect(error?.message == "expected at most 256 levels, found more")
  }

  @Test func `knows where each value stands`() {
    let text = Array("{\n \"fields\": [{}, {\"type\": 7}]\n}".utf8)
    let place = JSONParser.place(of: JSONPath.root.key("fields").index(1).key("type"), in: text)
    #expect(place?.line == 2)
    #expect(place?.column == 26)
  }

  @Test func `that was written is read back`() throws {
    let value: JSONValue = [
      "a": .array([.integer(-3), .number(0.1), .string("x\u{1}\"\\é")]), "b": .null,
    ]
    #expect(try JSONParser.value(of: Array(value.description.utf8)) == value)
    #expect(try JSONParser.value(of: Array(value.indented.utf8)) == value)
  }
}

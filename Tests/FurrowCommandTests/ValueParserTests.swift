import Furrow
import FurrowCommand
import Testing

@Suite struct `Values of options` {
  @Test(arguments: [
    ("0", 0), ("64k", 65_536), ("64K", 65_536), ("64kB", 64_000), ("256MiB", 268_435_456),
    ("1GB", 1_000_000_000), ("1g", 1_073_741_824), ("2TiB", 2_199_023_255_552), ("7b", 7),
  ])
  func `sizes`(_ text: String, _ bytes: Int) throws {
    #expect(try ValueParser.size("SIZE").parse(text) == bytes)
  }

  @Test(arguments: [
    "", "k", "-1", "1.5G", "1 k", "9223372036854775807k", "99999999999999999999", "١k",
  ])
  func `no sizes`(_ text: String) throws {
    #expect(
      throws: ValueFault(expected: "a size such as 64k, 256MiB or 1GB", found: text)
    ) { try ValueParser.size("SIZE").parse(text) }
  }

  @Test(arguments: [
    ("10s", 10_000), ("1000ms", 1_000), ("2m", 120_000), ("1h", 3_600_000), ("0s", 0),
    ("3S", 3_000),
  ])
  func `durations`(_ text: String, _ milliseconds: Int) throws {
    #expect(try ValueParser.duration("D").parse(text) == .milliseconds(milliseconds))
  }

  @Test(arguments: ["", "10", "s", "-1s", "1.5s", "9223372036854775807h", "1d"])
  func `no durations`(_ text: String) throws {
    #expect(
      throws: ValueFault(expected: "a duration such as 500ms, 10s or 2m", found: text)
    ) { try ValueParser.duration("D").parse(text) }
  }

  @Test func `a duration that SQLite can not wait for`() {
    #expect(throws: ValueFault(expected: "a duration of less than 25 days", found: "600h")) {
      try ValueParser.duration("D").parse("600h")
    }
  }

  @Test(
    arguments: [
      ("0", .count(0)), ("20", .count(20)), ("5%", .percent(5)), ("0.5%", .percent(0.5)),
      ("100%", .percent(100)), (".5%", .percent(0.5)),
    ] as [(String, ImportPlan.RejectLimit)]
  )
  func `limits of rejection`(_ text: String, _ limit: ImportPlan.RejectLimit) throws {
    #expect(try ValueParser.rejectLimit("N").parse(text) == limit)
  }

  @Test(arguments: ["", "%", "-1", "101%", "inf%", "0x1p3%", "1e1%", "1.2.3%", "1.5"])
  func `no limits of rejection`(_ text: String) {
    #expect(throws: ValueFault.self) { try ValueParser.rejectLimit("N").parse(text) }
  }

  @Test(arguments: [
    ("a", ["a"]), ("a,b", ["a", "b"]), ("a,\"b,c\"", ["a", "b,c"]),
    ("\"say \"\"hi\"\"\", b", ["say \"hi\"", " b"]), ("a\"b", ["a\"b"]),
    ("é,e\u{301}x", ["é", "éx"]),
  ])
  func `lists of names`(_ text: String, _ names: [String]) throws {
    #expect(try ValueParser.names("a,b").parse(text) == names)
  }

  @Test(arguments: [
    ("", "names separated by commas, none empty"), ("a,", "names separated by commas, none empty"),
    ("a,,b", "names separated by commas, none empty"),
    ("\"\"", "names separated by commas, none empty"),
    ("\"a", "a closing quote"), ("\"a\"\"", "a closing quote"),
    ("\"a\"b", "a comma behind the closing quote"), ("a,b,a", "different names, 'a' once"),
  ])
  func `no lists of names`(_ text: String, _ expected: String) {
    #expect(throws: ValueFault(expected: expected, found: text)) {
      try ValueParser.names("a,b").parse(text)
    }
  }

  @Test(arguments: [
    ("a=b", "a", "b"), ("a=b=c", "a", "b=c"), ("\"a=b\"=c", "a=b", "c"), ("a= b", "a", " b"),
    ("\"x\"\"y\"=1", "x\"y", "1"), ("a==", "a", "="),
  ])
  func `names with values`(_ text: String, _ name: String, _ value: String) throws {
    #expect(
      try ValueParser.namedValue("a=b").parse(text) == NamedValue(name: name, value: value)
    )
  }

  @Test(arguments: ["", "a", "=b", "a=", "\"a=b", "\"a\"b=c"])
  func `no names with values`(_ text: String) {
    #expect(throws: ValueFault(expected: "a=b", found: text)) {
      try ValueParser.namedValue("a=b").parse(text)
    }
  }

  @Test func `an empty value where it means something`() throws {
    let parser = ValueParser.namedValue("a=b", allowsEmpty: true)
    #expect(try parser.parse("a=") == NamedValue(name: "a", value: ""))
  }

  @Test(
    arguments: [
      ("tab", 9), ("\\t", 9), ("\t", 9), ("comma", 0x2C), (",", 0x2C), (";", 0x3B),
      ("semicolon", 0x3B), ("pipe", 0x7C), (" ", 0x20), ("\u{1}", 1),
    ] as [(String, UInt8)]
  )
  func `characters`(_ text: String, _ byte: UInt8) throws {
    #expect(try ValueParser.character("CHAR").parse(text) == byte)
  }

  @Test(arguments: ["", "ab", "§", "\n", "\r", "\r\n", "\0", "e\u{301}", "TAB"])
  func `no characters`(_ text: String) {
    #expect(throws: ValueFault.self) { try ValueParser.character("CHAR").parse(text) }
  }

  @Test func `quotes`() throws {
    #expect(try ValueParser.quote("CHAR").parse("none") == .none)
    #expect(try ValueParser.quote("CHAR").parse("'") == .character(0x27))
    #expect(try ValueParser.quote("CHAR").parse("double") == .character(0x22))
  }
}

import FurrowFormats
import TestSupport
import Testing

@Suite struct `A YAML document` {
  private static func read(_ text: String) throws(YAMLFault) -> String {
    describe(try YAMLDocument.root(of: Array(text.utf8)))
  }

  /// The tree as text: `'...'` for a scalar in quotes, bare for a plain one.
  private static func describe(_ node: YAMLNode) -> String {
    switch node.content {
    case .scalar(let text, let isPlain): node.isNull ? "null" : isPlain ? text : "'\(text)'"
    case .sequence(let nodes): "[" + nodes.map(describe).joined(separator: ",") + "]"
    case .mapping(let entries):
      "{" + entries.map { "\($0.key):\(describe($0.value))" }.joined(separator: ",") + "}"
    }
  }

  struct Case: CustomStringConvertible {
    let text: String
    let tree: String
    var description: String { text }

    init(_ text: String, _ tree: String) { (self.text, self.tree) = (text, tree) }
  }

  @Test(arguments: [
    Case("a: 1", "{a:1}"),
    Case(
      "country: no\nswitch: on\nn: 1_000\no: 0o7\nd: 2001-01-01",
      "{country:no,switch:on,n:1_000,o:0o7,d:2001-01-01}"
    ),
    Case("a: null\nb: ~\nc:\nd: 'null'\ne: \"\"", "{a:null,b:null,c:null,d:'null',e:''}"),
    Case("- x\n- [y, 'z: 1']\n- {k: v}", "[x,[y,'z: 1'],{k:v}]"),
    Case("{\"a\": [1, true, null, \"t\\u00e9\"]}", "{a:[1,true,null,'té']}"),
    Case("sql: |\n  SELECT 1\n  FROM t\n", "{sql:'SELECT 1\nFROM t\n'}"),
    Case("sql: >-\n  SELECT 1\n  FROM t\n", "{sql:'SELECT 1 FROM t'}"),
    Case("a: &x [1, 2]\nb: *x", "{a:[1,2],b:[1,2]}"),
    Case("a: !!str 7", "{a:'7'}"),
    Case("\u{FEFF}a: 1", "{a:1}"),
    Case("%YAML 1.2\n---\na: 1\n...\n", "{a:1}"),
    Case("", "null"),
    Case("# nothing\n", "null"),
  ])
  func `is read as a tree of texts`(_ test: Case) throws {
    #expect(try Self.read(test.text) == test.tree)
  }

  @Test(arguments: [
    (
      "a: 1\nb: 2\na: 3", 3, 1,
      "expected each key once, found \"a\" again, which stands on line 1, too"
    ),
    ("a: [1\nb: 2", 2, 2, "this is no YAML"),
    (
      "a: 1\nb: \"open\nc: 2\n", 4, 1,
      "this is no YAML: while scanning a quoted scalar that begins on line 2, column 4: found"
    ),
    (
      "a:\n  - b: 1\n\t- c\n", 3, 1,
      "this is no YAML: while scanning a plain scalar that begins on line 2, column 8: found a tab"
        + " character that violates indentation; lines are indented with spaces, and this is a tab"
    ),
    ("a: *b", 1, 4, "expected an alias of an anchor before it, found *b"),
    ("a: &a [*a]", 1, 8, "expected an alias of something else, found *a in itself"),
    ("a: !ruby/object 1", 1, 4, "expected no tag, found !ruby/object"),
    ("a: 1\n---\nb: 2", 2, 1, "expected one document, found a second one"),
    ("? [a]\n: 1", 1, 3, "expected a text as key"),
    ("a:\n\t- 1", 2, 1, "this is no YAML"),
    ("a: \"\u{1}\"", 1, 5, "this is no YAML"),
  ])
  func `has faults with a place`(_ text: String, _ line: Int, _ column: Int, _ message: String) {
    do throws(YAMLFault) {
      Issue.record("\(try Self.read(text)) was read of \(text)")
    } catch {
      #expect(error.place == YAMLPlace(line: line, column: column), "\(text): \(error.message)")
      #expect(error.message.hasPrefix(message), "\(text): \(error.message)")
    }
  }

  @Test func `says where each node stands, in characters`() throws {
    let root = try YAMLDocument.root(of: Array("é: ü\nlist:\n  - x\n  - yy: 1\n".utf8))
    guard case .sequence(let nodes) = root["list"]?.content else {
      Issue.record("there is no list")
      return
    }
    #expect(root["é"]?.place == YAMLPlace(line: 1, column: 4))
    #expect(nodes[1]["yy"]?.place == YAMLPlace(line: 4, column: 9))
  }

  @Test func `is refused beyond its bounds`() {
    var laughs = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1..<10 {
      let last = "*a\(level - 1)"
      laughs +=
        "a\(level): &a\(level) [" + Array(repeating: last, count: 10).joined(separator: ", ")
      laughs += "]\n"
    }
    let deep = String(repeating: "[", count: 5000)
    let deepBlocks = (0..<200).map { String(repeating: " ", count: $0) + "a:\n" }.joined()
    let large = "a: " + String(repeating: "x", count: YAMLDocument.maximumBytes)
    let many = "[" + String(repeating: "1,", count: YAMLDocument.maximumNodes + 1) + "]"
    for text in [laughs, deep, deepBlocks, large, many] {
      #expect(throws: YAMLFault.self) { try Self.read(text) }
    }
  }

  @Test func `never ends the program, whatever the bytes`() {
    let seed: UInt64 = 20_26
    var random = SplitMix64(seed: seed)
    let pieces = [
      "a", "b: ", "- ", "[", "]", "{", "}", ": ", ",", "\n", "  ", "&x ", "*x", "!!str ", "|\n",
      ">",
      "'", "\"", "#", "?", "%", "---", "...", "\u{0}", "\u{85}", "é", "\t", "<<: ", "\\",
    ]
    for _ in 0..<4000 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...24, using: &random) {
        bytes += Array(pieces.randomElement(using: &random)?.utf8 ?? "".utf8)
        if Int.random(in: 0..<40, using: &random) == 0 {
          bytes.append(.random(in: 0...255, using: &random))
        }
      }
      // Either is fine; what counts is that the call comes back.
      _ = try? YAMLDocument.root(of: bytes)
    }
  }
}

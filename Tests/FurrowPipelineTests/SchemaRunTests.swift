import FurrowCore
import FurrowFormats
import FurrowPipeline
import TestSupport
import Testing

@Suite struct `A run with a schema` {
  static func report(
    _ text: String,
    schema: String,
    files: [String: String] = [:],
    _ change: (inout TextPlan, TemporaryDirectory) -> Void = { _, _ in }
  ) throws -> TextReport {
    let folder = try TemporaryDirectory()
    let path = try folder.write(Array(text.utf8), to: "in.csv")
    for (name, text) in files { try folder.write(Array(text.utf8), to: name) }
    var plan = TextPlan(sources: [TextSource(path: path, dialect: .csv, format: .csv)])
    plan.schema = try folder.write(Array(schema.utf8), to: "schema.json")
    plan.goesOnWithoutRejects = true
    change(&plan, folder)
    return TextRunner(plan).run()
  }

  @Test(
    arguments: [
      ("exact", "a,b", nil), ("exact", "b,a", "field \"b\": column 1 was expected to be \"a\""),
      ("exact", "a", "expected 2 columns, as in the schema, found 1; \"b\" is missing"),
      ("exact", "a,b,c", "expected 2 columns, as in the schema, found 3, such as \"c\""),
      ("equal", "b,a", nil), ("equal", "a,c", "field \"b\": expected a column of this name"),
      ("subset", "c,b,a", nil), ("subset", "a,c", "field \"b\": expected a column of this name"),
      ("superset", "b", nil), ("superset", "b,c", "field \"c\": column 2 is not in the schema"),
      ("partial", "b,c", nil), ("partial", "x,y", "none of the schema's fields is there"),
    ] as [(String, String, String?)]
  )
  func `matches fields as it asks`(rule: String, header: String, message: String?) throws {
    let schema = #"{"fields": [{"name": "a"}, {"name": "b"}], "fieldsMatch": ""# + rule + "\"}"
    let report = try Self.report(header + "\n", schema: schema)
    if let message {
      #expect(report.failure?.description.contains("in.csv:1: " + message) == true)
    } else {
      #expect(report.failure == nil)
    }
  }

  @Test(
    arguments: [
      (#""type": "string", "constraints": {"minLength": 5, "maxLength": 3}"#, "abc abcd abcde", 4),
      (
        #""type": "integer", "constraints": {"maximum": "18446744073709551615"}"#,
        "1 -1 18446744073709551615 18446744073709551616", 1
      ),
      (
        #""type": "integer", "constraints": {"minimum": "-9223372036854775809"}"#,
        "-9223372036854775808 -9223372036854775809 -9223372036854775810", 1
      ),
      (
        #""type": "integer", "constraints": {"maximum": 9223372036854775807}"#,
        "9223372036854775807 9223372036854775808", 1
      ),
      (
        #""type": "integer", "constraints": {"exclusiveMinimum": 9223372036854775807}"#,
        "9223372036854775807 9223372036854775808", 1
      ),
      (
        #""type": "integer", "constraints": {"minimum": "9223372036854775808"}"#,
        "9223372036854775807 9223372036854775808", 1
      ),
      (
        #""type": "integer", "constraints": {"enum": ["18446744073709551615"]}"#,
        "18446744073709551615 018446744073709551615 18446744073709551616", 1
      ),
      (
        #""type": "number", "constraints": {"minimum": 9007199254740993}"#,
        "9007199254740992 9007199254740993 9007199254740993.0 9007199254740994", 1
      ),
      (
        #""type": "number", "constraints": {"minimum": 0.1, "maximum": 0.3}"#,
        "0.1 0.10 0.09999999999999999999 0.3 0.30000000000000000001 0.2", 2
      ),
      (
        #""type": "number", "constraints": {"exclusiveMinimum": 0.1}"#,
        "0.1 0.10000000000000000000 0.10000000000000000001", 2
      ),
      (#""type": "number", "constraints": {"minimum": 0}"#, "0 -0 -1e-400 1e-400 NaN INF -INF", 3),
      (
        #""type": "number", "constraints": {"enum": ["NaN", 1.5]}"#,
        "nan 1.50 1.5000000000000000001", 1
      ),
    ] as [(String, String, Int)]
  )
  func `holds values against bounds and choices by all their digits`(
    field: String,
    values: String,
    faults: Int
  ) throws {
    let report = try Self.report(
      "v\n" + values.split(separator: " ").joined(separator: "\n") + "\n",
      schema: #"{"fields": [{"name": "v", "# + field + "}]}"
    )
    #expect(report.failure == nil)
    #expect(report.faults.count == faults, "\(report.faults.map(\.message))")
  }

  @Test(
    arguments: [
      (#""type": "duration""#, "P1Y P12M -P1Y PT60S PT1M", 2),
      (#""type": "yearmonth""#, "2020-01 2020-01Z 2020-02", 1),
      (#""type": "object""#, #"{"a":1,"b":[2]} {"b":[2.0],"a":1e0} {"a":1,"b":[3]}"#, 1),
      (#""type": "list", "itemType": "integer", "delimiter": ";""#, "1;12 01;12 11;2 1;1;2", 1),
      (#""type": "geopoint", "format": "array""#, "[1,2] [1.0,2] [2,1]", 1),
      (#""type": "boolean", "trueValues": ["yes", "y"]"#, "yes y 0", 1),
      (#""type": "number", "bareNumber": false"#, "$5 5% 5.0 -5", 2),
      (#""type": "integer", "groupChar": ".""#, "1.000 1000 100", 1),
      (#""type": "any""#, "1 01 1.0", 0),
    ] as [(String, String, Int)]
  )
  func `compares keys by what they mean`(field: String, values: String, faults: Int) throws {
    let records = values.split(separator: " ").map { value in
      "\""
        + value.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
        + "\"\n"
    }
    let report = try Self.report(
      "v\n" + records.joined(),
      schema: #"{"fields": [{"name": "v", "constraints": {"unique": true}, "# + field + "}]}"
    )
    #expect(report.failure == nil)
    #expect(report.faults.count == faults, "\(report.faults.map(\.message))")
    #expect(report.faults.allSatisfy { $0.code == .uniqueError })
  }

  @Test func `ends with a failure where a pattern takes too many steps again and again`() throws {
    let schema =
      #"{"fields": [{"name": "v", "type": "string", "constraints": {"pattern": "(a+)+$"}}]}"#
    let value = String(repeating: "a", count: 40) + "b\n"
    let few = try Self.report("v\naa\n" + value, schema: schema)
    #expect(few.failure == nil)
    #expect(few.faults.map(\.rule) == ["pattern"])
    #expect(few.faults.first?.message.contains("takes too many steps") == true)
    let many = try Self.report("v\n" + String(repeating: value, count: 5000), schema: schema)
    #expect(
      many.failure?.description.hasPrefix("field \"v\": the pattern (a+)+$ takes too") == true
    )
  }

  /// In little memory the sources are read again for their keys, and their patterns matched again.
  @Test(arguments: [24 << 10, 256 << 20])
  func `bears a pattern that takes too many steps now and then`(memory: Int) throws {
    let schema = """
      {"fields": [{"name": "id", "type": "integer", "constraints": {"unique": true}},
        {"name": "v", "type": "string", "constraints": {"pattern": "(a+)+$"}}],
       "foreignKeys": [{"fields": "id", "reference": {"fields": "id"}}]}
      """
    let slow = String(repeating: "a", count: 40) + "b"
    let records = (0..<600).map { "\($0 % 590),\($0 % 15 == 0 ? slow : "a")\n" }
    let report = try Self.report("id,v\n" + records.joined(), schema: schema) { plan, _ in
      plan.memoryBytes = memory
    }
    #expect(report.failure == nil)
    // Those with a slow value, and those whose key is there already.
    #expect(report.ledger.rejected == 40 + 10)
  }

  @Test func `tells where the first holder of a key stands`() throws {
    let report = try Self.report(
      "id,t\n1,\"x\ny\"\n2,z\n01,w\n",
      schema: #"{"fields": [{"name": "id", "type": "integer"}, {"name": "t"}], "primaryKey": "id"}"#
    )
    #expect(
      report.faults.map(\.message) == [
        "expected each id once, found \"01\", which stands in line 2 (record 1), too"
      ]
    )
    #expect(report.faults.first?.position.line == 5)
  }

  @Test func `follows references in the same file, wherever they stand`() throws {
    let report = try Self.report(
      "id,parent\n1,\n2,3\n3,1\n4,9\n",
      schema: """
        {"fields": [{"name": "id", "type": "integer"}, {"name": "parent", "type": "integer"}],
         "foreignKeys": [{"fields": "parent", "reference": {"fields": "id"}}]}
        """
    )
    #expect(report.faults.map(\.code) == [.foreignKeyError])
    #expect(report.faults.first?.position.record == 4)
    #expect(report.faults.first?.value == "9")
  }

  @Test func `follows references to other files of a data package`() throws {
    let package = """
      {"resources": [
        {"name": "states", "path": "states.csv", "dialect": {"delimiter": ";"},
         "schema": {"fields": [{"name": "code"}, {"name": "name"}]}},
        {"name": "in", "path": "in.csv", "schema": {"fields": [{"name": "state"}],
         "foreignKeys": [{"fields": ["state"],
           "reference": {"resource": "states", "fields": ["code"]}}]}}]}
      """
    let report = try Self.report(
      "state\nBY\nXX\n",
      schema: package,
      files: ["states.csv": "code;name\nBY;Bavaria\n"]
    )
    #expect(
      report.faults.map(\.message) == [
        "expected code of a record of states, found \"XX\", which is in none"
      ]
    )
  }

  @Test func `parts the good from the bad, byte for byte`() throws {
    let folder = try TemporaryDirectory()
    let report = try Self.report(
      "n,t\r\n1,\"a\"\r\nx,b\r\n3,c",
      schema: #"{"fields": [{"name": "n", "type": "integer"}, {"name": "t"}]}"#
    ) { plan, _ in
      plan.output = TextPlan.Output(path: folder.file("good.csv"), form: .raw)
      plan.invalidPath = folder.file("bad.csv")
    }
    #expect(report.status == .rejects)
    func text(_ name: String) throws -> String {
      String(decoding: try SuiteFile.bytes(of: folder.file(name)), as: UTF8.self)
    }
    #expect(try text("good.csv") == "n,t\r\n1,\"a\"\r\n3,c\n")
    #expect(try text("bad.csv") == "n,t\r\nx,b\r\n")
  }

  @Test func `names the file, line and path of a fault of the schema`() throws {
    let report = try Self.report(
      "a\n",
      schema: "{\"fields\": [\n  {\"name\": \"a\", \"type\": 7}]}"
    )
    let message = report.failure?.description ?? ""
    #expect(message.hasSuffix("schema.json:2:25: $.fields[0].type: expected a string, found 7"))
    let pattern = try Self.report(
      "a\n",
      schema: #"{"fields": [{"name": "a", "constraints": {"pattern": "(x"}}]}"#
    )
    #expect(
      pattern.failure?.description.contains(
        "schema.json:1:54: $.fields[0].constraints.pattern: expected a regular expression, found a fault at byte 2"
      ) == true
    )
  }

  @Test func `writes reports that other programs read`() throws {
    let report = try Self.report(
      "n\n<&>\n",
      schema: #"{"fields": [{"name": "n", "type": "integer"}]}"#
    )
    func text(_ format: ReportFormat) -> String {
      RunReport(report, command: "validate", sources: ["in.csv"]).text(format, version: "1")
    }
    #expect(text(.junit).contains("found &quot;&lt;&amp;&gt;&quot;"))
    #expect(text(.junit).contains("<testcase classname=\"furrow\" name=\"type-error: n\">"))
    #expect(text(.github).contains(",line=2,title=type-error::field \"n\": expected an integer"))
    let sarif = try JSONParser.value(of: Array(text(.sarif).utf8))
    #expect("\(sarif)".contains(#""ruleId":"type-error""#))
    let json = try JSONParser.value(of: Array(text(.json).utf8))
    #expect("\(json)".contains(#""fields":[{"code":"type-error","field":"n","count":1}]"#))
  }

  @Test func `converts values as the schema means them`() throws {
    let folder = try TemporaryDirectory()
    let report = try Self.report(
      "n,b,t\n007,true,007\n,0,\n",
      schema: """
        {"fields": [{"name": "n", "type": "integer"}, {"name": "b", "type": "boolean"},
          {"name": "t", "type": "string"}]}
        """
    ) { plan, _ in
      plan.output = TextPlan.Output(
        path: folder.file("out.ndjson"),
        form: .written(TextForm(.ndjson))
      )
    }
    #expect(report.failure == nil)
    let text = String(decoding: try SuiteFile.bytes(of: folder.file("out.ndjson")), as: UTF8.self)
    #expect(text == "{\"n\":7,\"b\":1,\"t\":\"007\"}\n{\"n\":null,\"b\":0,\"t\":null}\n")
  }

  @Test func `writes nothing when a record is at fault and nobody said to go on`() throws {
    let folder = try TemporaryDirectory()
    let report = try Self.report(
      "n\nx\n",
      schema: #"{"fields": [{"name": "n", "type": "integer"}]}"#
    ) { plan, _ in
      plan.goesOnWithoutRejects = false
      plan.output = TextPlan.Output(path: folder.file("out.csv"), form: .raw)
    }
    #expect(report.status == .failed)
    #expect(throws: ReadFailure.self) { try SuiteFile.bytes(of: folder.file("out.csv")) }
  }
}

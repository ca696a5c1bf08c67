import FurrowCore
import FurrowSQLite
import TestSupport
import Testing

@Suite struct `A check in SQL` {
  private static let trips =
    "id,start,end,price\n1,2024-01-02,2024-01-05,10\n2,2024-03-02,2024-03-01,9\n"
    + "3,2024-01-02,,30\n4,2024-05-01,2024-04-01,x\n5,2024-05-01,2024-05-01,1\n"
  private static let schema = """
    {"fields": [{"name": "id", "type": "integer"}, {"name": "start", "type": "date"},
      {"name": "end", "type": "date"}, {"name": "price", "type": "number"}]}
    """
  private static let table = "CREATE TABLE t(id INTEGER, start TEXT, \"end\" TEXT, price)"

  /// Checks, whether there is a schema, and the record, code, rule, field and value of each fault.
  private static let cases: [([String], Bool, [String])] = [
    (
      ["\"end\" >= start"], false,
      ["2 row-constraint \"end\" >= start", "4 row-constraint \"end\" >= start"]
    ),
    (
      ["dates: \"end\" >= start -- too late"], false,
      ["2 row-constraint dates", "4 row-constraint dates"]
    ),
    // A field that is no value costs no other rule its say.
    (
      ["dates: \"end\" >= start", "cheap: price < 20"], true,
      [
        "2 row-constraint dates", "3 row-constraint cheap price 30", "4 row-constraint dates",
        "4 type-error type price x",
      ]
    ),
    (
      ["id <> 5", "id < 5"], true,
      [
        "4 type-error type price x", "5 row-constraint id < 5 id 5",
        "5 row-constraint id <> 5 id 5",
      ]
    ),
    (["NULL", "1", "id"], false, []),
    (["no word: 'word'"], false, (1...5).map { "\($0) row-constraint no word" }),
    (
      ["abs(-9223372036854775807 - id) > 0 -- of each"], false,
      ["1 row-constraint abs(-9223372036854775807 - id) > 0 id 1"]
    ),
    (
      ["start <> 'a -- b' AND id < 3"], false,
      [3, 4, 5].map { "\($0) row-constraint start <> 'a -- b' AND id < 3" }
    ),
  ]

  @Test(arguments: cases)
  func `gives the same verdicts in every command`(
    _ test: ([String], Bool, [String])
  ) throws {
    let (checks, hasSchema, expected) = test
    let jobs = "\(1 + expected.count % 2)"
    let place = try Workplace(["t.csv": Self.trips, "s.json": Self.schema], sql: Self.table)
    var options = checks.flatMap { ["--check", $0] } + ["--jobs", jobs]
    if hasSchema { options += ["--schema", "s.json"] }
    let rest = ["--on-error", "reject"] + options
    let status: Int32 = expected.isEmpty ? 0 : 2
    for (name, command) in [
      ("v", ["validate", "t.csv"] + options), ("c", ["convert", "t.csv", "-o", "out.csv"] + rest),
      ("d", ["convert", "t.csv", "-o", "one.csv", "--dedupe-by", "id", "--keep", "last"] + rest),
      ("i", ["import", "t.csv", "--into", "data.db"] + rest),
    ] {
      let run = try CommandRun(command + ["--rejects", name], directory: place.folder.path)
      #expect(run.status == status, "\(name): \(run.errorText)")
      #expect(try Self.faults(place.text("\(name)/t.rejected.jsonl")) == expected, "\(name)")
    }
    let left = 5 - Set(expected.map { $0.prefix(1) }).count
    #expect(try place.ask("SELECT count(*) FROM t") == "\(left)")
  }

  /// Record, code, rule, field and value of each fault.
  private static func faults(_ lines: String) throws -> [String] {
    try lines.split(separator: "\n").map { line in
      let fault = JSONCursor(try JSONParser.value(of: Array(line.utf8)))
      return ["record", "code", "rule", "field", "value"].compactMap { key in
        switch fault[key]?.value {
        case .string(let text): text
        case .null, nil: nil
        case .some(let value): "\(value)"
        }
      }.joined(separator: " ")
    }.sorted()
  }

  @Test(arguments: [
    ("nope > 1", "--check \"nope > 1\": no such column: nope"),
    ("a: starts > 1", "--check \"a\": no such column: starts (did you mean \"start\"?)"),
    ("id >", "--check \"id >\":"), ("count(*) > 1", "--check"), ("id > :x", "has a parameter"),
    ("id < 2) OR (id > 2", "--check"),
  ])
  func `that is wrong itself says so before anything is read or written`(
    _ check: String,
    _ message: String
  ) throws {
    let place = try Workplace(["t.csv": Self.trips], sql: Self.table)
    for command in [
      ["validate", "t.csv", "--valid", "out.csv"], ["convert", "t.csv", "-o", "out.csv"],
      ["import", "t.csv", "--into", "data.db"],
    ] {
      let run = try CommandRun(command + ["--check", check], directory: place.folder.path)
      #expect(run.status == 1)
      #expect(run.errorText.contains(message), "\(run.errorText)")
      #expect(place.folder.read("out.csv") == nil)
    }
  }

  @Test func `stands in a pipeline by its name`() throws {
    let place = try Workplace(
      [
        "t.csv": Self.trips,
        "p.yaml": """
        variables: {most: 25}
        steps:
          - validate:
              source: t.csv
              check:
                dates: '"end" >= start -- the end is before the start'
                cheap: price + 0 < ${most}
        """,
      ]
    )
    let run = try place.run("furrow run p.yaml")
    #expect(run.status == 2, "\(run.errorText)")
    #expect(
      run.errorText.contains(
        "t.csv:3: the end is before the start: start \"2024-03-02\", end \"2024-03-01\" [row-constraint]"
      ),
      "\(run.errorText)"
    )
    #expect(
      run.errorText.contains("t.csv:4: field \"price\": expected price + 0 <"),
      "\(run.errorText)"
    )
  }
}

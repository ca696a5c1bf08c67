import Foundation
import Furrow
import FurrowCommand
import TestSupport
import Testing

@Suite struct `The schema of pipeline files` {
  private static let file = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("docs/pipeline.schema.json")

  @Test func `is docs/pipeline.schema.json, byte for byte`() throws {
    let schema = Data(PipelineSchema.json.indented.utf8)
    if ProcessInfo.processInfo.environment["FURROW_WRITE_REFERENCE"] == "1" {
      try schema.write(to: Self.file)
    }
    let isSame = (try? Data(contentsOf: Self.file)) == schema
    #expect(
      isSame,
      "write it anew with FURROW_WRITE_REFERENCE=1 swift test --filter PipelineSchemaTests"
    )
  }

  /// What the program says of a file, the schema says, too, as far as a schema can.
  @Test(arguments: [
    ("steps: [{import: {source: a.csv, into: d}}]", true),
    (
      "database: d\nsteps:\n  - name: x\n    after: y\n    import: {source: [a.csv], key: id, on-conflict: ignore}\n  - name: y\n    query: {sql: SELECT 1, expect: [[1, null], 2]}",
      true
    ),
    (
      "database: d\nsteps: [{migrate: }, {migrate: {to: 3}}, {export: {table: t, output: x.csv}}]",
      true
    ),
    (
      "database: d\nsteps: [{import: {source: a.csv, rename: {a: b}, set: [c=1], null: [NA, ''], limit: 5, trim: true}}]",
      true
    ),
    (
      "database: d\natomic: true\nvariables: {X: , Y: 2}\nsteps: [{convert: {source: a.csv, output: b.csv, limit: \"${Y}\"}}]",
      true
    ),
    (
      "database: d\nsteps: [{export: {table: t, json-nonfinite: null, format: ndjson, output: b}}]",
      true
    ),
    ("databse: d\nsteps: [{import: {source: a}}]", false),
    ("database: d\nsteps: []", false),
    ("database: d\nsteps: [{import: {source: a.csv, on-conflct: x}}]", false),
    ("database: d\nsteps: [{import: {source: a.csv, on-conflict: x}}]", false),
    ("database: d\nsteps: [{import: {source: a.csv, trim: 'true'}}]", false),
    ("database: d\nsteps: [{import: {source: a.csv, limit: many}}]", false),
    ("database: d\nsteps: [{import: {}}]", false),
    ("database: d\nsteps: [{import: {source: a}, export: {table: t}}]", false),
    ("database: d\nsteps: [{name: x}]", false),
    ("database: d\nvariables: {a-b: 1}\nsteps: [{query: {sql: SELECT 1}}]", false),
    ("- x", false),
  ])
  func `takes what the program takes`(_ text: String, _ isTaken: Bool) throws {
    let root = try YAMLDocument.root(of: Array(text.utf8))
    #expect(SchemaReading(root: PipelineSchema.json).accepts(Self.json(root)) == isTaken)
    let place = try PipelineFolder(text, ["a.csv": "id\n1\n"])
    let run = try place.run("--dry-run", "--set", "X=1")
    // A flag in quotes is one that the program takes and an editor need not.
    guard !text.contains("'true'") else { return }
    #expect((run.status == 0) == isTaken || run.status == 64, "\(run.errorText)")
  }

  /// A node as an editor's JSON Schema sees it, by the core schema of YAML.
  private static func json(_ node: YAMLNode) -> JSONValue {
    switch node.content {
    case .sequence(let nodes): .array(nodes.map(json))
    case .mapping(let entries):
      .object(entries.map { JSONValue.Member($0.key, json($0.value)) })
    case .scalar(let text, let isPlain):
      if node.isNull {
        .null
      } else if isPlain, text == "true" || text == "false" {
        .bool(text == "true")
      } else if isPlain, let number = Int(text) {
        .integer(number)
      } else {
        .string(text)
      }
    }
  }
}

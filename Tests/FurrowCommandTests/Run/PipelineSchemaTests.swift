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

/// The part of JSON Schema that the schema is written in.
private struct SchemaReading {
  let root: JSONValue

  func accepts(_ value: JSONValue) -> Bool { accepts(value, by: root) }

  private func accepts(_ value: JSONValue, by schema: JSONValue) -> Bool {
    guard case .object(let members) = schema else { return true }
    return members.allSatisfy { accepts(value, $0.key, $0.value, of: schema) }
  }

  private func accepts(
    _ value: JSONValue,
    _ keyword: String,
    _ rule: JSONValue,
    of schema: JSONValue
  ) -> Bool {
    switch (keyword, rule, value) {
    case ("$ref", .string(let path), _):
      return accepts(value, by: root["$defs"][String(path.dropFirst("#/$defs/".count))])
    case ("type", .string(let type), _): return Self.isType(type, value)
    case ("type", .array(let types), _):
      return types.contains {
        if case .string(let type) = $0 { Self.isType(type, value) } else { false }
      }
    case ("enum", .array(let values), _): return values.contains(value)
    case ("anyOf", .array(let schemas), _): return schemas.contains { accepts(value, by: $0) }
    case ("oneOf", .array(let schemas), _): return schemas.count { accepts(value, by: $0) } == 1
    case ("required", .array(let keys), .object(let members)):
      return keys.allSatisfy { key in members.contains { .string($0.key) == key } }
    case ("properties", .object(let rules), .object(let members)):
      return members.allSatisfy { member in
        rules.first { $0.key == member.key }.map { accepts(member.value, by: $0.value) } ?? true
      }
    case ("additionalProperties", .bool(false), .object(let members)):
      return members.allSatisfy { schema["properties"][$0.key] != .null }
    case ("additionalProperties", .object, .object(let members)):
      return members.allSatisfy { accepts($0.value, by: rule) }
    case ("propertyNames", _, .object(let members)):
      return members.allSatisfy { accepts(.string($0.key), by: rule) }
    case ("items", _, .array(let values)): return values.allSatisfy { accepts($0, by: rule) }
    case ("minItems", .integer(let least), .array(let values)): return values.count >= least
    case ("pattern", .string(let pattern), .string(let text)):
      return text.range(of: pattern, options: .regularExpression) != nil
    case ("$schema", _, _), ("title", _, _), ("description", _, _), ("default", _, _),
      ("$defs", _, _), ("required", _, _), ("properties", _, _), ("additionalProperties", _, _),
      ("propertyNames", _, _), ("items", _, _), ("minItems", _, _), ("pattern", _, _):
      return true
    default:
      Issue.record("the keyword \(keyword) is not one that the test knows")
      return false
    }
  }

  private static func isType(_ type: String, _ value: JSONValue) -> Bool {
    switch (type, value) {
    case ("null", .null), ("boolean", .bool), ("integer", .integer), ("number", .integer),
      ("number", .number), ("string", .string), ("array", .array), ("object", .object):
      true
    default: false
    }
  }
}

extension JSONValue {
  fileprivate subscript(key: String) -> JSONValue {
    guard case .object(let members) = self else { return .null }
    return members.first { $0.key == key }?.value ?? .null
  }
}

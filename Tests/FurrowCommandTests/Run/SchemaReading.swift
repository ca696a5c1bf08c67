import Foundation
import Furrow
import Testing

/// The part of JSON Schema that the schema is written in.
struct SchemaReading {
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
  subscript(key: String) -> JSONValue {
    guard case .object(let members) = self else { return .null }
    return members.first { $0.key == key }?.value ?? .null
  }
}

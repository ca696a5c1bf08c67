package import Furrow

/// The JSON Schema of a pipeline file, made of the commands' options: `docs/pipeline.schema.json`.
///
/// <https://json-schema.org/draft/2020-12>
package enum PipelineSchema {
  /// The schema.
  package static var json: JSONValue {
    [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "A pipeline of furrow",
      "type": "object",
      "required": .array(["steps"]),
      "additionalProperties": .bool(false),
      "properties": [
        "name": string(
          "what the pipeline is called in a database that it fills; else its file name"
        ),
        "database": string("database of the steps that name none, told from the pipeline's folder"),
        "migrations": string(
          "folder of migrations; without a step migrate they are brought up to date first"
        ),
        "atomic": [
          "type": "boolean", "default": .bool(false),
          "description": "whether all steps are done in the database, or none",
        ],
        "variables": [
          "type": "object",
          "description": "names for ${NAME}, with the values they have unless another is given",
          "propertyNames": ["pattern": "^[A-Za-z_][A-Za-z0-9_]*$"],
          "additionalProperties": [
            "type": .array(["string", "number", "boolean", "null"])
          ],
        ],
        "steps": [
          "type": "array", "minItems": .integer(1), "items": ["$ref": "#/$defs/step"],
        ],
      ],
      "$defs": .object(
        [.init("step", step), .init("text", text), .init("texts", orList(of: ref("text")))]
          + StepKind.allCases.map { .init($0.rawValue, schema(of: $0)) }
      ),
    ]
  }

  private static var step: JSONValue {
    let head: [JSONValue.Member] = [
      .init("name", string("the step's name, which no other step has")),
      .init(
        "after",
        .object(
          [.init("description", "steps that have to be done before it")] + members(of: ref("texts"))
        )
      ),
    ]
    return [
      "type": "object",
      "additionalProperties": .bool(false),
      "properties": .object(
        head + StepKind.allCases.map { .init($0.rawValue, ref($0.rawValue)) }
      ),
      "oneOf": .array(
        StepKind.allCases.map { ["required": .array([.string($0.rawValue)])] }
      ),
    ]
  }

  private static func schema(of kind: StepKind) -> JSONValue {
    var properties = kind.positionals.map { key, positional in
      JSONValue.Member(
        key,
        described(ref(positional.count == .one ? "text" : "texts"), positional.help)
      )
    }
    properties += kind.options.map { .init($0.name, schema(of: $0)) }
    if kind == .query { properties.append(.init("expect", expectation)) }
    let required = kind.positionals.filter { $0.positional.count != .any && $0.key != "db" }
      .map(\.key)
    return [
      "type": kind == .migrate ? .array(["object", "null"]) : "object",
      "description": .string(kind.command.summary),
      "additionalProperties": .bool(false),
      "required": .array(required.map(JSONValue.string)),
      "properties": .object(properties),
    ]
  }

  private static func schema(of option: Option) -> JSONValue {
    var help = option.help
    if let text = option.defaultText { help += " (\(text) unless given)" }
    if option.isFlag { return described(["type": "boolean"], help) }
    if !option.allowed.isEmpty {
      let words: JSONValue = [
        "enum": .array(option.allowed.map { $0 == "null" ? .null : .string($0) })
      ]
      return described(["anyOf": .array([words, variable])], help)
    }
    switch option.kind {
    case .names: return described(ref("texts"), help)
    case .wholeNumber:
      return described(["anyOf": .array([["type": "integer"], variable])], help)
    case .pair, .expressionPair, .rule:
      let pairs: JSONValue = ["type": "object", "additionalProperties": ref("text")]
      return described(["anyOf": .array([pairs, ref("texts")])], help)
    default: return described(ref(option.isRepeatable ? "texts" : "text"), help)
    }
  }

  /// A text, with or without quotes.
  private static let text: JSONValue = [
    "type": .array(["string", "number", "boolean"])
  ]

  /// A text with a variable in it.
  private static let variable: JSONValue = ["type": "string", "pattern": "\\$\\{"]

  private static var expectation: JSONValue {
    let cell: JSONValue = ["type": .array(["string", "number", "boolean", "null"])]
    let rows: JSONValue = [
      "type": "array", "items": ["anyOf": .array([cell, ["type": "array", "items": cell]])],
    ]
    return described(
      ["anyOf": .array([cell, rows])],
      "what the query has to give: one value, a list of rows with a value each, or a list of lists"
    )
  }

  private static func ref(_ name: String) -> JSONValue { ["$ref": .string("#/$defs/\(name)")] }

  private static func orList(of item: JSONValue) -> JSONValue {
    ["anyOf": .array([item, ["type": "array", "items": item]])]
  }

  private static func string(_ description: String) -> JSONValue {
    described(["type": "string"], description)
  }

  private static func described(_ schema: JSONValue, _ description: String) -> JSONValue {
    .object([.init("description", .string(description))] + members(of: schema))
  }

  private static func members(of schema: JSONValue) -> [JSONValue.Member] {
    guard case .object(let members) = schema else { return [] }
    return members
  }
}

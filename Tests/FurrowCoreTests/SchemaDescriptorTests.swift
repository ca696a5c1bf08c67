import FurrowCore
import Testing

@Suite struct `A schema` {
  @Test(arguments: [
    (#"{}"#, #"$: expected an object with "fields", found {}"#),
    (#"{"fields": [{"name": "a"}, {"name": "a"}]}"#, "$.fields[1].name: expected each name once"),
    (#"{"fields": [{"type": "string"}]}"#, "$.fields[0]: expected an object with \"name\""),
    (#"{"fields": [{"name": "a", "type": "int"}]}"#, "$.fields[0].type: expected a type of Table"),
    (
      #"{"fields": [{"name": "a", "type": "date", "format": "dd/mm"}]}"#,
      "$.fields[0].format: expected default, any, or a pattern"
    ),
    (
      #"{"fields": [{"name": "a", "type": "integer", "constraints": {"minimum": "x"}}]}"#,
      "$.fields[0].constraints.minimum: expected an integer, as the field's type is integer, found \"x\""
    ),
    (
      #"{"fields": [{"name": "a", "type": "string", "constraints": {"minimum": 1}}]}"#,
      "$.fields[0].constraints.minimum: has no meaning for the type string"
    ),
    (
      #"{"fields": [{"name": "a", "constraints": {"requird": true}}]}"#,
      "$.fields[0].constraints.requird: is no constraint of Table Schema: expected one of required, "
    ),
    (
      #"{"fields": [{"name": "a", "constraints": {"required": "yes"}}]}"#,
      "$.fields[0].constraints.required: expected true or false, found \"yes\""
    ),
    (
      #"{"fields": [{"name": "a"}], "primaryKey": ["b"]}"#,
      "$.primaryKey[0]: expected the name of a"
    ),
    (#"{"fields": [{"name": "a"}], "primaryKey": "b"}"#, "$.primaryKey: expected the name of a"),
    (#"{"fields": [{"name": "a"}], "uniqueKeys": []}"#, "$.uniqueKeys: expected at least one key"),
    (
      #"{"fields": [{"name": "a"}], "foreignKeys": [{"fields": "a", "reference": {"fields": ["a", "b"]}}]}"#,
      "$.foreignKeys[0].reference.fields[1]: expected the name of a field"
    ),
    (
      #"{"fields": [{"name": "a"}], "fieldsMatch": "all"}"#, "$.fieldsMatch: expected one of exact,"
    ),
    (#"{"fields": [], "missingValues": [1]}"#, "$.missingValues[0]: expected a string, found 1"),
    (
      #"{"fields": [{"name": "a", "type": "object", "constraints": {"jsonSchema": {"$ref": "x"}}}]}"#,
      "$.fields[0].constraints.jsonSchema[\"$ref\"]: the keyword is not checked here"
    ),
    (
      #"{"fields": [{"name": "a", "type": "object", "constraints": {"jsonSchema": {"type": "objct"}}}]}"#,
      "$.fields[0].constraints.jsonSchema.type: expected one or more of null, boolean, object, array"
    ),
    (
      #"{"fields": [{"name": "a", "type": "number", "decimalChar": "1"}]}"#,
      "$.fields[0].decimalChar: expected a character that is no digit, no sign and no e"
    ),
    (
      #"{"fields": [{"name": "a", "type": "integer", "groupChar": "-"}]}"#,
      "$.fields[0].groupChar: expected a character that is no digit"
    ),
    (
      #"{"fields": [{"name": "a", "type": "number", "groupChar": ".."}]}"#,
      "$.fields[0].groupChar: expected another character than decimalChar"
    ),
    (
      #"{"fields": [{"name": "a", "type": "number", "constraints": {"minimum": "NaN"}}]}"#,
      "$.fields[0].constraints.minimum: expected a value that others can be compared with"
    ),
    (
      #"{"fields": [{"name": "a", "type": "integer", "constraints": {"maximum": 18446744073709551615}}]}"#,
      "$.fields[0].constraints.maximum: expected a string, as whole numbers beyond 64 bits lose"
    ),
    (
      #"{"fields": [{"name": "a", "type": "date", "format": "%G-%V"}]}"#,
      "$.fields[0].format: expected default, any, or a pattern"
    ),
  ])
  func `that is described wrongly is refused with its path`(text: String, message: String) throws {
    let descriptor = JSONCursor(try JSONParser.value(of: Array(text.utf8)))
    let error = #expect(throws: DocumentError.self) { try Schema(descriptor) }
    #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
  }

  @Test func `keeps what its descriptor says`() throws {
    let text = """
      {"fields": [{"name": "a", "type": "integer", "constraints": {"minimum": 1, "exclusiveMinimum": 1}},
        {"name": "b", "missingValues": [{"value": "-", "label": "none"}]},
        {"name": "c", "type": "string", "categories": [{"value": "x"}, {"value": "y"}]}],
       "missingValues": ["", "NA"], "primaryKey": "a", "uniqueKeys": [["a", "b"]],
       "foreignKeys": [{"fields": "a", "reference": {"resource": "", "fields": "b"}},
         {"fields": ["b"], "reference": {"resource": "other", "fields": ["x"]}}]}
      """
    let schema = try Schema(JSONCursor(try JSONParser.value(of: Array(text.utf8))))
    #expect(schema.fields[0].constraints.minimum?.isExclusive == true)
    #expect(schema.fields[0].missingValues == ["", "NA"])
    #expect(schema.fields[1].missingValues == ["-"])
    #expect(schema.fields[2].constraints.choices.map(\.text) == ["x", "y"])
    #expect(schema.primaryKey == ["a"])
    #expect(schema.uniqueKeys == [["a", "b"]])
    #expect(schema.foreignKeys.map(\.resource) == [nil, "other"])
  }

  @Test(arguments: [
    (
      #"{"type": "object", "required": ["a"], "properties": {"a": {"type": "integer"}}}"#,
      [#"{"a": 1}"#, #"{"a": 1.0, "b": 2}"#], ["{}", #"{"a": "x"}"#, "[]"]
    ),
    (
      #"{"items": {"minimum": 2}, "maxItems": 2, "uniqueItems": true}"#,
      ["[2, 3]", "[]", "{}"], ["[1]", "[2, 2]", "[2, 2.0]", "[2, 3, 4]"]
    ),
    (
      #"{"uniqueItems": true}"#,
      [
        #"["1", 1, "\u00e9", "e\u0301", null, [1, 2], [2, 1], {"a": 1}, {"a": 2}, {"b": 1}]"#,
        "[\((0..<100_000).map(String.init).joined(separator: ","))]",
      ],
      [#"[{"a": 1, "b": [2]}, {"b": [2.0], "a": 1e0}]"#, "[null, null]"]
    ),
    (
      #"{"const": {"a": "\u00e9", "b": 1}}"#, [#"{"b": 1.0, "a": "\u00e9"}"#],
      [#"{"a": "e\u0301", "b": 1}"#, #"{"a": "\u00e9"}"#]
    ),
    (
      #"{"enum": [9007199254740993, [2]]}"#, ["9007199254740993", "[2.0]"],
      ["9007199254740992", "9007199254740992.0", "9.007199254740992e15"]
    ),
    (
      #"{"additionalProperties": false, "properties": {"a": true}}"#, [#"{"a": 1}"#], [#"{"b": 1}"#]
    ),
    (
      #"{"anyOf": [{"required": ["a"]}, {"required": ["b"]}], "not": {"required": ["c"]}}"#,
      [#"{"b": 1}"#], ["{}", #"{"a": 1, "c": 1}"#]
    ),
  ])
  func `checks JSON by a schema`(schema: String, good: [String], bad: [String]) throws {
    let text =
      #"{"fields": [{"name": "a", "type": "object", "constraints": {"jsonSchema": "#
      + schema + "}}]}"
    let read = try Schema(JSONCursor(try JSONParser.value(of: Array(text.utf8))))
    let rules = try #require(read.fields[0].constraints.jsonSchema)
    for text in good {
      #expect(rules.accepts(try JSONParser.value(of: Array(text.utf8))), "\(text)")
    }
    for text in bad {
      #expect(!rules.accepts(try JSONParser.value(of: Array(text.utf8))), "\(text)")
    }
  }
}

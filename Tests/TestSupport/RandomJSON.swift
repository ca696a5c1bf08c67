/// Repeatable random JSON, some of it at fault.
package enum RandomJSON {
  /// A line: an object as a rule, else another value, nothing, or something broken.
  package static func line(using random: inout SplitMix64) -> String {
    switch Int.random(in: 0..<12, using: &random) {
    case 0: return [" ", "", "\t\r"].randomElement(using: &random) ?? ""
    case 1: return value(depth: 2, using: &random)
    case 2:
      var text = Array(object(depth: 2, using: &random).unicodeScalars)
      text.remove(at: Int.random(in: text.indices, using: &random))
      return String(String.UnicodeScalarView(text))
    default: return space(using: &random) + object(depth: 3, using: &random)
    }
  }

  /// An object; now and then a key stands twice.
  package static func object(depth: Int, using random: inout SplitMix64) -> String {
    let keys = ["\"a\"", "\"b\"", "\"long key of text\"", "\"\\u0061\"", "\"é\"", "\"a\\\"\\\\\""]
    let members = (0..<Int.random(in: 0...4, using: &random)).map { _ in
      (keys.randomElement(using: &random) ?? "\"a\"") + space(using: &random) + ":"
        + space(using: &random) + value(depth: depth - 1, using: &random)
    }
    return "{" + space(using: &random) + members.joined(separator: space(using: &random) + ",")
      + space(using: &random) + "}"
  }

  private static func value(depth: Int, using random: inout SplitMix64) -> String {
    let numbers = [
      "0", "-0", "12", "-7", "1.5", "0.1", "1e5", "1E-3", "9223372036854775807",
      "9223372036854775808", "123456789.123456789", "0.30000000000000004", "1e999", "-0.0",
      "1e-999",
      "12345678901234567", "179769313486231570000000000000", "4.35", "100000000000000000000.5",
    ]
    switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &random) {
    case 0: return ["true", "false", "null"].randomElement(using: &random) ?? "null"
    case 1, 2: return numbers.randomElement(using: &random) ?? "0"
    case 6:
      let values = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        value(depth: depth - 1, using: &random)
      }
      return "[" + values.joined(separator: "," + space(using: &random)) + "]"
    case 7: return object(depth: depth, using: &random)
    default: return string(using: &random)
    }
  }

  private static func string(using random: inout SplitMix64) -> String {
    let parts = [
      "plain text", "é", "🌾", "\\n", "\\\"", "\\\\", "\\u00e9", "\\ud83c\\udf3e", "{", "]", ",",
      "/",
      "\\/", "x", "\\u0000", "sixteen letters.",
    ]
    let body = (0..<Int.random(in: 0...5, using: &random)).map { _ in
      parts.randomElement(using: &random) ?? ""
    }
    return "\"" + body.joined() + "\""
  }

  private static func space(using random: inout SplitMix64) -> String {
    ["", "", "", " ", "  ", "\t"].randomElement(using: &random) ?? ""
  }
}

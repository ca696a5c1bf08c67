import Furrow

/// Values that are typed for the parameters of a statement.
enum ParameterValue {
  /// The values of all `--param`.
  static func read(
    _ arguments: ParsedArguments
  ) throws(UsageError) -> [(name: String, value: Value)] {
    try arguments[Options.param].map { pair throws(UsageError) in
      do throws(ValueFault) {
        return try read(pair)
      } catch {
        throw arguments.usageError(
          "--param \(DisplayText.escaped(pair.name)): \(error.message)"
        )
      }
    }
  }

  /// The value of `NAME=VALUE`, with a type perhaps: `NAME:text=007`.
  static func read(_ pair: NamedValue) throws(ValueFault) -> (name: String, value: Value) {
    var name = pair.name
    var type: Substring?
    if let colon = name.lastIndex(of: ":"), colon > name.startIndex {
      type = pair.name[name.index(after: colon)...]
      name = String(name[..<colon])
    }
    let text = pair.value
    switch type {
    case nil: return (name, Value(typed: text))
    case "text": return (name, .text(text))
    case "integer":
      guard let number = Int64(text) else { throw fault("an integer", text) }
      return (name, .integer(number))
    case "real":
      guard let number = Double(text), !number.isNaN else { throw fault("a number", text) }
      return (name, .real(number))
    case "blob":
      guard let bytes = bytes(text) else { throw fault("hexadecimal digits, two a byte", text) }
      return (name, .blob(bytes))
    case "null":
      guard text.isEmpty else { throw fault("nothing behind the equals sign", text) }
      return (name, .null)
    case let other?:
      throw fault("a type: text, integer, real, blob or null", String(other))
    }
  }

  private static func fault(_ expected: String, _ found: String) -> ValueFault {
    ValueFault(expected: expected, found: found)
  }

  private static func bytes(_ text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      let pair = String(decoding: digits[index...index + 1], as: UTF8.self)
      guard !pair.hasPrefix("+"), !pair.hasPrefix("-"), let byte = UInt8(pair, radix: 16) else {
        return nil
      }
      bytes.append(byte)
    }
    return bytes
  }
}

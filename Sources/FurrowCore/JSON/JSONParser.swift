/// Reads one JSON text whole, strictly by RFC 8259. <https://www.rfc-editor.org/rfc/rfc8259>
///
/// It is for documents and single values; records in JSON have a reader of their own.
public struct JSONParser {
  /// How deep arrays and objects may stand in one another.
  public static let maximumDepth = 256

  private let bytes: [UInt8]
  /// Whether a key may stand twice in an object.
  private let allowsRepeatedKeys: Bool
  /// The value whose place is wanted.
  private let wanted: JSONPath?
  private var found: Int?
  private var index = 0

  private init(_ bytes: [UInt8], allowsRepeatedKeys: Bool, wanted: JSONPath? = nil) {
    self.bytes = bytes
    self.allowsRepeatedKeys = allowsRepeatedKeys
    self.wanted = wanted
  }

  /// Returns the value that `bytes` are.
  ///
  /// - Throws: ``DocumentError`` with line and column, when they are no JSON text.
  public static func value(
    of bytes: [UInt8],
    allowsRepeatedKeys: Bool = false
  ) throws(DocumentError) -> JSONValue {
    var parser = JSONParser(bytes, allowsRepeatedKeys: allowsRepeatedKeys)
    return try parser.document()
  }

  /// Returns where in `bytes`, which are JSON, the value at `path` starts.
  public static func place(of path: JSONPath, in bytes: [UInt8]) -> (line: Int, column: Int)? {
    var parser = JSONParser(bytes, allowsRepeatedKeys: true, wanted: path)
    _ = try? parser.document()
    return parser.found.map { parser.place(of: $0) }
  }

  private mutating func document() throws(DocumentError) -> JSONValue {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    do {
      _ = try UTF8Span(validating: bytes.span)
    } catch {
      index = error.byteOffsets.lowerBound
      throw fault(.root, "expected UTF-8, found other bytes")
    }
    skipSpace()
    let value = try value(at: .root, depth: 0)
    skipSpace()
    guard index == bytes.count else {
      throw fault(.root, "expected nothing behind the value, found \(foundText)")
    }
    return value
  }

  private mutating func value(at path: JSONPath, depth: Int) throws(DocumentError) -> JSONValue {
    if path == wanted { found = index }
    guard depth < Self.maximumDepth else {
      throw fault(path, "expected at most \(Self.maximumDepth) levels, found more")
    }
    switch peek {
    case UInt8(ascii: "{"): return try object(at: path, depth: depth)
    case UInt8(ascii: "["): return try array(at: path, depth: depth)
    case ASCII.quote: return .string(try string(at: path))
    case UInt8(ascii: "t") where take("true"): return .bool(true)
    case UInt8(ascii: "f") where take("false"): return .bool(false)
    case UInt8(ascii: "n") where take("null"): return .null
    case ASCII.minus?, (ASCII.zero...ASCII.nine)?: return try number(at: path)
    default: throw fault(path, "expected a value, found \(foundText)")
    }
  }

  private mutating func object(at path: JSONPath, depth: Int) throws(DocumentError) -> JSONValue {
    index += 1
    var members: [JSONValue.Member] = []
    var keys: Set<String> = []
    skipSpace()
    if take("}") { return .object([]) }
    while true {
      guard peek == ASCII.quote else { throw fault(path, "expected a key, found \(foundText)") }
      let start = index
      let key = try string(at: path)
      if !keys.insert(key).inserted, !allowsRepeatedKeys {
        index = start
        throw fault(path, "expected each key once, found \(JSONValue.string(key)) again")
      }
      skipSpace()
      guard take(":") else { throw fault(path, "expected a colon, found \(foundText)") }
      skipSpace()
      members.append(JSONValue.Member(key, try value(at: path.key(key), depth: depth + 1)))
      skipSpace()
      if take("}") { return .object(members) }
      guard take(",") else { throw fault(path, "expected a comma or }, found \(foundText)") }
      skipSpace()
    }
  }

  private mutating func array(at path: JSONPath, depth: Int) throws(DocumentError) -> JSONValue {
    index += 1
    var values: [JSONValue] = []
    skipSpace()
    if take("]") { return .array([]) }
    while true {
      values.append(try value(at: path.index(values.count), depth: depth + 1))
      skipSpace()
      if take("]") { return .array(values) }
      guard take(",") else { throw fault(path, "expected a comma or ], found \(foundText)") }
      skipSpace()
    }
  }
}

extension JSONParser {
  private mutating func number(at path: JSONPath) throws(DocumentError) -> JSONValue {
    let start = index
    var isWhole = true
    _ = take("-")
    if !take("0") { try digits(at: path) }
    if take(".") {
      isWhole = false
      try digits(at: path)
    }
    if let byte = peek, byte | 0x20 == UInt8(ascii: "e") {
      isWhole = false
      index += 1
      if !take("+") { _ = take("-") }
      try digits(at: path)
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    if isWhole, let value = Int(text) { return .integer(value) }
    guard let value = Double(text), value.isFinite else {
      throw fault(path, "expected a number that a double holds, found \(text)")
    }
    return .number(value)
  }

  private mutating func digits(at path: JSONPath) throws(DocumentError) {
    guard let byte = peek, (ASCII.zero...ASCII.nine).contains(byte) else {
      throw fault(path, "expected a digit, found \(foundText)")
    }
    while let byte = peek, (ASCII.zero...ASCII.nine).contains(byte) { index += 1 }
  }

  private mutating func string(at path: JSONPath) throws(DocumentError) -> String {
    index += 1
    var text: [UInt8] = []
    while let byte = peek {
      switch byte {
      case ASCII.quote:
        index += 1
        return String(decoding: text, as: UTF8.self)
      case ASCII.backslash:
        try escape(at: path, into: &text)
      case 0..<ASCII.space:
        throw fault(path, "expected an escape for a control character, found it bare")
      default:
        text.append(byte)
        index += 1
      }
    }
    throw fault(path, "expected the end of a string, found the end of the text")
  }

  private mutating func escape(
    at path: JSONPath,
    into text: inout [UInt8]
  ) throws(DocumentError) {
    let start = index
    index += 1
    let byte = peek
    index += 1
    switch byte {
    case ASCII.quote, ASCII.backslash, UInt8(ascii: "/"): text.append(byte ?? 0)
    case UInt8(ascii: "b"): text.append(8)
    case UInt8(ascii: "f"): text.append(12)
    case UInt8(ascii: "n"): text.append(ASCII.lineFeed)
    case UInt8(ascii: "r"): text.append(ASCII.carriageReturn)
    case UInt8(ascii: "t"): text.append(ASCII.tab)
    case UInt8(ascii: "u"):
      guard let scalar = codePoint() else {
        index = start
        throw fault(path, "expected \\u and the four digits of a character, found another escape")
      }
      text.append(contentsOf: Character(scalar).utf8)
    default:
      index = start
      throw fault(path, "expected an escape of JSON, found another")
    }
  }

  /// The character of `uXXXX`, or of two of them that are a pair.
  private mutating func codePoint() -> Unicode.Scalar? {
    guard let first = codeUnit() else { return nil }
    guard (0xD800..<0xDC00).contains(first) else { return Unicode.Scalar(first) }
    guard take("\\u"), let second = codeUnit(), (0xDC00..<0xE000).contains(second) else {
      return nil
    }
    return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
  }

  private mutating func codeUnit() -> UInt32? {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        return nil
      }
      unit = unit << 4 | UInt32(digit)
      index += 1
    }
    return unit
  }
}

extension JSONParser {
  private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func take(_ word: String) -> Bool {
    guard bytes[index...].starts(with: word.utf8) else { return false }
    index += word.utf8.count
    return true
  }

  private mutating func skipSpace() {
    while let byte = peek,
      [ASCII.space, ASCII.tab, ASCII.lineFeed, ASCII.carriageReturn].contains(byte)
    {
      index += 1
    }
  }

  private var foundText: String {
    guard index < bytes.count else { return "the end of the text" }
    let rest = String(decoding: bytes[index...].prefix(8), as: UTF8.self)
    guard let character = rest.first else { return "the end of the text" }
    return "'\(character.isNewline ? "\\n" : String(character))'"
  }

  private func place(of index: Int) -> (line: Int, column: Int) {
    var line = 1
    var start = bytes.startIndex
    for position in 0..<min(index, bytes.count) where bytes[position] == ASCII.lineFeed {
      line += 1
      start = position + 1
    }
    let before = String(decoding: bytes[start..<max(start, min(index, bytes.count))], as: UTF8.self)
    return (line, before.unicodeScalars.count + 1)
  }

  private func fault(_ path: JSONPath, _ message: String) -> DocumentError {
    let place = place(of: index)
    return DocumentError(path, line: place.line, column: place.column, message)
  }
}

/// JSON read by forty obvious lines over an array of bytes: the second opinion of the reader's tests.
///
/// It knows RFC 8259 and nothing of blocks, columns or speed. <https://www.rfc-editor.org/rfc/rfc8259>
package struct ReferenceJSON {
  /// A value; numbers and what is nested as they are written.
  package indirect enum Value: Equatable, Sendable {
    case null
    case boolean(Bool)
    case number(String)
    case string([UInt8])
    case array([Value], text: String)
    case object([Member], text: String)
  }

  /// A key and its value.
  package struct Member: Equatable, Sendable {
    package var key: [UInt8]
    package var value: Value
  }

  /// The text is not JSON.
  package struct Fault: Error {}

  private let bytes: [UInt8]
  private var index = 0

  /// Returns the one value that `bytes` are.
  package static func parse(_ bytes: [UInt8]) throws(Fault) -> Value {
    guard String(validating: bytes, as: UTF8.self) != nil else { throw Fault() }
    var parser = ReferenceJSON(bytes: bytes)
    parser.skipSpace()
    let value = try parser.value()
    parser.skipSpace()
    guard parser.index == bytes.count else { throw Fault() }
    return value
  }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipSpace() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { index += 1 }
  }

  private mutating func take(_ character: Character) -> Bool {
    guard next == character.asciiValue else { return false }
    index += 1
    return true
  }

  private mutating func expect(_ character: Character) throws(Fault) {
    guard take(character) else { throw Fault() }
  }

  private mutating func value() throws(Fault) -> Value {
    let start = index
    if take("{") { return .object(try members(), text: text(from: start)) }
    if take("[") { return .array(try elements(), text: text(from: start)) }
    if next == 0x22 { return .string(try string()) }
    for (word, value) in [
      ("null", Value.null), ("true", .boolean(true)), ("false", .boolean(false)),
    ] where bytes[index...].starts(with: word.utf8) {
      index += word.utf8.count
      return value
    }
    return .number(try number())
  }

  private func text(from start: Int) -> String {
    String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func members() throws(Fault) -> [Member] {
    var members: [Member] = []
    skipSpace()
    if take("}") { return members }
    while true {
      skipSpace()
      let key = try string()
      skipSpace()
      try expect(":")
      skipSpace()
      members.append(Member(key: key, value: try value()))
      skipSpace()
      if take("}") { return members }
      try expect(",")
    }
  }

  private mutating func elements() throws(Fault) -> [Value] {
    var elements: [Value] = []
    skipSpace()
    if take("]") { return elements }
    while true {
      skipSpace()
      elements.append(try value())
      skipSpace()
      if take("]") { return elements }
      try expect(",")
    }
  }

  private mutating func string() throws(Fault) -> [UInt8] {
    try expect("\"")
    var result: [UInt8] = []
    while let byte = next {
      index += 1
      switch byte {
      case 0x22: return result
      case 0..<0x20: throw Fault()
      case 0x5C: try escape(into: &result)
      default: result.append(byte)
      }
    }
    throw Fault()
  }

  private mutating func escape(into result: inout [UInt8]) throws(Fault) {
    let plain: [Character: UInt8] = [
      "\"": 0x22, "\\": 0x5C, "/": 0x2F, "b": 8, "f": 12, "n": 10, "r": 13, "t": 9,
    ]
    for (letter, byte) in plain where take(letter) { return result.append(byte) }
    try expect("u")
    var units = [try unit()]
    if UTF16.isLeadSurrogate(units[0]) {
      try expect("\\")
      try expect("u")
      units.append(try unit())
    }
    guard let text = String(validating: units, as: UTF16.self) else { throw Fault() }
    result += text.utf8
  }

  private mutating func unit() throws(Fault) -> UInt16 {
    let digits = String(decoding: bytes[index...].prefix(4), as: UTF8.self)
    guard digits.utf8.count == 4, digits.allSatisfy(\.isHexDigit), digits.utf8.first != 0x2B,
      let unit = UInt16(digits, radix: 16)
    else { throw Fault() }
    index += 4
    return unit
  }

  private mutating func number() throws(Fault) -> String {
    let start = index
    _ = take("-")
    if !take("0") { try digits() }
    if take(".") { try digits() }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      try digits()
    }
    return text(from: start)
  }

  private mutating func digits() throws(Fault) {
    let start = index
    while let byte = next, (0x30...0x39).contains(byte) { index += 1 }
    guard index > start else { throw Fault() }
  }
}

/// Repeatable random CSV.
package enum RandomText {
  /// Text as RFC 4180 has it, with LF, CRLF or CR and all of UTF-8, and records of `columnCount` fields.
  package static func conforming(columnCount: Int, using random: inout SplitMix64) -> [UInt8] {
    let bare = Array("abc xyz.\u{E9}\u{4E2D}\u{1F33E}'\\#".unicodeScalars)
    let quoted = bare + Array(",\"\"\r\n".unicodeScalars)
    let ends = ["\n", "\r\n", "\r"]
    var text = ""
    for _ in 0..<Int.random(in: 1...12, using: &random) {
      for column in 0..<columnCount {
        if column > 0 { text += "," }
        let isQuoted = Int.random(in: 0..<3, using: &random) == 0
        if isQuoted { text += "\"" }
        for _ in 0..<Int.random(in: 0...60, using: &random) / 4 {
          let scalar = (isQuoted ? quoted : bare).randomElement(using: &random) ?? "a"
          text.unicodeScalars.append(scalar)
          if scalar == "\"" { text += "\"" }
        }
        if isQuoted { text += "\"" }
      }
      text += ends.randomElement(using: &random) ?? "\n"
    }
    if Bool.random(using: &random) { text.unicodeScalars.removeLast() }
    // A file with no bytes is a failure, not a file without records.
    return text.isEmpty ? [0x0A] : Array(text.utf8)
  }

  /// Bytes that mean something to CSV, in any order.
  package static func anything(using random: inout SplitMix64) -> [UInt8] {
    let alphabets = [
      "ab,\n\"", "a,\"\r\n", "abcdefgh,\n", "\",\n", "a,\"\"\"\"\n\r\u{0}", "a\" ,\n",
    ]
    let alphabet = Array((alphabets.randomElement(using: &random) ?? "a").utf8)
    return (0..<Int.random(in: 1...300, using: &random)).map { _ in
      alphabet.randomElement(using: &random) ?? 0x61
    }
  }
}

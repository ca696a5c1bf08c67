/// What a value looks like: `A` for a capital letter, `a` for a small one, `9` for a digit, `*` for
/// what is not ASCII, and all else as it stands.
///
/// `1995-08-17` is `9999-99-99`. More than four of a kind are written once with a `+`: `Stalker`
/// is `Aa+`.
enum ValuePattern {
  /// Bytes of a pattern; a longer one ends with `~`.
  private static let limit = 40
  private static let shownRun = 4

  /// Appends the pattern of `text` to `pattern`, which is emptied first.
  static func write(_ text: Span<UInt8>, to pattern: inout [UInt8]) {
    pattern.removeAll(keepingCapacity: true)
    var index = 0
    while index < text.count {
      let sign = sign(text[index])
      var run = 0
      while index < text.count, self.sign(text[index]) == sign {
        // The bytes of a character that is not ASCII are one.
        if text[index] & 0xC0 != 0x80 { run += 1 }
        index += 1
      }
      guard pattern.count + shownRun < limit else {
        pattern.append(UInt8(ascii: "~"))
        return
      }
      if run <= shownRun {
        for _ in 0..<run { pattern.append(sign) }
      } else {
        pattern.append(sign)
        pattern.append(UInt8(ascii: "+"))
      }
    }
  }

  private static func sign(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt8(ascii: "a")
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt8(ascii: "9")
    case 0x80...: UInt8(ascii: "*")
    default: byte
    }
  }
}

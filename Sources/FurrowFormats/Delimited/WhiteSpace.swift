/// Unicode's White_Space, in UTF-8. <https://www.unicode.org/Public/UCD/latest/ucd/PropList.txt>
package enum WhiteSpace {
  /// Returns the part of `text` between the white space at its ends.
  package static func trimmedRange(_ text: Span<UInt8>) -> Range<Int> {
    var start = 0
    var end = text.count
    while start < end, case let length = length(in: text, at: start, limit: end), length > 0 {
      start += length
    }
    while end > start, case let length = lengthBackward(in: text, from: start, end: end), length > 0
    {
      end -= length
    }
    return start..<end
  }

  /// The number of bytes of the white space that starts at `index`; 0 when there is none.
  private static func length(in text: Span<UInt8>, at index: Int, limit: Int) -> Int {
    let first = text[index]
    if first == 0x20 || (0x09...0x0D).contains(first) { return 1 }
    if first == 0xC2, index + 1 < limit {  // U+0085, U+00A0
      return text[index + 1] == 0x85 || text[index + 1] == 0xA0 ? 2 : 0
    }
    guard index + 2 < limit else { return 0 }
    switch (first, text[index + 1], text[index + 2]) {
    case (0xE1, 0x9A, 0x80): return 3  // U+1680
    case (0xE2, 0x80, 0x80...0x8A): return 3  // U+2000 to U+200A
    case (0xE2, 0x80, 0xA8), (0xE2, 0x80, 0xA9), (0xE2, 0x80, 0xAF): return 3  // U+2028, 2029, 202F
    case (0xE2, 0x81, 0x9F): return 3  // U+205F
    case (0xE3, 0x80, 0x80): return 3  // U+3000
    default: return 0
    }
  }

  private static func lengthBackward(in text: Span<UInt8>, from start: Int, end: Int) -> Int {
    for size in 1...3 where end - size >= start {
      if length(in: text, at: end - size, limit: end) == size { return size }
    }
    return 0
  }
}

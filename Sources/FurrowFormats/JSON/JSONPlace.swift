internal import FurrowCore

/// Where a byte stands, as a person looks for it.
///
/// Characters are counted from the start of the line or, where an array's element starts in the
/// middle of one, from the start of the element: what stands before may be gone.
struct JSONPlace {
  /// Line ends between the record's start and the byte.
  private(set) var lineEnds = 0
  /// The character, counted from 1.
  private(set) var character = 1

  /// Finds the place of the byte at `offset`, behind `start`.
  init(_ bytes: Span<UInt8>, of offset: Int, from start: Int) {
    for index in start..<max(start, offset) {
      if bytes[index] == ASCII.lineFeed {
        lineEnds += 1
        character = 1
      } else if bytes[index] & 0xC0 != 0x80 {
        character += 1
      }
    }
  }

  /// The place in words, for a record that starts on `line`.
  func text(line: Int, inArray: Bool) -> String {
    if lineEnds > 0 { return ", at line \(line + lineEnds), character \(character)" }
    return ", at character \(character)" + (inArray ? " of the value" : "")
  }
}

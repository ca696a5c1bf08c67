internal import FurrowCore

/// Finds the `--` comments at the start of a line, outside strings, names and block comments.
///
/// This knows just enough of SQL to not be fooled; the ends of statements are SQLite's business.
/// <https://www.sqlite.org/lang_comment.html>, <https://www.sqlite.org/lang_keywords.html>
struct MarkerScanner {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The offsets of those comments, in order.
  func markerOffsets() -> [Int] {
    var offsets: [Int] = []
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case ASCII.minus where follows(ASCII.minus, index):
        if index == 0 || bytes[index - 1] == ASCII.lineFeed { offsets.append(index) }
        index = end(of: ASCII.lineFeed, from: index + 2)
      case SQLByte.slash where follows(SQLByte.star, index):
        index = endOfBlockComment(from: index + 2)
      case SQLByte.apostrophe, ASCII.quote, SQLByte.backtick:
        // A doubled quote ends one string and starts the next at once, which comes to the same.
        index = end(of: bytes[index], from: index + 1)
      case SQLByte.openBracket:
        index = end(of: SQLByte.closeBracket, from: index + 1)
      default:
        index += 1
      }
    }
    return offsets
  }

  private func follows(_ byte: UInt8, _ index: Int) -> Bool {
    index + 1 < bytes.count && bytes[index + 1] == byte
  }

  /// The offset behind the next `byte`.
  private func end(of byte: UInt8, from start: Int) -> Int {
    guard start < bytes.count, let index = bytes[start...].firstIndex(of: byte) else {
      return bytes.count
    }
    return index + 1
  }

  private func endOfBlockComment(from start: Int) -> Int {
    var index = start
    while index < bytes.count {
      if bytes[index] == SQLByte.star, follows(SQLByte.slash, index) { return index + 2 }
      index += 1
    }
    return bytes.count
  }
}

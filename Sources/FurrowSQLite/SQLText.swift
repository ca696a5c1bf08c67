internal import FurrowCore

/// A SQL text as SQLite wants it: UTF-8 with a NUL behind it and none inside.
///
/// The final NUL matters: without it SQLite copies all of the rest for each statement, which
/// makes a long script quadratic.
struct SQLText {
  let string: String
  let bytes: [UInt8]

  /// The length without the final NUL.
  var count: Int { bytes.count - 1 }

  /// - Throws: `misuse` with the byte's offset if `string` holds a NUL, which SQLite would take
  ///   for the end of the text.
  init(_ string: String) throws(SQLiteError) {
    var bytes = Array(string.utf8)
    if let offset = bytes.firstIndex(of: ASCII.nul) {
      throw SQLiteError(
        code: .misuse,
        message: "the SQL holds a NUL character",
        sql: string,
        byteOffset: offset
      )
    }
    bytes.append(ASCII.nul)
    self.string = string
    self.bytes = bytes
  }

  /// The first byte at or behind `offset` that is neither white space, comment nor semicolon.
  func startOfStatement(from offset: Int) -> Int {
    var index = offset
    while index < count {
      switch bytes[index] {
      case ASCII.space, ASCII.tab, ASCII.lineFeed, ASCII.carriageReturn, 0x0C, SQLByte.semicolon:
        index += 1
      case ASCII.minus where bytes[index + 1] == ASCII.minus:
        index = endOfLineComment(from: index)
      case SQLByte.slash where bytes[index + 1] == SQLByte.star:
        index = endOfBlockComment(from: index)
      default:
        return index
      }
    }
    return count
  }

  private func endOfLineComment(from start: Int) -> Int {
    bytes[start..<count].firstIndex(of: ASCII.lineFeed) ?? count
  }

  /// The end of the text ends a comment as well: <https://www.sqlite.org/lang_comment.html>.
  private func endOfBlockComment(from start: Int) -> Int {
    var index = start + 2
    while index < count {
      if bytes[index] == SQLByte.star, bytes[index + 1] == SQLByte.slash { return index + 2 }
      index += 1
    }
    return count
  }
}

/// Bytes that SQL gives a meaning to.
enum SQLByte {
  static let apostrophe: UInt8 = 0x27
  static let star: UInt8 = 0x2A
  static let slash: UInt8 = 0x2F
  static let semicolon: UInt8 = 0x3B
  static let openBracket: UInt8 = 0x5B
  static let closeBracket: UInt8 = 0x5D
  static let backtick: UInt8 = 0x60
}

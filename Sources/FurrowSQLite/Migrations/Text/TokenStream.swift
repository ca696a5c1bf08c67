internal import FurrowCore

/// The tokens of a SQL text, without white space and comments.
///
/// It is there to compare texts and to look for words, never to find the ends of statements.
/// <https://www.sqlite.org/lang_keywords.html>
struct TokenStream: Sequence, IteratorProtocol {
  /// One token.
  struct Token: Hashable {
    /// What it is.
    enum Kind: Hashable {
      /// A name or keyword without quotes.
      case word
      /// A name in double quotes, brackets or backticks.
      case quotedName
      /// A string or a blob.
      case string
      /// A number or a parameter.
      case number
      /// Any other character.
      case symbol
    }

    let kind: Kind
    /// The token as it is written.
    let text: String
    /// Where it starts, in bytes from 0.
    let offset: Int

    /// The name without quotes; `nil` for what is no name.
    var name: String? {
      switch kind {
      case .word: return text
      case .quotedName:
        guard let quote = text.first, text.count > 1 else { return nil }
        let inside = String(text.dropFirst().dropLast())
        return quote == "[" ? inside : inside.replacing("\(quote)\(quote)", with: "\(quote)")
      case .string, .number, .symbol: return nil
      }
    }

    /// Whether this is the keyword `word`, given in upper case.
    func isKeyword(_ word: String) -> Bool { kind == .word && text.uppercased() == word }
  }

  private let text: SQLText
  private var index = 0

  /// Starts at `offset`, which must not lie inside a token.
  init(_ text: SQLText, from offset: Int = 0) {
    self.text = text
    index = offset
  }

  /// The tokens of `sql`, none of a text that holds a NUL.
  static func tokens(of sql: String) -> [Token] {
    guard let text = try? SQLText(sql) else { return [] }
    return Array(TokenStream(text))
  }

  mutating func next() -> Token? {
    let start = skipBlanks(from: index)
    guard start < text.count else { return nil }
    let (kind, end) = extent(from: start)
    index = Swift.min(end, text.count)
    return Token(
      kind: kind,
      text: String(decoding: text.bytes[start..<index], as: UTF8.self),
      offset: start
    )
  }

  /// As `startOfStatement`, which also passes over semicolons.
  private func skipBlanks(from start: Int) -> Int {
    var index = start
    while index < text.count, text.bytes[index] != SQLByte.semicolon {
      let next = text.startOfStatement(from: index)
      guard let semicolon = firstSemicolon(from: index, to: next) else { return next }
      index = semicolon
    }
    return index
  }

  /// The first semicolon in a stretch of blanks, comments and semicolons.
  private func firstSemicolon(from start: Int, to end: Int) -> Int? {
    var index = start
    while index < end {
      switch text.bytes[index] {
      case SQLByte.semicolon: return index
      case ASCII.minus: index = text.bytes[index..<end].firstIndex(of: ASCII.lineFeed) ?? end
      case SQLByte.slash:
        index += 2
        while index < end,
          text.bytes[index] != SQLByte.star || text.bytes[index + 1] != SQLByte.slash
        {
          index += 1
        }
        index += 2
      default: index += 1
      }
    }
    return nil
  }

  private func extent(from start: Int) -> (Token.Kind, end: Int) {
    let byte = text.bytes[start]
    switch byte {
    case SQLByte.apostrophe: return (.string, endOfQuote(byte, from: start))
    case ASCII.quote, SQLByte.backtick: return (.quotedName, endOfQuote(byte, from: start))
    case SQLByte.openBracket:
      let end = text.bytes[start..<text.count].firstIndex(of: SQLByte.closeBracket)
      return (.quotedName, (end ?? text.count) + 1)
    case 0x78, 0x58:
      // x'...' is one token, x '...' are two.
      if text.bytes[start + 1] == SQLByte.apostrophe {
        return (.string, endOfQuote(SQLByte.apostrophe, from: start + 1))
      }
    case _ where byte.isDigit || byte == ASCII.period && text.bytes[start + 1].isDigit:
      return (.number, endOfNumber(from: start))
    default: break
    }
    let end = text.bytes[start..<text.count].firstIndex { !Self.isOfName($0) } ?? text.count
    return end > start ? (.word, end) : (.symbol, start + 1)
  }

  /// Behind the closing quote; a doubled one does not close.
  private func endOfQuote(_ quote: UInt8, from start: Int) -> Int {
    var index = start + 1
    while index < text.count {
      if text.bytes[index] == quote {
        guard text.bytes[index + 1] == quote else { return index + 1 }
        index += 1
      }
      index += 1
    }
    return text.count
  }

  private func endOfNumber(from start: Int) -> Int {
    var index = start
    while index < text.count {
      let byte = text.bytes[index]
      let isSign = byte == ASCII.minus || byte == 0x2B
      let isOfExponent = isSign && text.bytes[index - 1] | 0x20 == 0x65 && index > start
      guard Self.isOfName(byte) || byte == ASCII.period || isOfExponent else { break }
      index += 1
    }
    return index
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    byte.isDigit || byte == 0x5F || byte == 0x24 || byte >= 0x80
      || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A)
  }
}

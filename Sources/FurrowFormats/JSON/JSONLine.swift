internal import FurrowCore

/// A JSON value on one line.
package enum JSONLine {
  /// Returns `text` with spaces for the line ends between its tokens.
  ///
  /// A line end inside a string is no JSON, and is left where it is.
  package static func bytes(_ text: Span<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count + 1)
    var isInString = false
    var index = 0
    while index < text.count {
      let byte = text[index]
      if byte == ASCII.quote { isInString.toggle() }
      let isLineEnd = byte == ASCII.lineFeed || byte == ASCII.carriageReturn
      result.append(isLineEnd && !isInString ? ASCII.space : byte)
      if byte == ASCII.backslash, isInString, index + 1 < text.count {
        index += 1
        result.append(text[index])
      }
      index += 1
    }
    return result
  }

  /// Returns `text` on one line when it is an array or object, and nothing else.
  static func nested(_ text: Span<UInt8>) -> [UInt8]? {
    guard text.count > 1, text[0] == ASCII.openBrace || text[0] == ASCII.openBracket else {
      return nil
    }
    var line = bytes(text)
    // What stops a reading: a line end, and zeros that may be looked at.
    line.append(ASCII.lineFeed)
    line.append(contentsOf: repeatElement(0, count: BlockBuffer.padding))
    var grammar = JSONGrammar(spansLines: false)
    guard let end = grammar.nested(line.span, 0),
      grammar.afterSpace(line.span, end) == text.count
    else { return nil }
    line.removeLast(line.count - end)
    return line
  }
}

internal import FurrowCore

/// A line end in a buffer: LF, CRLF or a lone CR.
struct LineEnd {
  /// Where it starts.
  var start: Int
  /// The byte behind it.
  var next: Int

  /// Finds the first line end from `from` on, or `nil` when there is none before `limit`.
  static func first(in bytes: Span<UInt8>, from: Int, limit: Int) -> LineEnd? {
    var index = from
    while index < limit {
      let byte = bytes[index]
      if byte == ASCII.lineFeed { return LineEnd(start: index, next: index + 1) }
      if byte == ASCII.carriageReturn {
        let isPair = index + 1 < limit && bytes[index + 1] == ASCII.lineFeed
        return LineEnd(start: index, next: index + (isPair ? 2 : 1))
      }
      index += 1
    }
    return nil
  }
}

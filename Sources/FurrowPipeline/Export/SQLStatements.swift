internal import FurrowCore
internal import FurrowFormats

/// The statements of a SQL text, read block by block, however long the text is.
///
/// It knows strings, names and comments, and no bodies of triggers.
struct SQLStatements {
  /// What the next byte is part of.
  private enum Place: Equatable {
    case plain
    /// A string or a name, up to this byte.
    case quoted(UInt8)
    case lineComment
    case blockComment
  }

  private var source: any ByteSource
  private var bytes: [UInt8] = []
  private var isAtEnd = false
  /// How far it was looked at, and where the last statement ends that was found.
  private var scanned = 0
  private var end = 0
  private var place = Place.plain
  private var previous: UInt8 = 0

  private static let blockBytes = 256 << 10

  init(_ source: any ByteSource) {
    self.source = source
  }

  /// Returns the next whole statements, as many as a block has, or what stands behind the last one;
  /// `nil` at the end of the text.
  mutating func next() throws(ReadFailure) -> String? {
    while true {
      scan()
      if end > 0 || isAtEnd {
        let count = end > 0 ? end : bytes.count
        guard count > 0 else { return nil }
        let text = String(decoding: bytes[..<count], as: UTF8.self)
        bytes.removeFirst(count)
        (scanned, end) = (scanned - count, 0)
        return text
      }
      let known = bytes.count
      bytes.append(contentsOf: repeatElement(0, count: Self.blockBytes))
      let found = try source.readFully(into: &bytes, range: known..<bytes.count)
      isAtEnd = found < Self.blockBytes
      bytes.removeLast(Self.blockBytes - found)
    }
  }

  /// Whether `sql` is one statement without its semicolon, of which all strings and comments are closed.
  static func isOne(_ sql: String) -> Bool {
    var statements = SQLStatements(NoBytes())
    statements.bytes = Array(sql.utf8)
    statements.scan()
    return statements.end == 0 && [.plain, .lineComment].contains(statements.place)
  }

  private mutating func scan() {
    for index in scanned..<bytes.count {
      let byte = bytes[index]
      let known = place
      switch place {
      case .plain: begin(byte, at: index)
      case .quoted(let last): if byte == last { place = .plain }
      case .lineComment: if byte == ASCII.lineFeed { place = .plain }
      case .blockComment:
        if previous == UInt8(ascii: "*"), byte == UInt8(ascii: "/") { place = .plain }
      }
      // What opens or closes a comment is no part of another mark: `/*/` is open, `*/*` is not.
      let isMark = place != known && (place == .blockComment || known == .blockComment)
      previous = isMark ? 0 : byte
    }
    scanned = bytes.count
  }

  private mutating func begin(_ byte: UInt8, at index: Int) {
    switch byte {
    case UInt8(ascii: "'"), ASCII.quote, UInt8(ascii: "`"): place = .quoted(byte)
    case UInt8(ascii: "["): place = .quoted(UInt8(ascii: "]"))
    case ASCII.minus where previous == ASCII.minus: place = .lineComment
    case UInt8(ascii: "*") where previous == UInt8(ascii: "/"): place = .blockComment
    case UInt8(ascii: ";"): end = index + 1
    default: break
    }
  }
}

/// A text that has ended.
private struct NoBytes: ByteSource {
  let path = ""
  let consumedBytes = 0
  let totalBytes: Int? = 0

  mutating func read(
    into storage: inout MutableSpan<UInt8>,
    range: Range<Int>
  ) throws(ReadFailure) -> Int { 0 }
}

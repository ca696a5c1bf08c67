internal import FurrowCore

/// A place in a SQL text, as an editor shows it.
public struct SQLPlace: Hashable, Sendable {
  /// The line, from 1.
  public let line: Int
  /// The column in Unicode scalars, from 1.
  public let column: Int

  /// Makes a place.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The place of the UTF-8 byte `offset` (from 0) in `sql`; past the end means the end.
  public init(of offset: Int, in sql: String) {
    var line = 1
    var column = 1
    for byte in sql.utf8.prefix(max(0, offset)) {
      if byte == ASCII.lineFeed {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        // Continuation bytes do not start a scalar.
        column += 1
      }
    }
    self.init(line: line, column: column)
  }

  /// The line of this place in `sql`, and under it a caret: two lines without an end of line.
  ///
  /// Of a long line only the surroundings are shown. Tabs are kept, so that the caret stands
  /// right whatever their width.
  public func caret(in sql: String) -> String {
    let lines = sql.unicodeScalars.split(
      separator: "\n",
      maxSplits: line,
      omittingEmptySubsequences: false
    )
    let scalars = line <= lines.count ? Array(lines[line - 1]) : []
    let target = min(column - 1, scalars.count)
    let start = target > Self.before ? target - Self.before : 0
    let end = min(scalars.count, target + Self.after)
    let lead = start > 0 ? "..." : ""
    let tail = end < scalars.count ? "..." : ""
    let shown = String(String.UnicodeScalarView(scalars[start..<end].filter { $0 != "\r" }))
    let padding = String(
      String.UnicodeScalarView(scalars[start..<target].map { $0 == "\t" ? "\t" : " " })
    )
    return lead + shown + tail + "\n" + String(repeating: " ", count: lead.count) + padding + "^"
  }

  private static let before = 60
  private static let after = 40
}

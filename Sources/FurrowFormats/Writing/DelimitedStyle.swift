public import FurrowCore

/// How delimited text is written where its dialect leaves a choice: a reader finds the same values.
public struct DelimitedStyle: Sendable, Equatable {
  /// Which values stand between quotes; NULL never does.
  public enum Quoting: String, Sendable, CaseIterable {
    /// Those that would be read as something else without them.
    case minimal
    /// All.
    case all
    /// All but numbers.
    case nonnumeric
  }

  /// What ends a line.
  public var lineEnding: LineEnding
  /// How blobs are written.
  public var blob: BlobText
  /// Which values stand between quotes.
  public var quoting = Quoting.minimal
  /// Whether a byte order mark stands before the text.
  public var hasByteOrderMark = false
  /// Whether texts that a spreadsheet would run as a formula get an apostrophe in front.
  ///
  /// They are the only values that a reader does not find as they were.
  /// <https://owasp.org/www-community/attacks/CSV_Injection>
  public var defusesFormulas = false

  /// Makes a style.
  public init(lineEnding: LineEnding = .lf, blob: BlobText = .base64) {
    self.lineEnding = lineEnding
    self.blob = blob
  }
}

public import FurrowCore

/// How delimited text is written: what Table Dialect calls a dialect, and how much of it is data.
public struct Dialect: Sendable, Equatable {
  /// How characters that would break a field are written inside it.
  public enum Escape: String, Sendable, CaseIterable {
    /// They are not: every byte is meant as it stands.
    case none
    /// `\t`, `\n`, `\r`, `\\`, and `\N` for NULL.
    case backslash
  }

  /// What stands between fields; of a character beyond ASCII, its first byte in UTF-8.
  public var delimiter: UInt8 { didSet { wideDelimiter = nil } }
  /// What stands between fields, if that is a character beyond ASCII.
  public private(set) var wideDelimiter: Unicode.Scalar?
  /// What stands around a field that holds the delimiter, a quote or a line end; `nil` for nothing.
  public var quote: UInt8?
  /// How characters are escaped.
  public var escape: Escape
  /// What makes the next byte data, within quotes and outside; `nil` for nothing.
  public var escapeByte: UInt8?
  /// Whether two quotes in a quoted field stand for one.
  public var doublesQuotes = true
  /// Whether spaces behind a delimiter are no part of the field.
  public var skipsInitialSpace = false
  /// Whether the first record names the columns.
  public var hasHeader = true
  /// The records that name the columns, counted from 1; what stands before them is passed over.
  public var headerRows = [1]
  /// What stands between the parts of a name that several records make up.
  public var headerJoin = " "
  /// Records right behind the header that are passed over.
  public var passedRecords = 0
  /// The columns' names when there is no header, in the file's order; empty to number them.
  public var columns: [String] = []
  /// Physical lines to pass over before the header.
  public var skippedLines = 0
  /// A line that starts with this byte is passed over; `nil` when there are no comments.
  public var comment: UInt8?
  /// Words that mean NULL where they are all of an unquoted field.
  public var nullTokens: [String] = []
  /// Whether quoted fields are NULL, too, when they are empty or a null token.
  public var nullsQuoted = false
  /// Whether a header name that is empty or stands twice is a failure; else it is renamed.
  public var isHeaderStrict = false
  /// Whether the first blank name is a name like others: a table or a schema has a column called so.
  public var allowsBlankName = false
  /// Whether white space around values and names is no part of them.
  public var trims = false

  /// What becomes of a record that has not as many fields as there are columns.
  public var ragged = RaggedRule.reject
  /// Whether records with quotes out of place or another delimiter are kept in their likeliest reading,
  /// and text without a record is text without records; for those who write it as text again.
  public var keepsFaulty = false
  /// Whether a NUL may be part of text; else its record is rejected.
  public var keepsNulls = false

  /// Makes a dialect; everything not named has RFC 4180's meaning.
  public init(
    delimiter: UInt8 = ASCII.comma,
    quote: UInt8? = ASCII.quote,
    escape: Escape = .none
  ) {
    self.delimiter = delimiter
    self.quote = quote
    self.escape = escape
  }

  /// RFC 4180, with LF, CRLF or CR ending a record. <https://www.rfc-editor.org/rfc/rfc4180>
  public static let csv = Dialect()
  /// IANA's text/tab-separated-values: no quoting, no escapes.
  /// <https://www.iana.org/assignments/media-types/text/tab-separated-values>
  public static let tsv = Dialect(delimiter: ASCII.tab, quote: nil)
}

extension Dialect {
  /// Makes `character` what stands between fields.
  public mutating func separate(by character: Unicode.Scalar) {
    delimiter = character.utf8.first ?? 0
    wideDelimiter = character.isASCII ? nil : character
  }

  /// What makes the dialect none: a byte that would have two meanings; `nil` when it can be read.
  public var fault: String? {
    let breaks = [ASCII.lineFeed, ASCII.carriageReturn]
    if breaks.contains(delimiter) { return "the delimiter is a line end" }
    if let quote, breaks.contains(quote) { return "the quote is a line end" }
    if quote == delimiter { return "the delimiter and the quote are the same character" }
    guard let comment else { return nil }
    if comment == delimiter { return "the comment character and the delimiter are the same" }
    if comment == quote { return "the comment character and the quote are the same" }
    return breaks.contains(comment) ? "the comment character is a line end" : nil
  }
}

import Furrow

/// How text is written, for readers and writers alike.
extension Options {
  static let format: Setting<OutputFormat?> = .optional(
    "format",
    .choice,
    in: .text,
    help: "format of the text; without it the file's extension decides; sql, markdown and table"
      + " are written only"
  )

  static let delimiter: Setting<Unicode.Scalar?> = .optional(
    "delimiter",
    letter: "d",
    .delimiter("CHAR"),
    in: .text,
    help: "what stands between fields: one character, or tab, comma, semicolon, pipe, space"
  )

  static let quote: Setting<QuoteRule?> = .optional(
    "quote",
    .quote("CHAR|none"),
    in: .text,
    help: "what stands around fields, \" without this option; none: quotes are data"
  )

  static let escape: Setting<Dialect.Escape> = .defaulted(
    "escape",
    .choice,
    to: "none",
    in: .text,
    help: "backslash: \\t \\n \\r \\\\ stand for those characters and \\N for NULL"
  )

  static let dialect: Setting<String?> = .optional(
    "dialect",
    .text("FILE", .input),
    in: .text,
    help: "Table Dialect (JSON) that says how the text is written; single options beat it"
  )

  static let encoding: Setting<TextEncoding> = .defaulted(
    "encoding",
    .encoding("NAME"),
    to: "auto",
    in: .text,
    help: "encoding of the source; auto: as a byte order mark or NULs prove it, else UTF-8"
  )

  static let onBadBytes: Setting<BadBytes> = .defaulted(
    "on-bad-bytes",
    .choice,
    to: "reject",
    in: .text,
    help: "bytes that are not UTF-8 make their record wrong, become U+FFFD, or are windows-1252"
  )

  static let onNullByte: Setting<NullByteRule> = .defaulted(
    "on-null-byte",
    .choice,
    to: "reject",
    in: .text,
    help: "a NUL in a value makes its record wrong, or is kept as a character of the text"
  )

  static let noHeader: Setting<Bool> = .flag(
    "no-header",
    in: .text,
    help: "the first record is data, there are no column names"
  )

  static let ragged: Setting<RaggedRule> = .defaulted(
    "ragged",
    .choice,
    to: "reject",
    in: .text,
    help: "a record with more or fewer fields than columns is wrong (reject), keeps its fields when"
      + " it is converted (keep), has NULL for what it lacks (fill), loses surplus fields that hold"
      + " nothing (truncate-empty), or has them joined to the last one (join)"
  )

  static let strictHeader: Setting<Bool> = .flag(
    "strict-header",
    in: .text,
    help: "end the run at a column name that is blank or stands twice, instead of renaming it"
  )

  static let columns: Setting<[String]?> = .optional(
    "columns",
    .names("a,b"),
    in: .text,
    help: "the columns of a source without a header, or those of a table that are written;"
      + " quote a name that has a comma"
  )

  static let skipLines: Setting<Int> = .defaulted(
    "skip-lines",
    .wholeNumber("N", in: 0...Int.max),
    to: "0",
    in: .text,
    help: "lines to pass over before the header"
  )

  static let comment: Setting<UInt8?> = .optional(
    "comment",
    .character("CHAR"),
    in: .text,
    help: "pass over lines that start with CHAR"
  )

  static let maxRecord: Setting<Int> = .defaulted(
    "max-record",
    .size("SIZE", atLeast: 1 << 10),
    to: "16MiB",
    in: .text,
    help: "bytes that a record may have; more is a failure, as behind a quote that is never closed"
  )

  static let null: Setting<[String]> = .repeated(
    "null",
    .anyText("TOKEN"),
    in: .text,
    help: "text that stands for NULL; only unquoted fields are compared with it"
  )

  static let nullQuoted: Setting<Bool> = .flag(
    "null-quoted",
    in: .text,
    help: "compare quoted fields with --null too"
  )

  static let trim: Setting<Bool> = .flag(
    "trim",
    in: .text,
    help: "take white space off both ends of values and column names"
  )

  static let lineEnding: Setting<LineEnding> = .defaulted(
    "line-ending",
    .choice,
    to: "lf",
    in: .text,
    help: "what ends each line"
  )

  static let bom: Setting<Bool> = .flag(
    "bom",
    in: .text,
    help: "write a byte order mark before the text, by which some programs know UTF-8"
  )

  static let quoteStyle: Setting<DelimitedStyle.Quoting> = .defaulted(
    "quote-style",
    .choice,
    to: "minimal",
    in: .text,
    help: "which values are quoted: those that need it, all, or all but numbers; NULL never is"
  )

  static let excel: Setting<Bool> = .flag(
    "excel",
    in: .text,
    help: "CSV for spreadsheets: byte order mark, CRLF, and an apostrophe before texts that would"
      + " run as formulas (they start with = + - @, a tab or a CR)"
  )
}

/// How single values are written.
extension Options {
  static let blob: Setting<BlobText> = .defaulted(
    "blob",
    .choice,
    to: "base64",
    in: .values,
    help: "text form of values that are bytes"
  )

  static let jsonShape: Setting<JSONEncoding.Shape> = .defaulted(
    "json-shape",
    .choice,
    to: "objects",
    in: .values,
    help: "what JSON is: an array of objects, one object with an array a column, or an array of"
      + " arrays of which the first has the names"
  )

  static let jsonColumns: Setting<[String]?> = .optional(
    "json-columns",
    .names("a,b"),
    in: .values,
    help: "write text of these columns that is a JSON array or object as JSON, not as a string"
  )

  static let jsonNonfinite: Setting<JSONEncoding.NonFinite> = .defaulted(
    "json-nonfinite",
    .choice,
    to: "stop",
    in: .values,
    help: "what infinities become in JSON, which has none; stop: they end the run"
  )

  static let bigInts: Setting<JSONEncoding.BigIntegers> = .defaulted(
    "big-ints",
    .choice,
    to: "number",
    in: .values,
    help: "write whole numbers beyond 2^53 to JSON as this; many readers lose digits of numbers"
  )
}

public import FurrowCore

/// How records are written as text: the format, and all that is left open by it.
public struct TextForm: Sendable, Equatable {
  /// The format.
  public var format: OutputFormat
  /// How delimited text is written.
  public var dialect: Dialect
  /// Which values of delimited text are quoted, and the like.
  public var style = DelimitedStyle()
  /// How JSON is written; the format decides its layout.
  public var json = JSONEncoding()
  /// What ends a line.
  public var lineEnding = LineEnding.lf
  /// How blobs are written.
  public var blob = BlobText.base64
  /// The table that SQL makes.
  public var table = SQLTable(name: "records")

  /// Makes the usual form of `format`.
  public init(_ format: OutputFormat, dialect: Dialect? = nil) {
    self.format = format
    self.dialect = dialect ?? (format == .tsv ? .tsv : .csv)
  }

  /// Makes a writer of this form; a table for the terminal is not made here.
  ///
  /// - Throws: ``WriteFailure`` when the names of the columns cannot be written.
  public func writer(
    to sink: any ByteSink,
    columns: [String]
  ) throws(WriteFailure) -> any RecordWriter {
    switch format {
    case .csv, .tsv:
      var style = style
      style.lineEnding = lineEnding
      style.blob = blob
      return try DelimitedWriter(sink, columns: columns, dialect: dialect, style: style)
    case .json, .ndjson:
      var encoding = json
      encoding.layout = format == .json ? .array : .lines
      encoding.blob = blob
      encoding.lineEnding = lineEnding
      guard encoding.shape != .columns else {
        return try JSONColumnsWriter(sink, columns: columns, encoding: encoding)
      }
      return try JSONWriter(sink, columns: columns, encoding: encoding)
    case .sql:
      let encoder = SQLEncoder(table, lineEnding: lineEnding)
      return try TextWriter(sink, columns: columns, encoder: encoder)
    case .markdown, .table:
      let encoder = MarkdownEncoder(lineEnding: lineEnding, blob: blob)
      return try TextWriter(sink, columns: columns, encoder: encoder)
    }
  }
}

/// The formats that are written; the first four are read, too.
public enum OutputFormat: String, Sendable, CaseIterable {
  /// Comma-separated values, RFC 4180.
  case csv
  /// Tab-separated values, as IANA has them.
  case tsv
  /// A JSON array.
  case json
  /// A JSON object a line.
  case ndjson
  /// Statements that make a table and fill it.
  case sql
  /// A table of Markdown, for people. <https://github.github.com/gfm/#tables-extension->
  case markdown
  /// Aligned columns, for people.
  case table

  /// The format that the name of a file tells; that of a compression is looked through.
  public init?(path: String) {
    if let format = FileFormat(path: path) {
      self.init(format)
      return
    }
    switch FileFormat.ending(of: path)?.lowercased() {
    case "sql": self = .sql
    case "md", "markdown": self = .markdown
    default: return nil
    }
  }

  /// The same format as one that is read.
  public init(_ format: FileFormat) {
    switch format {
    case .csv: self = .csv
    case .tsv: self = .tsv
    case .json: self = .json
    case .ndjson: self = .ndjson
    }
  }

  /// The format as one that is read; `nil` when it is written only.
  public var readable: FileFormat? {
    switch self {
    case .csv: .csv
    case .tsv: .tsv
    case .json: .json
    case .ndjson: .ndjson
    case .sql, .markdown, .table: nil
    }
  }

  /// Whether values are nothing but texts between delimiters.
  public var isDelimited: Bool { self == .csv || self == .tsv }

  /// Whether values are those of JSON.
  public var isJSON: Bool { self == .json || self == .ndjson }
}

/// The text formats.
public enum FileFormat: String, Sendable, CaseIterable {
  /// Comma-separated values, RFC 4180.
  case csv
  /// Tab-separated values, as IANA has them.
  case tsv
  /// A JSON array of objects.
  case json
  /// A JSON object a line.
  case ndjson

  /// What the name of a file ends in behind its last dot, that of a compression looked through; `nil`
  /// when it has none.
  public static func ending(of path: String) -> String? {
    let name = Compression.stripped(path.split(separator: "/").last ?? "")
    return name.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last
      .map(String.init)
  }

  /// The format that the name of a file tells; that of a compression is looked through.
  public init?(path: String) {
    switch Self.ending(of: path)?.lowercased() {
    case "csv": self = .csv
    case "tsv", "tab": self = .tsv
    case "json": self = .json
    case "ndjson", "jsonl": self = .ndjson
    default: return nil
    }
  }
}

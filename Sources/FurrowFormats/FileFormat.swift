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

  /// The format that the name of a file tells; `.gz` is looked through.
  public init?(path: String) {
    var name = path.split(separator: "/").last.map { $0.lowercased() } ?? ""
    if name.hasSuffix(".gz") { name.removeLast(3) }
    switch name.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last {
    case "csv": self = .csv
    case "tsv", "tab": self = .tsv
    case "json": self = .json
    case "ndjson", "jsonl": self = .ndjson
    default: return nil
    }
  }
}

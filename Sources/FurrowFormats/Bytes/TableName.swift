extension String {
  /// The name that a file at this path gives a table: its own up to the first dot, or `records` where
  /// that is none.
  package var tableName: String {
    let stem = split(separator: "/").last?.prefix { $0 != "." } ?? ""
    return stem.isEmpty || stem == "-" ? "records" : String(stem)
  }
}

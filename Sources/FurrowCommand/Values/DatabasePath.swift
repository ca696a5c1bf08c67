import Furrow

/// The path of a database that may have to be made.
enum DatabasePath {
  /// Refuses an address: SQLite works on files, and a file of that name would be made, with what may
  /// be a password in it.
  static func check(_ text: String) throws(ValueFault) {
    guard text.hasPrefix("file:") || text.contains("://") else { return }
    throw ValueFault(
      expected: "the path of a SQLite database, no address",
      found: Secrets(URISecrets.secrets(in: text)).masked(text)
    )
  }
}

extension ValueParser<String> {
  /// The path of a database, which a run may make.
  static var database: Self {
    Self("DB", kind: .output) { text throws(ValueFault) in
      try DatabasePath.check(text)
      return try ValueParser.text("DB", .output).parse(text)
    }
  }
}

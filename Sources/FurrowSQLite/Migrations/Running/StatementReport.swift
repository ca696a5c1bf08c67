/// A statement that has run, for whoever looks on.
struct StatementReport {
  let section: Migration.Section
  /// Where it stands in the section's SQL, in bytes.
  let range: Range<Int>
  let finding: StatementGuard.Finding

  /// The statement.
  var sql: String {
    let bytes = section.sql.utf8
    let start = bytes.index(bytes.startIndex, offsetBy: range.lowerBound)
    return String(decoding: bytes[start...].prefix(range.count), as: UTF8.self)
  }

  /// The tokens of the statement.
  var tokens: [TokenStream.Token] { TokenStream.tokens(of: sql) }
}

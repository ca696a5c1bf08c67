/// A statement that has run, for whoever looks on.
struct StatementReport {
  let section: Migration.Section
  /// Where it stands in the section's SQL, in bytes.
  let range: Range<Int>
  let finding: StatementGuard.Finding

  /// The tokens of the statement.
  var tokens: [TokenStream.Token] {
    let bytes = Array(section.sql.utf8)[range]
    return TokenStream.tokens(of: String(decoding: bytes, as: UTF8.self))
  }
}

/// The tables whose foreign keys statements can break: those they name, and those that triggers
/// change because of that.
///
/// It may hold too many names, never too few; a database of gigabytes is then not read as a whole
/// for a change of one table.
struct KeyScope {
  /// In lower case; `nil` stands for all tables.
  private let names: Set<String>?

  /// What `sections` can break in `database` as it is before they run.
  init(_ sections: [Migration.Section], in database: Database) throws(SQLiteError) {
    var names: Set<String> = []
    for section in sections { names.formUnion(Self.words(of: section.sql)) }
    var triggers = try database.query(
      "SELECT tbl_name, sql FROM sqlite_master WHERE type = 'trigger'"
    ) { row in (table: (row.text(at: 0) ?? "").lowercased(), sql: row.text(at: 1) ?? "") }
    while let index = triggers.firstIndex(where: { names.contains($0.table) }) {
      names.formUnion(Self.words(of: triggers.remove(at: index).sql))
    }
    self.names = names
  }

  private init() { names = nil }

  /// All tables.
  static let all = KeyScope()

  /// Whether rows of `child` may lose the parent in `parents`.
  func includes(_ child: String, parents: [String]) -> Bool {
    guard let names else { return true }
    return ([child] + parents).contains { names.contains($0.lowercased()) }
  }

  /// What may be a name: SQLite takes strings for names in some places.
  private static func words(of sql: String) -> [String] {
    TokenStream.tokens(of: sql).compactMap { token in
      guard token.kind != .string else {
        return String(token.text.dropFirst().dropLast()).replacing("''", with: "'").lowercased()
      }
      return token.name?.lowercased()
    }
  }
}

/// How many rows the tables of a database have.
///
/// Rows that go though no statement says so have gone by a cascade or a trigger: nobody meant it.
struct RowCounts {
  private var counts: [String: Int64] = [:]

  /// Databases above this size are not counted, since that reads all of it.
  private static let maximumBytes: Int64 = 256 << 20

  /// Counts the rows of every table that a person made.
  init(of database: Database) throws(SQLiteError) {
    let pages = try database.firstInteger("PRAGMA page_count") ?? 0
    let pageSize = try database.firstInteger("PRAGMA page_size") ?? 0
    guard pages * pageSize <= Self.maximumBytes else { return }
    let names = try database.query(
      """
      SELECT name FROM sqlite_master
      WHERE type = 'table' AND rootpage > 0 AND \(raw: SchemaFingerprint.condition)
      """
    ) { row in row.text(at: 0) ?? "" }
    for name in names {
      counts[name] = try database.firstInteger("SELECT count(*) FROM \(identifier: name)")
    }
  }

  /// A table that has fewer rows than before.
  struct Loss {
    let table: String
    let before: Int64
    let after: Int64
  }

  /// The tables of before that lost rows; those that are gone are no loss of rows.
  func losses(to database: Database) throws(SQLiteError) -> [Loss] {
    var losses: [Loss] = []
    for (table, before) in counts.sorted(by: { $0.key < $1.key }) where before > 0 {
      guard try database.table(table)?.kind == .table else { continue }
      let after = try database.firstInteger("SELECT count(*) FROM \(identifier: table)") ?? 0
      if after < before { losses.append(Loss(table: table, before: before, after: after)) }
    }
    return losses
  }
}

extension Migration {
  /// Whether a statement of `sections` takes rows from `table` and says so.
  static func sections(_ sections: [Section], takeRowsFrom table: String) -> Bool {
    let wanted = table.lowercased()
    for section in sections {
      let statements = TokenStream.tokens(of: section.sql).split { $0.text == ";" }
      for statement in statements
      where statement.contains(where: { $0.name?.lowercased() == wanted })
        && statement.contains(where: {
          $0.isKeyword("DELETE") || $0.isKeyword("DROP") || $0.isKeyword("REPLACE")
        })
      {
        return true
      }
    }
    return false
  }
}
